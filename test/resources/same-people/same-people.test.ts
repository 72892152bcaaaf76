/** Two players that a reader counts as one person: only for this reader, marked, and never against claims or matches. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { sql } from '../../../src/db/sql.ts'
import { idBeside } from '../../buckets.ts'
import { type Person, type Reply, violations } from '../../support.ts'
import { testWorld } from '../../world.ts'

const { service, world } = await testWorld()

async function made(reply: Promise<Reply>): Promise<Reply['body']> {
  const { status, text, body } = await reply
  assert.ok(status < 300, text)
  return body
}

interface Somebody {
  by: Person
  id: string
  player: string
  self: string
}

/** Ann and Filip are in one community. Each has a ghost player called Bruno, and played with him on other evenings. */
let ann: Somebody
let filip: Somebody
let mine: string
let his: string
let communityId: string
let gameId: string

async function somebody(): Promise<Somebody> {
  const by = await world.newcomer()
  const { id, canonicalPlayer, selfGhostPlayer } = (await by.get('/users/me')).body
  return { by, id, player: canonicalPlayer.id, self: selfGhostPlayer.id }
}

const standIn = async ({ by }: Somebody, displayName = 'Bruno'): Promise<string> =>
  (await made(by.post('/ghost-players', { displayName }))).id

async function claim({ by }: Somebody, ghostPlayerId: string, owner: Somebody): Promise<void> {
  const { id } = await made(by.post('/claim-requests', { ghostPlayerId }))
  await made(owner.by.patch(`/claim-requests/${id}`, { status: 'APPROVED' }, '*'))
}

async function played({ by }: Somebody, ...ghosts: string[]): Promise<void> {
  const participants = ghosts.map((ghostPlayerId, n) => ({ ghostPlayerId, rank: n + 1 }))
  const match = { gameId, communityId, playedAt: '2026-01-15T19:30:00Z', participants }
  const { id } = await made(by.post('/matches', match))
  await made(by.post(`/matches/${id}/finalize`, undefined, { 'if-match': '*' }))
}

const say = ({ by }: Somebody, oneId: string, otherId: string, isSame = true): Promise<Reply> =>
  by.post('/users/me/same-people', { oneId, otherId, isSame })

const met = async ({ by, player }: Somebody, of = player): Promise<Reply['body'][]> =>
  (await made(by.get(`/canonical-players/${of}/opponents`))).items

const refused = async (reply: Promise<Reply>, right: RegExp) => {
  const { status, body } = await reply
  assert.equal(status, 409, JSON.stringify(body))
  assert.match(body.detail, right)
}

beforeEach(async () => {
  gameId = (await world.game()).id
  ;[ann, filip] = [await somebody(), await somebody()]
  communityId = (await made(ann.by.post('/communities', { displayName: 'Club', joinPolicy: 'OPEN' }))).id
  await made(filip.by.post(`/communities/${communityId}/memberships`))
  mine = await standIn(ann)
  his = await standIn(filip)
  const annOfFilip = await standIn(filip, 'Ann')
  await claim(ann, annOfFilip, filip)
  await played(ann, ann.self, mine)
  await played(ann, ann.self, mine)
  await played(filip, his, annOfFilip)
})

