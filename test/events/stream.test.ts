/** The stream of events, over real sockets: who gets what, and how the stream begins, resumes and ends. */
import assert from 'node:assert/strict'
import { type TestContext, before, test } from 'node:test'
import type { AddressInfo } from 'node:net'
import { PREFIX } from '../../src/http/prefix.ts'
import { type Person, idOf } from '../support.ts'
import { testWorld } from '../world.ts'
import { Follower } from './follower.ts'

const { service, world } = await testWorld()
let url = ''

before(async () => {
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}${PREFIX}/events`
})

async function follow(t: TestContext, by: Person, headers: Record<string, string> = {}): Promise<Follower> {
  const follower = await Follower.open(url, { authorization: `Bearer ${by.token}`, ...headers })
  t.after(() => follower.close())
  return follower
}

/** Waits until every follower has all earlier events. */
async function sent(...followers: Follower[]): Promise<void> {
  const { id } = await world.game() // everybody gets this event
  await Promise.all(
    followers.map((one) =>
      one.until('the last event', ({ events }) => events.some(({ path }) => path === `/games/${id}`)),
    ),
  )
}

const ofPeople = ({ lines }: Follower) => lines.filter((line) => !line.startsWith('game.'))

test('a stream begins with its headers and a place, and has an event for each change', async (t) => {
  const stream = await follow(t, world.alice, { 'accept-encoding': 'br, gzip' })
  assert.equal(stream.status, 200)
  assert.equal(stream.headers['content-type'], 'text/event-stream')
  assert.equal(stream.headers['cache-control'], 'no-store, no-transform')
  assert.equal(stream.headers['x-accel-buffering'], 'no')
  assert.equal(stream.headers['content-encoding'], undefined)
  assert.ok(stream.headers['x-request-id'])
  const ghost = await world.alice.post('/ghost-players', { displayName: 'Carol' })
  await world.alice.patch(`/ghost-players/${ghost.body.id}`, { displayName: 'Caroline' }, ghost.etag)
  await sent(stream)
  const path = `/ghost-players/${ghost.body.id}`
  assert.deepEqual(ofPeople(stream), [`ghost-player.created ${path} 1`, `ghost-player.updated ${path} 2`])
  assert.deepEqual(Object.keys(stream.events[0] ?? {}), ['id', 'kind', 'path', 'version'])
})

test('people get events only for what they may see', async (t) => {
  const [alice, bob, other] = await Promise.all([
    follow(t, world.alice),
    follow(t, world.bob),
    follow(t, await world.newcomer()),
  ])
  const match = await world.finalMatch()
  await sent(alice, bob, other) // before Bob is its player, or a late event would be for him too
  const claimEdgeId = await world.claimed(match.ghostPlayerId)
  await sent(alice, bob, other)
  assert.deepEqual(ofPeople(other), [])
  assert.ok(ofPeople(alice).includes(`match.updated /matches/${match.id} 2`))
  const lines = ofPeople(bob)
  assert.ok(lines.includes(`claim-edge.created /claim-edges/${claimEdgeId} 1`))
  assert.ok(
    !lines.some((line) => line.includes(match.id)),
    'the match was hidden from bob when it was recorded',
  )
  const dispute = `/matches/${match.id}/participants/${match.participantId}/dispute`
  const seen = await world.bob.get(`/matches/${match.id}`)
  assert.equal((await world.bob.post(dispute, { reason: 'No.' }, { 'if-match': seen.etag })).status, 200)
  await sent(alice, bob, other)
  for (const one of [alice, bob]) assert.equal(ofPeople(one).at(-1), `match.updated /matches/${match.id} 3`)
  assert.deepEqual(ofPeople(other), [])
})

test('events whose subject became hidden before the delivery are not sent', async (t) => {
  const community = await world.community('OPEN')
  const member = await world.newcomer()
  const joined = await member.post(`/communities/${community.id}/memberships`)
  assert.equal(joined.status, 201)
  const [stream, watching] = [await follow(t, member), await follow(t, world.alice)]
  const from = stream.lastId ?? ''
  stream.close()
  const userId = await idOf(member)
  const renamed = await world.alice.patch(
    `/communities/${community.id}`,
    { displayName: 'Chess' },
    community.etag,
  )
  assert.equal(renamed.status, 200)
  const path = `/communities/${community.id}/memberships/${userId}`
  const other = await world.newcomer()
  const others = `/communities/${community.id}/memberships/${await idOf(other)}`
  await other.post(`/communities/${community.id}/memberships`)
  assert.equal((await world.alice.delete(path)).status, 204)
  await sent(watching)
  const back = await follow(t, member, { 'last-event-id': from })
  await sent(back)
  const lines = ofPeople(back)
  assert.ok(!lines.some((line) => line.includes(others)), 'who has joined meanwhile')
  assert.ok(lines.includes(`membership.deleted ${path}`), 'their own membership has ended')
  assert.ok(ofPeople(watching).includes(`membership.created ${others} 1`))
})

test('a client that comes back misses nothing and gets nothing twice', async (t) => {
  const first = await follow(t, world.alice)
  await world.ghostPlayer('One')
  await first.until('an event', ({ events }) => events.length === 1)
  const { lastId = '' } = first
  first.close()
  const [two, three] = [await world.ghostPlayer('Two'), await world.ghostPlayer('Three')]
  const second = await follow(t, world.alice, { 'last-event-id': lastId })
  await second.until('what was missed', ({ events }) => events.length >= 2)
  const four = await world.ghostPlayer('Four')
  await second.until('what is new', ({ events }) => events.length >= 3)
  assert.deepEqual(
    second.events.map(({ path }) => path),
    [two, three, four].map(({ id }) => `/ghost-players/${id}`),
  )
  const third = await follow(t, world.alice, { 'last-event-id': second.events[0]?.id ?? '' })
  await third.until('the rest', ({ events }) => events.length >= 2)
  assert.deepEqual(third.events, second.events.slice(1))
})

test('a place that is not in the log is answered with a reset', async (t) => {
  for (const id of ['', 'x', 'AAAAAAAAAAAAAAAAAAAAAA', 'ÿ'.repeat(3), '0']) {
    const stream = await follow(t, world.alice, { 'last-event-id': Buffer.from(id).toString('latin1') })
    await stream.until('the reset', ({ events }) => events.length > 0)
    assert.deepEqual(stream.lines, ['reset'])
  }
})

test('a token without the scope of a subject gets none of its events', async (t) => {
  const limited = await service.as('alice', { scope: 'svc-engine:event-read svc-engine:game-read' })
  const stream = await follow(t, limited)
  await world.ghostPlayer()
  await sent(stream)
  assert.deepEqual(ofPeople(stream), [])
})

test('refusals are problems, before the stream begins', async (t) => {
  const refused = async (headers: Record<string, string>, query = '') => {
    const response = await fetch(url + query, { headers })
    const { status } = (await response.json()) as { status: number }
    assert.match(response.headers.get('content-type') ?? '', /^application\/problem\+json/)
    return status
  }
  const authorization = `Bearer ${world.alice.token}`
  assert.equal(await refused({}), 401)
  assert.equal(await refused({ authorization }, '?x=1'), 400)
  const limited = await service.as('alice', { scope: 'svc-engine:match-read' })
  assert.equal(await refused({ authorization: `Bearer ${limited.token}` }), 403)
  const many = await world.newcomer()
  for (let n = 0; n < 10; n++) assert.equal((await follow(t, many)).status, 200)
  assert.equal(await refused({ authorization: `Bearer ${many.token}` }), 429)
})
