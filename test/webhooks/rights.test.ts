/** Who may do what with webhooks, what ends with their makers, and what is kept of them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { uuidv7 } from '../../src/db/uuid.ts'
import { endWithMakers } from '../../src/webhooks/work.ts'
import { newGame } from '../resources/games/recipes.ts'
import { testWorld } from '../world.ts'
import { receiver } from './receiver.ts'
import { roundsOf } from './rounds.ts'

const { service, world } = await testWorld()
const { db } = service
const { root, editor } = world
const rounds = roundsOf(service)
const second = await service.account('second', ['admin'])
const rootId: string = (await root.get('/accounts?filter=name==root')).body.items[0].id
const URL_OF_HOOK = 'https://hooks.example.org/scorebook'
const nowhere = { url: URL_OF_HOOK, port: 0, secret: '' }

test('the secret is shown once, is good for the specification, and is stored nowhere in the clear', async () => {
  const key = { 'idempotency-key': uuidv7() }
  const made = await root.post('/webhooks', { url: URL_OF_HOOK }, key)
  assert.equal(made.status, 201)
  assert.match(made.body.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  const again = await root.post('/webhooks', { url: URL_OF_HOOK }, key)
  assert.deepEqual([again.status, again.body], [201, made.body], 'a retry gets the same')
  const path = `/webhooks/${made.body.id}`
  assert.equal((await root.get(path)).body.secret, undefined)
  const bare = made.body.secret.slice('whsec_'.length)
  const { rows } = await db.one(sql<{ rows: string }>`
    select (select string_agg(w::text, '') from webhooks w) || (select string_agg(k::text, '') from idempotency_keys k)
      || (select string_agg(e::text, '') from audit_events e) as rows`)
  assert.ok(!rows.includes(bare) && !rows.includes(Buffer.from(bare, 'base64').toString('hex')))
  const renewed = await root.post(`${path}/secret`)
  assert.notEqual(renewed.body.secret, made.body.secret)
})

test('only administrators have webhooks, and only with an account of this service', async () => {
  const player = await service.account('player')
  assert.equal((await player.post('/webhooks', { url: URL_OF_HOOK })).status, 403)
  assert.equal((await player.get('/webhooks')).status, 403)
  const outside = await editor.post('/webhooks', { url: URL_OF_HOOK })
  assert.equal(outside.status, 403)
  assert.match(outside.body.detail, /outside issuer/)
})

test('a token without the scope of a subject cannot have its events sent', async () => {
  const scope =
    'svc-engine:webhook-create svc-engine:webhook-update svc-engine:event-read svc-engine:game-read'
  const script = await service.as('root', { scope })
  assert.equal((await script.post('/webhooks', { url: URL_OF_HOOK })).status, 403)
  assert.equal((await script.post('/webhooks', { url: URL_OF_HOOK, kinds: ['match.created'] })).status, 403)
  const games = await script.post('/webhooks', { url: URL_OF_HOOK, kinds: ['game.created'] })
  assert.equal(games.status, 201)
  const wider = await script.patch(`/webhooks/${games.body.id}`, { kinds: [] }, games.etag)
  assert.equal(wider.status, 403)
})

test('another administrator sees, disables and deletes a webhook, and nothing more', async () => {
  const hook = await rounds.hook(root, nowhere)
  assert.equal((await second.get(hook.path)).body.maker.id, rootId)
  for (const body of [
    { url: 'https://evil.example.org/' },
    { kinds: [] },
    { enabled: true },
    { description: 'x' },
  ])
    assert.equal((await second.patch(hook.path, body, '*')).status, 403, JSON.stringify(body))
  assert.equal((await second.post(`${hook.path}/secret`)).status, 403)
  assert.equal((await second.post(`${hook.path}/test`)).status, 403)
  assert.equal((await second.post(`${hook.path}/replay`, { since: '2026-01-01T00:00:00Z' })).status, 403)
  const { body: ping } = await root.post(`${hook.path}/test`)
  assert.equal((await second.post(`${hook.path}/deliveries/${ping.id}/replay`)).status, 403)
  assert.equal((await second.get(`${hook.path}/deliveries`)).status, 403)
  assert.equal((await second.get(`${hook.path}/deliveries/count`)).status, 403)
  const disabled = await second.patch(hook.path, { enabled: false }, '*')
  assert.deepEqual([disabled.status, disabled.body.disabledReason], [200, 'ADMINISTRATOR'])
  assert.equal((await second.delete(hook.path, disabled.etag)).status, 204)
  assert.equal((await root.get(hook.path)).status, 404)
})

test('the audit says who made, changed, disabled, renewed and deleted a webhook, and not its URL', async () => {
  const hook = await rounds.hook(root, nowhere)
  const changed = await root.patch(hook.path, { description: 'Chat', url: `${URL_OF_HOOK}/2` }, hook.etag)
  assert.equal(changed.status, 200)
  await root.post(`${hook.path}/secret`)
  await second.patch(hook.path, { enabled: false }, '*')
  await second.delete(hook.path, '*')
  const { items } = (await root.get('/audit?limit=6')).body
  const of = items.filter(({ details }: { details: { webhookId?: string } }) => details.webhookId === hook.id)
  assert.deepEqual(
    of
      .map(({ kind, actor, account }: { kind: string; actor: { id: string }; account: { id: string } }) => [
        kind,
        actor.id === rootId ? 'root' : 'second',
        account.id === rootId,
      ])
      .toSorted(),
    [
      ['WEBHOOK_CHANGED', 'root', true],
      ['WEBHOOK_CHANGED', 'second', true],
      ['WEBHOOK_DELETED', 'second', true],
      ['WEBHOOK_DISABLED', 'second', true],
      ['WEBHOOK_MADE', 'root', true],
      ['WEBHOOK_SECRET_MADE', 'root', true],
    ],
  )
  assert.ok(!JSON.stringify(of).includes('hooks.example.org'))
})

for (const [what, change] of Object.entries({
  'is disabled': { disabled: true },
  'is no administrator any more': { roles: ['player'] },
}))
  test(`a webhook whose maker ${what} sends nothing, and is disabled`, async (t) => {
    const to = await receiver()
    t.after(() => to.close())
    const name = `maker who ${what}`
    const maker = await service.account(name, ['admin'])
    assert.equal((await maker.get('/users/me')).status, 200)
    const hook = await rounds.hook(maker, to, { kinds: ['game.created'] })
    await editor.post('/games', newGame())
    await rounds.queue()
    const changed = await root.patch(`/accounts/${maker.accountId}`, change, '*')
    assert.equal(changed.status, 200, changed.text)
    await rounds.send(to.settings)
    assert.deepEqual(to.received, [])
    const { enabled, disabledReason } = (await root.get(hook.path)).body
    assert.deepEqual([enabled, disabledReason], [false, 'MAKER'])
  })

test('a webhook of such a maker is disabled also if nothing is to be sent', async () => {
  const maker = await service.account('idle maker', ['admin'])
  await maker.get('/users/me')
  const hook = await rounds.hook(maker, nowhere)
  await endWithMakers(db)
  assert.equal((await root.get(hook.path)).body.enabled, true)
  await root.patch(`/accounts/${maker.accountId}`, { roles: ['player'] }, '*')
  await endWithMakers(db)
  assert.equal((await root.get(hook.path)).body.disabledReason, 'MAKER')
})

test('an erasure deletes the webhooks of the person; an export has them', async () => {
  const maker = await service.account('leaving', ['admin'])
  await maker.get('/users/me')
  const hook = await rounds.hook(maker, nowhere)
  await maker.post(`${hook.path}/test`)
  const { webhooks } = (await maker.get('/users/me/export')).body
  assert.deepEqual(
    webhooks.map(({ id, url, secret }: { id: string; url: string; secret?: string }) => [id, url, secret]),
    [[hook.id, URL_OF_HOOK, undefined]],
  )
  const me = await maker.get('/users/me')
  assert.equal((await maker.delete('/users/me', me.etag)).status, 204)
  assert.equal((await root.get(hook.path)).status, 404)
  assert.equal((await db.many(sql`select from webhook_deliveries`)).length, 0)
  const { items } = (await root.get('/audit?filter=kind==WEBHOOK_DELETED&limit=1')).body
  assert.deepEqual([items[0].account, items[0].actor.displayName], [undefined, 'Somebody who was erased'])
})

test('a service has fifty webhooks at most, however many are made at once', async () => {
  await db.many(sql`delete from webhooks`)
  const made = await Promise.all(
    Array.from({ length: 60 }, (_, n) => (n % 2 ? root : second).post('/webhooks', { url: URL_OF_HOOK })),
  )
  const counted = Map.groupBy(made, ({ status }) => status)
  assert.equal(counted.get(201)?.length, 50, [...counted.keys()].join())
  assert.equal((await root.get('/webhooks/count')).body.count, 50)
  assert.equal((await root.post('/webhooks', { url: URL_OF_HOOK })).status, 409)
  await db.many(sql`delete from webhooks`)
})