test('two stand-ins are one row for whoever says so, with the figures of both, until it is taken back', async () => {
  const { id, one, other, isSame } = await made(say(ann, mine, his))
  assert.deepEqual([one.ghostPlayer.id, one.owner.id], [mine, ann.id])
  assert.deepEqual([other.ghostPlayer.id, other.owner.id, isSame], [his, filip.id, true])
  const [row, ...more] = await met(ann)
  assert.deepEqual(more, [])
  assert.deepEqual(
    [row.ghostPlayer.id, row.owner.id, row.countedAsOne, row.met, row.ahead, row.behind],
    [mine, ann.id, 2, 3, 2, 1],
  )
  for (const bruno of [mine, his]) {
    const figures = await made(ann.by.get(`/ghost-players/${bruno}/statistics`))
    assert.deepEqual([figures.matches, figures.countedAsOne], [3, 2])
    const pair = await made(ann.by.get(`/canonical-players/${ann.player}/head-to-head/${bruno}`))
    assert.deepEqual([pair.met, pair.ahead, pair.countedAsOne], [3, 2, { other: 2 }])
  }
  const { mostMet, people } = await made(ann.by.get('/users/me/recap/2026'))
  assert.deepEqual([people, mostMet.length, mostMet[0].met, mostMet[0].countedAsOne], [1, 1, 3, 2])

  const seenByFilip = await made(filip.by.get(`/ghost-players/${mine}/statistics`))
  assert.deepEqual([seenByFilip.matches, seenByFilip.countedAsOne], [2, undefined], 'for nobody else')
  assert.deepEqual((await made(filip.by.get('/users/me/same-people'))).items, [])
  assert.equal((await filip.by.delete(`/users/me/same-people/${id}`)).status, 404)

  assert.equal((await ann.by.delete(`/users/me/same-people/${id}`)).status, 204)
  assert.equal((await ann.by.delete(`/users/me/same-people/${id}`)).status, 404)
  assert.deepEqual(
    (await met(ann)).map((apart) => [apart.met, apart.countedAsOne]),
    [
      [2, undefined],
      [1, undefined],
    ],
  )
})

test('a claim says more: the stand-ins of somebody who may be seen are that person', async () => {
  const bruno = await somebody()
  await made(bruno.by.post(`/communities/${communityId}/memberships`))
  await made(say(ann, mine, his))
  await claim(bruno, mine, ann)
  const [row, ...more] = await met(ann)
  assert.deepEqual(more, [])
  assert.deepEqual([row.canonicalPlayer.id, row.met, row.countedAsOne], [bruno.player, 3, 2])
  const pair = await made(ann.by.get(`/canonical-players/${ann.player}/head-to-head/${bruno.player}`))
  assert.equal(pair.met, 3)
  // When Bruno leaves the community, Ann may no longer see who he is.
  await bruno.by.delete(`/communities/${communityId}/memberships/${bruno.id}`)
  assert.deepEqual(
    (await met(ann)).map((one) => [one.ghostPlayer.id, one.met, one.countedAsOne]),
    [[mine, 3, 2]],
  )
  // Somebody else claims Filip's Bruno. So the claims say that there are two Brunos.
  const another = await somebody()
  for (const { by } of [bruno, another]) await made(by.post(`/communities/${communityId}/memberships`))
  await claim(another, his, filip)
  assert.deepEqual(
    (await met(ann)).map((one) => [one.canonicalPlayer.id, one.met, one.countedAsOne]),
    [
      [bruno.player, 2, undefined],
      [another.player, 1, undefined],
    ],
  )
})

test('what cannot be is refused, each with its reason', async () => {
  const bruno = await somebody()
  await made(bruno.by.post(`/communities/${communityId}/memberships`))
  await refused(say(ann, mine, mine), /one player/)
  await refused(say(ann, mine, ann.player), /claim request/)
  await refused(say(ann, ann.self, mine), /claim request/)
  await refused(say(ann, filip.player, bruno.player), /two people with accounts/)
  const iris = await standIn(ann, 'Iris')
  await played(ann, mine, iris)
  await refused(say(ann, mine, iris), /sat in one match/)
  await made(say(ann, iris, his))
  await refused(say(ann, mine, his), /sat in one match/)
  assert.equal((await made(ann.by.get('/users/me/same-people/count'))).count, 1, 'nothing of it was kept')
  const dario = await standIn(ann, 'Dario')
  await made(say(ann, dario, filip.player))
  await refused(say(ann, dario, filip.player), /already/)
  await refused(say(ann, filip.player, dario, false), /already/)
  await refused(say(ann, dario, bruno.player), /two people with accounts/)
  await made(say(ann, mine, bruno.player, false))
  await refused(say(ann, mine, bruno.player), /already|two people/)
  const edda = await standIn(ann, 'Edda')
  await made(say(ann, edda, mine))
  const greta = await standIn(ann, 'Greta')
  await made(say(ann, greta, edda))
  await refused(say(ann, greta, mine, false), /take that back/)
  await refused(say(ann, edda, bruno.player), /two of these players are two people/)

  const unknown = await say(ann, communityId, gameId)
  assert.deepEqual(violations(unknown), ['oneId INVALID_REFERENCE', 'otherId INVALID_REFERENCE'])
  const stranger = await somebody()
  for (const hidden of [stranger.player, stranger.self])
    assert.equal((await say(ann, mine, hidden)).status, 403)
  assert.equal((await say(stranger, mine, his)).status, 403)
  const garbage = await ann.by.post('/users/me/same-people', { oneId: 'x', isSame: 'yes', y: 1 })
  assert.deepEqual(violations(garbage).toSorted(), [
    'isSame INVALID_TYPE',
    'oneId INVALID_FORMAT',
    'otherId REQUIRED',
    'y UNKNOWN_PROPERTY',
  ])
})

