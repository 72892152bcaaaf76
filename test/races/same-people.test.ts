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

/** Two stand-ins of `owner`, and for each of them a request of its claimant. */
async function twoOf(owner: Person, claimants: readonly [Person, Person]) {
  return Promise.all(
    claimants.map(async (claimant) => {
      const { id } = (await owner.post('/ghost-players', { displayName: 'Bruno' })).body
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

/** Plays a match with each. Others see a stand-in only in matches. */
const play = (owner: Person, gameId: string, ghostPlayerIds: string[]) =>
  Promise.all(
    ghostPlayerIds.map(async (id) => {
      const { body } = await owner.post('/matches', newMatch(gameId, id))
      const final = await owner.post(`/matches/${body.id}/finalize`, undefined, { 'if-match': '*' })
      assert.equal(final.status, 200, final.text)
    }),
  )

async function seenByAll(): Promise<Person> {
  const person = await world.newcomer()
  for (const { id } of (await person.get('/privacy-settings')).body.items)
    await person.patch(`/privacy-settings/${id}`, { level: 'PUBLIC' }, '*')
  return person
}

const playerOf = async (person: Person): Promise<string> =>
  (await person.get('/users/me')).body.canonicalPlayer.id

for (const who of ['the owner', 'somebody else'])
  test(`${who} says that two stand-ins are one person while one person claims both`, async () => {
    const [owner, claimant] = [await seenByAll(), await seenByAll()]
    const by = who === 'the owner' ? owner : await world.newcomer()
    const player = await playerOf(claimant)
    const { id: gameId } = await world.game()
    let last: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const [one, other] = await twoOf(owner, [claimant, claimant])
      assert.ok(one && other)
      await play(owner, gameId, [one.id, other.id])
      const [said, ...claims] = await Promise.all([say(by, one.id, other.id), one.approve(), other.approve()])
      assert.equal(statuses([said, ...claims]), '200 200 201')
      const { body } = await by.get(`/users/me/same-people/${said.body.id}`)
      for (const side of [body.one, body.other]) assert.equal(side.canonicalPlayer.id, player)
      assert.equal((await by.delete(`/users/me/same-people/${body.id}`)).status, 204)
      last = [one.id, other.id]
    }
    const [one = '', other = ''] = last
    assert.equal((await say(by, one, other, false)).status, 409, 'they cannot be two')
    assert.equal((await say(by, one, other)).status, 201)
    assert.equal((await say(by, one, other)).status, 409, 'it was said')
    const { matches, countedAsOne } = (await by.get(`/canonical-players/${player}/statistics`)).body
    assert.deepEqual([matches, countedAsOne], [2 * ROUNDS, undefined])
  })

test('two people claim the stand-ins that somebody counts as one: then they are two', async () => {
  const claimants = [await world.newcomer(), await world.newcomer()] as const
  for (const claimant of claimants) await showProfile(claimant)
  const owner = await world.newcomer()
  let last: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const [one, other] = await twoOf(owner, claimants)
    assert.ok(one && other)
    const replies = await Promise.all([say(owner, one.id, other.id), one.approve(), other.approve()])
    assert.match(statuses(replies), /^200 200 (201|409)$/)
    const { items } = (await owner.get('/users/me/same-people')).body
    assert.equal(items.length, replies[0].status === 201 ? 1 : 0)
    for (const { id, one: first, other: second } of items) {
      assert.notEqual(first.canonicalPlayer.id, second.canonicalPlayer.id)
      if (round < ROUNDS - 1) await owner.delete(`/users/me/same-people/${id}`)
    }
    last = [one.id, other.id]
  }
  await play(owner, (await world.game()).id, last)
  for (const claimant of claimants) {
    const figures = (await owner.get(`/canonical-players/${await playerOf(claimant)}/statistics`)).body
    assert.equal(figures.countedAsOne, undefined)
  }
})

test('none of this ran into a deadlock', async () => {
  assert.equal(await deadlocks(service.db), 0)
})
