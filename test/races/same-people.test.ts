/** A user says that two players are one person, while claims say the same or the opposite, a hundred rounds each. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newMatch } from '../resources/matches/recipes.ts'
import { showProfile } from '../resources/privacy-settings/recipes.ts'
import type { Person } from '../support.ts'
import { testWorld } from '../world.ts'
import { ROUNDS, deadlocks, statuses } from './statuses.ts'

const { service, world } = await testWorld()

const say = (by: Person, oneId: string, otherId: string, isSame = true) =>
  by.post('/users/me/same-people', { oneId, otherId, isSame })

/** Two stand-ins of `owner` with a match each, and for each of them a request of its claimant. */
async function twoOf(owner: Person, gameId: string, claimants: readonly [Person, Person]) {
  return Promise.all(
    claimants.map(async (claimant) => {
      const { id } = (await owner.post('/ghost-players', { displayName: 'Bruno' })).body
      const { id: match } = (await owner.post('/matches', newMatch(gameId, id))).body
      await owner.post(`/matches/${match}/finalize`, undefined, { 'if-match': '*' })
      const request = await claimant.post('/claim-requests', { ghostPlayerId: id })
      assert.equal(request.status, 201, request.text)
      return {
        id: id as string,
        approve: () =>
          owner.patch(`/claim-requests/${request.body.id}`, { status: 'APPROVED' }, request.etag),
      }
    }),
  )
}

async function seenByAll(): Promise<Person> {
  const person = await world.newcomer()
  for (const { id } of (await person.get('/privacy-settings')).body.items)
    await person.patch(`/privacy-settings/${id}`, { level: 'PUBLIC' }, '*')
  return person
}

for (const who of ['the owner', 'somebody else'])
  test(`${who} says that two stand-ins are one person while one person claims both`, async () => {
    const { id: gameId } = await world.game()
    const claimant = await seenByAll()
    const { canonicalPlayer } = (await claimant.get('/users/me')).body
    const path = `/canonical-players/${canonicalPlayer.id}/statistics`
    for (let round = 1; round <= ROUNDS; round++) {
      const owner = await seenByAll()
      const by = who === 'the owner' ? owner : await world.newcomer()
      const [one, other] = await twoOf(owner, gameId, [claimant, claimant])
      assert.ok(one && other)
      const said = say(by, one.id, other.id)
      const claims = await Promise.all([one.approve(), other.approve()])
      assert.equal(statuses([await said, ...claims]), '200 200 201')
      const { body } = await by.get(`/users/me/same-people/${(await said).body.id}`)
      for (const side of [body.one, body.other]) assert.equal(side.canonicalPlayer.id, canonicalPlayer.id)
      const { matches, countedAsOne } = (await by.get(path)).body
      assert.deepEqual([matches, countedAsOne], [2 * round, undefined])
      assert.equal((await say(by, one.id, other.id)).status, 409, 'said once')
      assert.equal((await by.delete(`/users/me/same-people/${body.id}`)).status, 204)
      assert.equal((await say(by, one.id, other.id, false)).status, 409, 'they cannot be two')
    }
  })

test('two people claim the stand-ins that somebody counts as one: then they are two', async () => {
  const { id: gameId } = await world.game()
  const claimants = [await world.newcomer(), await world.newcomer()] as const
  for (const claimant of claimants) await showProfile(claimant)
  for (let round = 0; round < ROUNDS; round++) {
    const owner = await world.newcomer()
    const [one, other] = await twoOf(owner, gameId, claimants)
    assert.ok(one && other)
    const replies = await Promise.all([say(owner, one.id, other.id), one.approve(), other.approve()])
    assert.match(statuses(replies), /^200 200 (201|409)$/)
    const { items } = (await owner.get('/users/me/same-people')).body
    assert.equal(items.length, replies[0].status === 201 ? 1 : 0)
    for (const { one: first, other: second } of items)
      assert.notEqual(first.canonicalPlayer.id, second.canonicalPlayer.id)
    for (const claimant of claimants) {
      const { id } = (await claimant.get('/users/me')).body.canonicalPlayer
      const opponents = (await owner.get(`/canonical-players/${id}/statistics`)).body
      assert.equal(opponents.countedAsOne, undefined)
    }
  }
})

test('none of this ran into a deadlock', async () => {
  assert.equal(await deadlocks(service.db), 0)
})
