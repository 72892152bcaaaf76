/**
 * Ghost players of one person are one row for readers who may see that person, and separate rows for all others. Figures need no
 * account.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { rateWhatIsDue } from '../../../src/resources/ratings/upkeep.ts'
import { type Person, type Reply, violations } from '../../support.ts'
import { testWorld } from '../../world.ts'

const { service, world } = await testWorld({ alone: true })

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

let gameId: string
let communityId: string
let ann: Somebody
let bruno: Somebody
let carla: Somebody
/** The ghost players for Bruno: Ann's, Carla's, and one that he has made himself. */
let stand: { ann: string; carla: string; own: string }

async function somebody(): Promise<Somebody> {
  const by = await world.newcomer()
  const { id, canonicalPlayer, selfGhostPlayer } = (await by.get('/users/me')).body
  return { by, id, player: canonicalPlayer.id, self: selfGhostPlayer.id }
}

const standIn = async ({ by }: Somebody, displayName: string): Promise<string> =>
  (await made(by.post('/ghost-players', { displayName }))).id

async function claim({ by }: Somebody, ghostPlayerId: string, owner: Somebody): Promise<void> {
  const { id, status } = await made(by.post('/claim-requests', { ghostPlayerId }))
  if (status === 'PENDING') await made(owner.by.patch(`/claim-requests/${id}`, { status: 'APPROVED' }, '*'))
}

async function played({ by }: Somebody, day: number, ...ghosts: string[]): Promise<void> {
  const participants = ghosts.map((ghostPlayerId, n) => ({ ghostPlayerId, rank: n + 1 }))
  const playedAt = new Date(Date.UTC(2026, 0, day, 19)).toISOString()
  const { id } = await made(by.post('/matches', { gameId, communityId, playedAt, participants }))
  await made(by.post(`/matches/${id}/finalize`, undefined, { 'if-match': '*' }))
}

before(async () => {
  gameId = (await world.game()).id
  ;[ann, bruno, carla] = [await somebody(), await somebody(), await somebody()]
  communityId = (await made(ann.by.post('/communities', { displayName: 'Club', joinPolicy: 'OPEN' }))).id
  for (const { by } of [bruno, carla]) await made(by.post(`/communities/${communityId}/memberships`))
  stand = {
    ann: await standIn(ann, 'Bruno'),
    carla: await standIn(carla, 'Bruno'),
    own: await standIn(bruno, 'Bruno'),
  }
  const [annOfCarla, annOfBruno] = [await standIn(carla, 'Ann'), await standIn(bruno, 'Ann')]
  await claim(ann, annOfCarla, carla)
  await claim(ann, annOfBruno, bruno)
  await played(ann, 1, ann.self, stand.ann)
  await played(ann, 2, stand.ann, ann.self)
  await played(carla, 3, annOfCarla, stand.carla)
  await played(bruno, 4, annOfBruno, stand.own)
  await played(bruno, 5, bruno.self, annOfBruno)
})

const met = async (by: Person, path: string) => (await made(by.get(`${path}/opponents`))).items

const board = async (by: Person): Promise<Reply['body']['items']> => {
  await rateWhatIsDue(service.db)
  return (await made(by.get(`/communities/${communityId}/games/${gameId}/leaderboard`))).items
}

const matchesOf = (items: { matches: number }[]) =>
  items.map(({ matches }) => matches).toSorted((a, b) => a - b)

test('before anybody claims, each stand-in is a row of its own that says whose it is', async () => {
  const rows = await met(ann.by, `/canonical-players/${ann.player}`)
  const shown = rows.map(({ ghostPlayer, canonicalPlayer, owner, met: times }: Reply['body']) =>
    [canonicalPlayer?.id ?? ghostPlayer.id, owner?.id ?? 'an account', times].join(' '),
  )
  assert.deepEqual(
    shown.toSorted(),
    [
      `${stand.ann} ${ann.id} 2`,
      `${bruno.player} an account 1`,
      `${stand.own} ${bruno.id} 1`,
      `${stand.carla} ${carla.id} 1`,
    ].toSorted(),
  )
  assert.deepEqual(matchesOf(await board(ann.by)), [1, 1, 1, 2, 5])
})

test('once claimed they are one in opponents, head-to-head and leaderboards, also a stand-in of one’s own', async () => {
  await claim(bruno, stand.ann, ann)
  await claim(bruno, stand.carla, carla)
  await claim(bruno, stand.own, bruno)
  const [row, ...more] = await met(ann.by, `/canonical-players/${ann.player}`)
  assert.deepEqual(more, [])
  assert.deepEqual(
    [row.canonicalPlayer.id, row.met, row.ahead, row.behind, row.owner],
    [bruno.player, 5, 3, 2, undefined],
  )
  const pair = await made(ann.by.get(`/canonical-players/${ann.player}/head-to-head/${bruno.player}`))
  assert.deepEqual([pair.met, pair.ahead, pair.behind], [5, 3, 2])
  assert.deepEqual(matchesOf(await board(ann.by)), [5, 5])
  // The figures of a single ghost player count only its own matches, and say who it is.
  const { matches, canonicalPlayer, owner } = await made(
    ann.by.get(`/ghost-players/${stand.carla}/statistics`),
  )
  assert.deepEqual([matches, canonicalPlayer.id, owner.id], [1, bruno.player, carla.id])
})