test('a match that the caller may not see says nothing', async () => {
  const carla = await somebody()
  await made(carla.by.post(`/communities/${communityId}/memberships`))
  const [one, other] = [await standIn(carla), await standIn(carla, 'Iris')]
  await played(carla, one, carla.self)
  await played(carla, other, carla.self)
  const participants = [one, other].map((ghostPlayerId) => ({ ghostPlayerId }))
  const { id } = await made(
    carla.by.post('/matches', { gameId, playedAt: '2026-01-15T19:30:00Z', participants }),
  )
  await made(carla.by.post(`/matches/${id}/finalize`, undefined, { 'if-match': '*' }))
  await made(say(ann, one, other))
  await refused(say(carla, one, other), /sat in one match/)
})

test('two answers at once cannot contradict one another', async () => {
  const third = await standIn(ann, 'Third')
  await made(say(ann, mine, third))
  for (let round = 0; round < 5; round++) {
    const replies = await Promise.all([say(ann, third, his), say(ann, mine, his, false)])
    const statuses = replies.map(({ status }) => status)
    assert.deepEqual(
      statuses.toSorted((a, b) => a - b),
      [201, 409],
    )
    const kept = replies.find(({ status }) => status === 201)
    assert.equal((await ann.by.delete(`/users/me/same-people/${kept?.body.id}`)).status, 204)
  }
})

test('at most 20 count as one, and there are at most 500 answers', async () => {
  const ids: string[] = [mine]
  for (let n = 0; n < 20; n++) ids.push(await standIn(ann, `Bruno ${n}`))
  for (let n = 1; n < 20; n++) await made(say(ann, ids[n - 1] ?? '', ids[n] ?? ''))
  await refused(say(ann, ids[19] ?? '', ids[20] ?? ''), /At most 20/)
  const [{ countedAsOne: counted } = {}] = await met(ann)
  assert.equal(counted, 20)
  await service.db.many(sql`
    insert into same_people (id, user_id, one_id, other_id, is_same)
    select ${idBeside(sql`${ann.id}`)}, ${ann.id}, uuidv7(), uuidv7(), false from generate_series(1, 480)`)
  await made(say(ann, his, ids[20] ?? '', false))
  await refused(say(ann, his, mine, false), /500/)
})

test('it ends with the account of either side', async () => {
  const bruno = await somebody()
  await made(bruno.by.post(`/communities/${communityId}/memberships`))
  await made(say(ann, mine, bruno.player))
  await made(say(filip, mine, his))
  const { samePeople } = await made(ann.by.get('/users/me/export'))
  assert.deepEqual(samePeople, (await made(ann.by.get('/users/me/same-people'))).items)
  assert.equal(samePeople.length, 1)
  assert.equal((await bruno.by.delete('/users/me', '*')).status, 204)
  assert.deepEqual((await made(ann.by.get('/users/me/same-people'))).items, [])
  assert.equal((await filip.by.delete('/users/me', '*')).status, 204)
  const left = await service.db.many(sql`select from same_people where user_id = ${filip.id}`)
  assert.equal(left.length, 0)
})
