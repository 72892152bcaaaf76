/** Deliveries to a real endpoint: what they say, how they are signed, when they are tried again, and what is not sent. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { PAUSES, pauseAfter } from '../../src/webhooks/schedule.ts'
import { idOf } from '../support.ts'
import { testWorld } from '../world.ts'
import { verifiedWith } from './receiver.ts'
import { benchOf } from './rounds.ts'

const { service, world } = await testWorld()
const { db } = service
const { root, alice } = world
const { rounds, endpoint, gameHook, newGameId, deliveriesOf, stateOf } = benchOf(service, world)

test('a delivery is what the stream sends, signed, and verified by the library', async (t) => {
  const to = await endpoint(t)
  await rounds.queue()
  const hook = await rounds.hook(root, to)
  const id = await newGameId()
  const ghost = await root.post('/ghost-players', { displayName: 'Carol' })
  await rounds.round(to.settings)
  const sent = to.received.map(({ verified }) => verified ?? assert.fail('not verified'))
  const [game, player] = sent.toSorted((a, b) => a.type.localeCompare(b.type))
  assert.deepEqual([game?.type, game?.data.path, game?.data.version], ['game.created', `/games/${id}`, 1])
  assert.deepEqual(
    [player?.type, player?.data.path],
    ['ghost-player.created', `/ghost-players/${ghost.body.id}`],
  )
  assert.equal(sent.length, 2)
  assert.match(game?.data.id ?? '', /^[\w-]{22}$/)
  assert.ok(Date.parse(game?.timestamp ?? '') > Date.now() - 60_000)
  const [first] = to.received
  assert.equal(first?.headers['content-type'], 'application/json')
  assert.match(first?.headers['user-agent'] ?? '', /^Scorebook/)
  const deliveries = await deliveriesOf(hook)
  assert.deepEqual(deliveries.map((one: { id: string }) => one.id).toSorted(), to.ids().toSorted())
  for (const one of deliveries) assert.deepEqual([one.state, one.attempts, one.lastStatus], ['SENT', 1, 204])
  assert.ok((await stateOf(hook)).lastSuccessAt)
  const forged = { ...first?.headers, 'webhook-id': 'other' } as Record<string, string>
  assert.equal(verifiedWith(to.secret, first?.body ?? '', forged), undefined)
})

test('only the chosen kinds are sent, and nothing from before the webhook', async (t) => {
  await newGameId()
  const { to } = await gameHook(t)
  await root.post('/ghost-players', { displayName: 'Dora' })
  await newGameId()
  await rounds.round(to.settings)
  assert.deepEqual(
    to.received.map(({ verified }) => verified?.type),
    ['game.created'],
  )
})

test('what fails is tried again later and later, with the same id and body, and then has failed', async (t) => {
  const { to, hook } = await gameHook(t)
  await newGameId()
  to.answers.push(...PAUSES.map(() => 500), 500)
  await rounds.round(to.settings)
  await rounds.send(to.settings)
  assert.equal(to.received.length, 1, 'it waits')
  const [waiting] = await deliveriesOf(hook)
  assert.deepEqual(
    [waiting.state, waiting.attempts, waiting.lastStatus, waiting.lastError],
    ['WAITING', 1, 500, 'The endpoint answered 500.'],
  )
  const wait = Date.parse(waiting.nextAttemptAt) - Date.parse(waiting.lastAttemptAt)
  assert.ok(wait >= 5_000 && wait <= 5_500, `${wait}`)
  for (const _ of PAUSES) {
    await rounds.pass()
    await rounds.send(to.settings)
  }
  const [failed] = await deliveriesOf(hook)
  assert.deepEqual([failed.state, failed.attempts], ['FAILED', PAUSES.length + 1])
  assert.equal(new Set(to.ids()).size, 1)
  assert.equal(new Set(to.received.map(({ body }) => body)).size, 1)
  assert.ok(to.received.every(({ verified }) => verified !== undefined))
  assert.equal((await stateOf(hook)).lastFailure, 'The endpoint answered 500.')
  await rounds.pass()
  await rounds.send(to.settings)
  assert.equal(to.received.length, PAUSES.length + 1)
})

test('the attempts take some three days', () => {
  const hours = PAUSES.map((_, n) => pauseAfter(n + 1) ?? 0).reduce((sum, one) => sum + one) / 3_600_000
  assert.ok(hours > 72 && hours < 84, `${hours} h`)
  assert.equal(pauseAfter(PAUSES.length + 1), undefined)
})

test('Retry-After of 429 and 503 is honoured, and nothing else is sent meanwhile', async (t) => {
  for (const status of [429, 503]) {
    const { to, hook } = await gameHook(t)
    await newGameId()
    to.answers.push((response) => response.writeHead(status, { 'retry-after': '7200' }).end())
    await rounds.round(to.settings)
    const [waiting] = await deliveriesOf(hook)
    assert.ok(Date.parse(waiting.nextAttemptAt) > Date.now() + 7_100_000, waiting.nextAttemptAt)
    await newGameId()
    await rounds.round(to.settings)
    assert.equal(to.received.length, 1)
  }
})

test('410 disables the webhook, and what waits has failed', async (t) => {
  const { to, hook } = await gameHook(t)
  await newGameId()
  await rounds.queue()
  await db.many(sql`
    insert into webhook_deliveries (webhook_id, kind, happened_at, due_at) values (${hook.id}, 'ping', now(), now() + interval '1 hour')`)
  to.answers.push(410)
  await rounds.send(to.settings)
  const { enabled, disabledReason } = await stateOf(hook)
  assert.deepEqual([enabled, disabledReason], [false, 'GONE'])
  assert.deepEqual(
    (await deliveriesOf(hook)).map((one: { state: string }) => one.state),
    ['FAILED', 'FAILED'],
  )
  const { items } = (await root.get('/audit?filter=kind==WEBHOOK_DISABLED&limit=1')).body
  assert.deepEqual(items[0].details, { webhookId: hook.id, reason: 'GONE' })
  assert.equal(items[0].actor.kind, 'ITSELF')
  await newGameId()
  await rounds.round(to.settings)
  assert.equal(to.received.length, 1)
})

test('an endpoint that only failed for three days is disabled, and one success ends its failing', async (t) => {
  const { to, hook } = await gameHook(t)
  const ago = () =>
    db.many(
      sql`update webhooks set failing_since = now() - interval '73 hours' where failing_since is not null`,
    )
  await newGameId()
  to.answers.push(500, 204, 500, 500)
  await rounds.round(to.settings)
  await ago()
  await rounds.pass()
  await rounds.send(to.settings)
  await newGameId()
  await rounds.round(to.settings)
  assert.equal((await stateOf(hook)).enabled, true, 'it has just begun to fail')
  await ago()
  await rounds.pass()
  await rounds.send(to.settings)
  assert.equal((await stateOf(hook)).disabledReason, 'FAILING')
})

test('an endpoint that fails gets one request at a time, at most every five minutes', async (t) => {
  const { to } = await gameHook(t)
  for (let n = 0; n < 5; n++) await newGameId()
  to.answers.push(...Array.from({ length: 20 }, () => 500))
  await rounds.round(to.settings)
  assert.equal(to.received.length, 5, 'the first are sent together')
  for (let n = 0; n < 9; n++) {
    await rounds.pass()
    await rounds.send(to.settings)
  }
  assert.equal(to.received.length, 14)
  const { hold } = await db.one(sql<{ hold: number }>`
    select extract(epoch from hold_until - now())::float8 as hold from webhooks`)
  assert.ok(hold > 200 && hold <= 300, `${hold} s`)
})

test('the former secret signs beside the new one for a day', async (t) => {
  const { to, hook } = await gameHook(t)
  const renewed = await root.post(`${hook.path}/secret`)
  assert.equal(renewed.status, 200)
  assert.match(renewed.body.secret, /^whsec_/)
  assert.ok(renewed.body.formerSecretUntil)
  await newGameId()
  await rounds.round(to.settings)
  const [both] = to.received
  assert.equal(both?.headers['webhook-signature']?.split(' ').length, 2)
  const verifies = (secret: string, { body, headers } = both ?? assert.fail()) =>
    verifiedWith(secret, body, headers) !== undefined
  assert.deepEqual([verifies(hook.secret), verifies(renewed.body.secret)], [true, true])
  await db.many(sql`update webhooks set former_secret_until = now()`)
  await newGameId()
  await rounds.round(to.settings)
  const after = to.received[1]
  assert.deepEqual([verifies(hook.secret, after), verifies(renewed.body.secret, after)], [false, true])
  assert.equal((await stateOf(hook)).formerSecretUntil, undefined)
})

test('a secret that cannot be read any more disables the webhook, and a new one lets it go on', async (t) => {
  const { to, hook } = await gameHook(t)
  await db.many(sql`delete from secrets where name = 'webhooks'`)
  await newGameId()
  await rounds.round(to.settings)
  assert.equal((await stateOf(hook)).disabledReason, 'SECRET_LOST')
  assert.equal(to.received.length, 0)
  const renewed = await root.post(`${hook.path}/secret`)
  to.secret = renewed.body.secret
  assert.equal((await root.patch(hook.path, { enabled: true }, '*')).status, 200)
  await newGameId()
  await rounds.round(to.settings)
  assert.equal(to.received[0]?.verified?.type, 'game.created')
})

test('a ping is sent, and a delivery is sent again with the same id', async (t) => {
  const { to, hook } = await gameHook(t)
  const ping = await root.post(`${hook.path}/test`)
  assert.deepEqual([ping.status, ping.body.kind, ping.body.state], [201, 'ping', 'WAITING'])
  await rounds.send(to.settings)
  assert.deepEqual(to.received[0]?.verified?.data, { kind: 'ping' })
  const again = await root.post(`${hook.path}/deliveries/${ping.body.id}/replay`)
  assert.deepEqual([again.status, again.body.state, again.body.attempts], [200, 'WAITING', 0])
  await rounds.send(to.settings)
  assert.deepEqual(to.ids(), [ping.body.id, ping.body.id])
})

test('everything that failed since a time is sent again', async (t) => {
  const { to, hook } = await gameHook(t)
  for (let n = 0; n < 3; n++) await newGameId()
  await rounds.queue()
  assert.equal((await root.patch(hook.path, { enabled: false }, '*')).body.disabledReason, 'ADMINISTRATOR')
  const since = new Date(Date.now() - 3_600_000).toISOString()
  assert.equal((await root.post(`${hook.path}/replay`, { since })).status, 409, 'it is disabled')
  assert.equal((await root.patch(hook.path, { enabled: true }, '*')).body.enabled, true)
  await db.many(sql`
    update webhook_deliveries set ended_at = now() - interval '2 hours' where id in (
      select id from webhook_deliveries where webhook_id = ${hook.id} limit 1)`)
  const replayed = await root.post(`${hook.path}/replay`, { since })
  assert.deepEqual(replayed.body, { replayed: 2, left: 0 })
  await rounds.send(to.settings)
  assert.equal(to.received.length, 2)
})

test('events of others, which the maker has no part in, are not even queued', async (t) => {
  const to = await endpoint(t)
  await rounds.queue()
  const hook = await rounds.hook(root, to)
  await alice.post('/ghost-players', { displayName: 'Secret' })
  await world.match()
  await rounds.round(to.settings)
  const kinds: string[] = (await deliveriesOf(hook)).map((one: { kind: string }) => one.kind)
  assert.deepEqual(kinds, ['game.created'], 'the game of the match is for everybody')
})

test('what the maker may not see any more is not sent, and leaves nothing', async (t) => {
  const to = await endpoint(t)
  const community = await world.community('OPEN')
  const rootId = await idOf(root)
  assert.equal((await root.post(`/communities/${community.id}/memberships`)).status, 201)
  await rounds.queue()
  const hook = await rounds.hook(root, to, { kinds: ['community.updated'] })
  const renamed = await alice.patch(`/communities/${community.id}`, { displayName: 'Other' }, community.etag)
  assert.equal(renamed.status, 200)
  await rounds.queue()
  assert.equal((await deliveriesOf(hook)).length, 1)
  const ended = await alice.delete(`/communities/${community.id}/memberships/${rootId}`, '*')
  assert.equal(ended.status, 204, ended.text)
  await rounds.send(to.settings)
  assert.equal(to.received.length, 0)
  assert.equal((await deliveriesOf(hook)).length, 0)
})