test('a reader who may no longer see the person has the stand-ins again, and nothing says that they are one', async () => {
  assert.equal((await bruno.by.delete(`/communities/${communityId}/memberships/${bruno.id}`)).status, 204)
  const rows = await met(ann.by, `/canonical-players/${ann.player}`)
  assert.deepEqual(
    rows.map((one: Reply['body']) => [one.canonicalPlayer, one.met]),
    [2, 1, 1, 1].map((times) => [undefined, times]),
  )
  assert.equal(
    (await ann.by.get(`/canonical-players/${ann.player}/head-to-head/${bruno.player}`)).status,
    403,
  )
  assert.deepEqual(matchesOf(await board(ann.by)), [1, 1, 1, 2, 5])
  const figures = await made(ann.by.get(`/ghost-players/${stand.ann}/statistics`))
  assert.deepEqual([figures.matches, figures.canonicalPlayer], [2, undefined])
  const pair = await made(ann.by.get(`/canonical-players/${ann.player}/head-to-head/${stand.ann}`))
  assert.deepEqual(
    [pair.met, pair.other.id, pair.ownerOfOther.id, pair.ownerOfOne],
    [2, stand.ann, ann.id, undefined],
  )
})

test('a stand-in has figures for whoever may see it, and is refused to a stranger', async () => {
  const stranger = await somebody()
  const iris = await standIn(carla, 'Iris')
  await played(carla, 6, iris, carla.self)
  for (const below of ['statistics', 'opponents', 'opponents/count', `head-to-head/${ann.player}`]) {
    const path = `/ghost-players/${iris}/${below}`
    assert.equal((await ann.by.get(path)).status, 200, 'a member')
    assert.equal((await stranger.by.get(path)).status, 403, 'a stranger')
    assert.equal((await ann.by.get(path.replace(iris, carla.id))).status, 404, 'no ghost player')
    assert.equal((await ann.by.get(path.replace(iris, 'iris'))).status, 400, 'no id')
  }
  const [first] = await met(ann.by, `/ghost-players/${iris}`)
  assert.deepEqual([first.canonicalPlayer.id, first.ahead], [carla.player, 1])
  const versus = `/ghost-players/${iris}/head-to-head`
  const pair = await made(ann.by.get(`${versus}/${carla.player}`))
  assert.deepEqual([pair.met, pair.ahead, pair.one.displayName, pair.ownerOfOne.id], [1, 1, 'Iris', carla.id])
  assert.equal((await made(ann.by.get(`${versus}/${iris}`))).met, 0, 'with itself')
  assert.equal((await ann.by.get(`${versus}/${stranger.player}`)).status, 403, 'somebody hidden')
  assert.equal((await ann.by.get(`${versus}/${stranger.self}`)).status, 403, 'a hidden stand-in')
  assert.equal((await ann.by.get(`${versus}/${communityId}`)).status, 404, 'nobody')
  const badly = await ann.by.get(`${versus}/${ann.player}?from=2026-02-30&x=1`)
  assert.deepEqual(violations(badly).toSorted(), ['from INVALID_FORMAT', 'x UNKNOWN_PROPERTY'])
  assert.equal((await carla.by.delete(`/ghost-players/${iris}`, '*')).status, 204)
  for (const path of [
    `/ghost-players/${iris}/statistics`,
    `/canonical-players/${ann.player}/head-to-head/${iris}`,
  ])
    assert.equal((await ann.by.get(path)).status, 404, 'deleted')
})

test('a stand-in says who may claim it, and how many claims wait', async () => {
  const dora = await somebody()
  await made(dora.by.post(`/communities/${communityId}/memberships`))
  const [iris, edda] = [await standIn(carla, 'Iris'), await standIn(carla, 'Edda')]
  await played(carla, 7, iris, edda)
  const said = async ({ by }: Somebody, id = iris) => {
    const { claimable, claimRequests } = await made(by.get(`/ghost-players/${id}/statistics`))
    return [claimable, claimRequests]
  }
  assert.deepEqual(await said(ann), [true, 0])
  assert.deepEqual(await said(carla), [false, 0], 'its owner')
  assert.deepEqual(await said(ann, carla.self), [false, 0], 'somebody themselves')
  const { id } = await made(ann.by.post('/claim-requests', { ghostPlayerId: iris }))
  assert.deepEqual(await said(ann), [false, 1])
  assert.deepEqual(await said(carla), [false, 1])
  assert.deepEqual(await said(dora), [true, 0], 'the claim of somebody else is not told')
  await made(carla.by.patch(`/claim-requests/${id}`, { status: 'APPROVED' }, '*'))
  assert.deepEqual(await said(dora), [false, 0], 'somebody is it')
  assert.deepEqual(await said(ann, edda), [false, 0], 'they sat at one table')
  assert.deepEqual(await said(dora, edda), [true, 0])
})
