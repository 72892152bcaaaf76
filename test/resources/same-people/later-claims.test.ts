/** What a user has said about players, when claims that come later say something else. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MOST_AS_ONE } from '../../../src/resources/same-people/schema.ts'
import { type Person, type Reply } from '../../support.ts'
import { newMatch } from '../matches/recipes.ts'
import { showProfile } from '../privacy-settings/recipes.ts'
import { testWorld } from '../../world.ts'

const { world } = await testWorld()

async function made(reply: Promise<Reply>): Promise<Reply['body']> {
  const { status, text, body } = await reply
  assert.ok(status < 300, text)
  return body
}

const standIn = async (by: Person, displayName = 'Bruno'): Promise<string> =>
  (await made(by.post('/ghost-players', { displayName }))).id

const say = (by: Person, oneId: string, otherId: string, isSame = true) =>
  by.post('/users/me/same-people', { oneId, otherId, isSame })

async function claim(by: Person, ghostPlayerId: string, owner: Person): Promise<void> {
  const { id } = await made(by.post('/claim-requests', { ghostPlayerId }))
  await made(owner.patch(`/claim-requests/${id}`, { status: 'APPROVED' }, '*'))
}

test('a new answer says where it is and has an ETag, and is nobody else’s', async () => {
  const by = await world.newcomer()
  const reply = await say(by, await standIn(by), await standIn(by))
  assert.equal(reply.status, 201, reply.text)
  assert.match(reply.headers['location'] ?? '', new RegExp(`/users/me/same-people/${reply.body.id}$`))
  const path = `/users/me/same-people/${reply.body.id}`
  const shown = await by.get(path)
  assert.deepEqual([shown.status, shown.etag, shown.body], [200, reply.etag, reply.body])
  assert.ok(shown.etag)
  const other = await world.newcomer()
  for (const refused of [await other.get(path), await other.delete(path)]) assert.equal(refused.status, 404)
  assert.equal((await by.delete(path)).status, 204)
})

test('the answer names who has claimed a stand-in since, if the user may see them', async () => {
  const [by, claimant, hidden] = [await world.newcomer(), await world.newcomer(), await world.newcomer()]
  await showProfile(claimant)
  const [one, other] = [await standIn(by), await standIn(by)]
  const { id } = await made(say(by, one, other))
  await claim(claimant, one, by)
  await claim(hidden, other, by)
  const { body } = await by.get(`/users/me/same-people/${id}`)
  const { canonicalPlayer } = (await claimant.get('/users/me')).body
  assert.deepEqual([body.one.canonicalPlayer, body.one.ghostPlayer.id], [canonicalPlayer, one])
  assert.deepEqual([body.other.canonicalPlayer, body.other.ghostPlayer.id], [undefined, other])
  // Now they are two people with accounts, and the answer names both.
  await showProfile(hidden)
  const again = (await by.get(`/users/me/same-people/${id}`)).body
  assert.notEqual(again.other.canonicalPlayer.id, again.one.canonicalPlayer.id)
})

test('who says that two are one after a claim has said so is right, also when the claim ends', async () => {
  const [by, claimant] = [await world.newcomer(), await world.newcomer()]
  await showProfile(claimant)
  await showHistory(claimant)
  const { id: gameId } = await world.game()
  const [one, other] = [await standIn(by), await standIn(by)]
  for (const id of [one, other]) {
    const { id: match } = await made(by.post('/matches', newMatch(gameId, id)))
    await made(by.post(`/matches/${match}/finalize`, undefined, { 'if-match': '*' }))
    await claim(claimant, id, by)
  }
  assert.equal((await say(by, one, other, false)).status, 409)
  const { id } = await made(say(by, one, other))
  const { canonicalPlayer } = (await claimant.get('/users/me')).body
  const figures = async (path: string) => {
    const { countedAsOne, matches } = await made(by.get(`${path}/statistics`))
    return [countedAsOne, matches]
  }
  assert.deepEqual(await figures(`/canonical-players/${canonicalPlayer.id}`), [undefined, 2])
  const { items } = (await claimant.get(`/claim-edges?filter=ghostPlayerId=in=(${one},${other})`)).body
  assert.equal(items.length, 2)
  for (const edge of items) assert.equal((await by.delete(`/claim-edges/${edge.id}`, '*')).status, 204)
  const [first = ''] = [one, other].toSorted()
  assert.deepEqual(await figures(`/ghost-players/${first}`), [2, 2])
  assert.equal((await by.delete(`/users/me/same-people/${id}`)).status, 204)
  assert.deepEqual(await figures(`/ghost-players/${first}`), [undefined, 1])
})

test('sets that a claim joins to more than twenty count apart, until the claim ends', async () => {
  const [by, claimant] = [await world.newcomer(), await world.newcomer()]
  await showProfile(claimant)
  const { id: gameId } = await world.game()
  const sets = await Promise.all(
    [1, 2].map(async () => {
      const all = []
      for (let n = 0; n < MOST_AS_ONE / 2 + 1; n++) all.push(await standIn(by))
      for (const other of all.slice(1)) await made(say(by, all[0] ?? '', other))
      return all
    }),
  )
  const [first, second] = sets.map(([one = '']) => one)
  const counted = async (id = '') =>
    (await made(by.get(`/ghost-players/${id}/statistics`))).countedAsOne as number | undefined
  assert.equal(await counted(first), MOST_AS_ONE / 2 + 1)
  for (const id of [first ?? '', second ?? '']) {
    const { id: match } = await made(by.post('/matches', newMatch(gameId, id)))
    await made(by.post(`/matches/${match}/finalize`, undefined, { 'if-match': '*' }))
    await claim(claimant, id, by)
  }
  const { canonicalPlayer } = (await claimant.get('/users/me')).body
  await showHistory(claimant)
  const { countedAsOne, matches } = await made(by.get(`/canonical-players/${canonicalPlayer.id}/statistics`))
  assert.deepEqual([countedAsOne, matches], [undefined, 2])
  assert.equal(await counted(sets[0]?.[1]), undefined)
  const { items } = (await claimant.get(`/claim-edges?filter=ghostPlayerId==${second}`)).body
  assert.equal((await by.delete(`/claim-edges/${items[0].id}`, '*')).status, 204)
  assert.equal(await counted(sets[1]?.[1]), MOST_AS_ONE / 2 + 1)
})

async function showHistory(person: Person): Promise<void> {
  const { items } = await made(person.get('/privacy-settings'))
  for (const { id } of items) await made(person.patch(`/privacy-settings/${id}`, { level: 'PUBLIC' }, '*'))
}
