/** The work behind deliveries: instances that share it, are killed or lose the database, slow endpoints, bounds, and the purge. */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { purge } from '../../src/db/purging.ts'
import { sql } from '../../src/db/sql.ts'
import { endedDeliveries } from '../../src/webhooks/deliveries.ts'
import { readOn } from '../../src/webhooks/follow.ts'
import { healthOfWebhooks } from '../../src/webhooks/health.ts'
import { startWebhooks } from '../../src/webhooks/work.ts'
import { withoutDatabase } from '../database-away.ts'
import { waitFor } from '../wait-for.ts'
import { testWorld } from '../world.ts'
import { benchOf } from './rounds.ts'

const { service, world } = await testWorld()
const { db } = service
const { root } = world
const { rounds, gameHook, newGameId, deliveriesOf } = benchOf(service, world)

test('two instances send each delivery once', async (t) => {
  const { to } = await gameHook(t)
  const options = { db, settings: to.settings, warn: () => {}, look: 10 }
  const both = [startWebhooks(options), startWebhooks(options)]
  t.after(() => Promise.all(both.map((one) => one.stop())))
  const made = []
  for (let n = 0; n < 25; n++) made.push(`/games/${await newGameId()}`)
  await waitFor('all deliveries', () => to.received.length >= made.length)
  await sleep(300)
  assert.deepEqual(to.received.map(({ verified }) => verified?.data.path ?? '').toSorted(), made.toSorted())
})

test('a lease that a killed instance left ends, and the delivery is sent', async (t) => {
  const { to } = await gameHook(t)
  await newGameId()
  await rounds.queue()
  await db.many(sql`update webhooks set lease_token = uuidv7(), lease_until = now() + interval '1 minute'`)
  await rounds.send(to.settings)
  assert.equal(to.received.length, 0, 'somebody has it')
  await db.many(sql`update webhooks set lease_until = now() - interval '1 second'`)
  await rounds.send(to.settings)
  assert.equal(to.received.length, 1)
})

test('if the database goes away after the answer, the delivery is sent again with the same id', async (t) => {
  const { to, hook } = await gameHook(t)
  await newGameId()
  await rounds.queue()
  await assert.rejects(withoutDatabase(/update webhook_deliveries/, () => rounds.send(to.settings)))
  assert.equal((await deliveriesOf(hook))[0].state, 'WAITING')
  await rounds.send(to.settings)
  assert.equal(to.received.length, 2)
  assert.equal(new Set(to.ids()).size, 1)
  assert.equal((await deliveriesOf(hook))[0].state, 'SENT')
})

test('if the database goes away while events are read, none is lost and none comes twice', async (t) => {
  const { to } = await gameHook(t)
  await newGameId()
  await rounds.queue()
  await newGameId()
  await waitFor('the numbering', async () => {
    try {
      return await withoutDatabase(/update webhook_head/, () => readOn(db))
    } catch {
      return true
    }
  })
  await rounds.round(to.settings)
  assert.equal(to.received.length, 2)
})

test('an endpoint that never answers holds up no other, and a stop does not wait for it', async (t) => {
  const { to, hook } = await gameHook(t)
  const second = await root.post('/webhooks', { url: `${to.url}/quick`, kinds: ['game.created'] })
  assert.equal(second.status, 201)
  to.answers.push(() => {})
  await root.post(`${hook.path}/test`)
  const work = startWebhooks({ db, settings: to.settings, warn: () => {}, look: 10 })
  await waitFor('the silent answer', () => to.received.length === 1)
  await newGameId()
  const quick = async () =>
    (await root.get(`/webhooks/${second.body.id}/deliveries/count?filter=state==SENT`)).body.count
  await waitFor('the other endpoint', async () => (await quick()) === 1)
  await work.stop()
  const { items } = (await root.get(`${hook.path}/deliveries?filter=kind==ping`)).body
  assert.deepEqual([items[0].state, items[0].attempts], ['WAITING', 0], 'another instance goes on')
})

test('an answer without end, or none in time, is an attempt of its own kind', async (t) => {
  const { to, hook } = await gameHook(t)
  to.answers.push((response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('x'.repeat(65_536)), 1)
    response.on('close', () => clearInterval(timer))
  })
  await newGameId()
  await rounds.round(to.settings)
  assert.equal((await deliveriesOf(hook))[0].state, 'SENT', 'the status is enough')
  to.answers.push(() => {})
  await newGameId()
  await rounds.round({ ...to.settings, timeout: 200 })
  const last = (await deliveriesOf(hook)).at(-1)
  assert.deepEqual(
    [last.state, last.lastStatus, last.lastError],
    ['WAITING', undefined, 'The endpoint did not answer within 0.2 seconds.'],
  )
})

test('events that the log has forgotten are one reset', async (t) => {
  const { to } = await gameHook(t)
  await newGameId()
  await db.many(sql`update webhook_head set tag = tag # 1`)
  await rounds.round(to.settings)
  assert.deepEqual(
    to.received.map(({ verified }) => verified?.data),
    [{ kind: 'reset' }],
  )
  await newGameId()
  await rounds.round(to.settings)
  assert.equal(to.received[1]?.verified?.type, 'game.created')
})

test('above a thousand that wait, one reset stands for the rest', async (t) => {
  const { to, hook } = await gameHook(t)
  await db.many(sql`
    insert into webhook_deliveries (webhook_id, kind, happened_at, due_at)
    select ${hook.id}, 'ping', now(), now() + interval '1 day' from generate_series(1, 999)`)
  for (let n = 0; n < 3; n++) await newGameId()
  await rounds.queue()
  await newGameId()
  await rounds.queue()
  const kinds = async () =>
    (
      await db.many(sql<{ kind: string; n: number }>`
        select kind, count(*)::int as n from webhook_deliveries where state = 'WAITING' group by 1 order by 1`)
    ).map(({ kind, n }) => `${kind} ${n}`)
  assert.deepEqual(await kinds(), ['game.created 1', 'ping 999', 'reset 1'])
  assert.equal((await root.post(`${hook.path}/test`)).status, 409)
  await rounds.send(to.settings)
  assert.deepEqual(to.received.map(({ verified }) => verified?.type ?? '').toSorted(), [
    'game.created',
    'reset',
  ])
})

test('deliveries that ended a week ago are deleted, and those that wait are not', async (t) => {
  const { to, hook } = await gameHook(t)
  await newGameId()
  await rounds.round(to.settings)
  await newGameId()
  await rounds.queue()
  assert.equal(await purge(db, endedDeliveries), 0)
  await db.many(
    sql`update webhook_deliveries set created_at = now() - interval '8 days', ended_at = ended_at - interval '8 days'`,
  )
  assert.equal(await purge(db, endedDeliveries), 1)
  assert.deepEqual(
    (await deliveriesOf(hook)).map((one: { state: string }) => one.state),
    ['WAITING'],
  )
})

test('doctor counts webhooks, and names an endpoint that has failed for an hour', async (t) => {
  const { to, hook } = await gameHook(t)
  to.answers.push(500)
  await root.post(`${hook.path}/test`)
  await rounds.send(to.settings)
  assert.equal(await healthOfWebhooks(db), '1 enabled, 0 disabled, 1 deliveries wait')
  await db.many(sql`update webhooks set failing_since = now() - interval '2 hours'`)
  await assert.rejects(
    healthOfWebhooks(db),
    new RegExp(`^Error: these webhooks fail: ${hook.id} since .* \\(The endpoint answered 500\\.\\)`),
  )
  await db.many(sql`delete from webhooks`)
  assert.equal(await healthOfWebhooks(db), 'none')
})
