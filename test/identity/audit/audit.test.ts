/** The audit: what it records, whose traces are removed, and how long events are kept. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { purge } from '../../../src/db/purging.ts'
import { raw, sql } from '../../../src/db/sql.ts'
import { auditRecord } from '../../../src/identity/audit/record.ts'
import { purgesOfIdentity } from '../../../src/identity/purges.ts'
import { person } from '../../../src/identity/audit/actor.ts'
import { type Person, testService } from '../../support.ts'
import { signIn } from '../accounts.ts'
import { everythingIn } from '../everything.ts'

const service = await testService()
const { db } = service
after(() => service.close())

let root: Person & { accountId: string }
before(async () => {
  root = await service.account('root', ['admin'])
})

const eventsOf = async (accountId: string) => {
  const query = new URLSearchParams({ filter: `accountId==${accountId}`, sort: 'createdAt,id' })
  return (await root.get(`/audit?${query}`)).body.items
}

test('what administrators and owners do to an account is recorded, with who did it', async () => {
  const { accountId, post, delete: remove } = await service.account('alma')
  await signIn(db, accountId)
  const patch = async (body: object) =>
    root.patch(`/accounts/${accountId}`, body, (await root.get(`/accounts/${accountId}`)).etag)
  const { body: token } = await post('/users/me/tokens', {
    name: 'T',
    scopes: ['svc-engine:user-read'],
    days: 1,
  })
  await remove(`/users/me/tokens/${token.id}`)
  await root.delete(`/accounts/${accountId}/sessions`)
  await patch({ roles: ['translator'] })
  await patch({ roles: ['translator'] })
  await patch({ disabled: true })
  await patch({ disabled: false })
  await root.post('/accounts/links', { kind: 'RESET', accountId })
  const actor = { kind: 'PERSON', id: root.accountId, displayName: 'root', clientId: 'scorebook-cli' }
  const alma = { kind: 'PERSON', id: accountId, displayName: 'alma', clientId: 'scorebook-cli' }
  const events = await eventsOf(accountId)
  assert.deepEqual(
    events.map((event: Record<string, unknown>) => [event['kind'], event['actor']]),
    [
      ['TOKEN_MADE', alma],
      ['TOKEN_ENDED', alma],
      ['CONSENT_ENDED', actor],
      ['SESSION_ENDED', actor],
      ['ROLES_CHANGED', actor],
      ['ACCOUNT_DISABLED', actor],
      ['ACCOUNT_ENABLED', actor],
      ['LINK_MADE', actor],
    ],
  )
  for (const { kind, address, userAgent } of events)
    assert.deepEqual([address, userAgent], ['127.0.0.1', 'lightMyRequest'], `where ${kind} came from`)
  const roles = events.find(({ kind }: { kind: string }) => kind === 'ROLES_CHANGED')
  assert.deepEqual(roles.details, { before: ['player'], after: ['translator'] })
  assert.deepEqual(roles.account, { id: accountId, displayName: 'alma' })
})

test('an erasure takes the person out of the audit and leaves nothing of the account', async () => {
  const { accountId, get, delete: remove, post } = await service.account('Zita Kranich', ['admin'])
  await signIn(db, accountId)
  await post('/users/me/tokens', { name: 'Kranich', scopes: ['svc-engine:user-read'], days: 1 })
  const { accountId: other } = await service.account('other')
  const record = { address: '203.0.113.77', userAgent: 'Kranich browser', details: { note: 'Kranich' } }
  const by = person(accountId)
  await db.many(auditRecord({ kind: 'SIGNED_IN', accountId, by, ...record }))
  await db.many(auditRecord({ kind: 'ROLES_CHANGED', accountId: other, by, address: record.address }))
  await db.many(auditRecord({ kind: 'ACCOUNT_DISABLED', accountId: other, by, userAgent: record.userAgent }))
  await db.many(sql`update accounts set email = 'zita@kranich.example' where id = ${accountId}`)
  const mine = await root.get(`/accounts/${accountId}`)
  const changed = await root.patch(`/accounts/${accountId}`, { roles: ['admin', 'player'] }, mine.etag)
  assert.equal(changed.body.email, 'zita@kranich.example')
  const exported = (await get('/users/me/export')).body
  assert.deepEqual(
    ['accounts', 'sessions', 'personalTokens', 'auditEvents'].map((list) => exported[list].length),
    [1, 1, 1, 3],
  )
  assert.equal(exported.accounts[0].name, 'Zita Kranich')
  const before = (await root.get('/audit/count')).body.count
  assert.equal((await remove('/users/me', (await get('/users/me')).etag)).status, 204)
  assert.equal((await root.get('/audit/count')).body.count, before + 1, 'the events stay, and one records it')
  const left = await everythingIn(db)
  for (const trace of ['kranich', '203.0.113.77']) assert.ok(!left.toLowerCase().includes(trace), trace)
  const [changedRoles, disabled] = await eventsOf(other)
  const { id } = changedRoles.actor
  assert.deepEqual(changedRoles.actor, { kind: 'PERSON', id, displayName: 'Somebody who was erased' })
  assert.deepEqual(disabled.actor, changedRoles.actor, 'two deeds of one person are seen as that')
  assert.notEqual(id, accountId)
  const [erased] = (await root.get('/audit?limit=1')).body.items
  assert.equal(erased.kind, 'ACCOUNT_ERASED')
  assert.deepEqual(
    [erased.account, erased.actor.id, erased.address, erased.details],
    [undefined, id, undefined, { roles: ['admin', 'player'] }],
  )
})

test('what is recorded is short, whatever a browser sends', async () => {
  const { accountId } = await service.account('long')
  await db.many(
    auditRecord({ kind: 'SIGNED_IN', accountId, by: person(accountId), userAgent: 'x'.repeat(20_000) }),
  )
  const [event] = await eventsOf(accountId)
  assert.equal(event.userAgent.length, 300)
})

test('what is past its time is purged, and nothing else', async () => {
  const { accountId } = await service.account('old')
  const days = (n: number) => sql`now() - make_interval(days => ${n})`
  for (const n of [366, 364])
    await db.many(
      sql`
        insert into audit_events (kind, account_id, actor, created_at)
        values ('SIGN_IN_FAILED', ${accountId}, 'STRANGER', ${days(n)})`,
    )
  const session = (hash: string, seen: number, ends: number) =>
    db.many(sql`
      insert into sessions (hash, account_id, method, address, user_agent, last_seen_at, ends_at)
      values (${Buffer.from(hash)}, ${accountId}, 'PASSKEY', '', '', ${days(seen)}, ${days(ends)})`)
  await Promise.all([
    session('idle', 31, -1),
    session('over', 0, 1),
    session('both', 31, 1),
    session('good', 29, -1),
  ])
  const token = (hash: string, ended: number) =>
    db.many(sql`
      insert into personal_tokens (account_id, name, scopes, hash, expires_at)
      values (${accountId}, ${hash}, '{}', ${Buffer.from(hash)}, ${days(ended)})`)
  await Promise.all([token('gone', 31), token('shown', 29)])
  const link = (hash: string, ended: number) =>
    db.many(sql`
      insert into sign_in_links (kind, hash, uses_left, expires_at)
      values ('INVITATION', ${Buffer.from(hash)}, 1, ${days(ended)})`)
  await Promise.all([link('gone', 31), link('shown', 29)])
  const artifact = (id: string, ended: number) =>
    db.many(
      sql`insert into oidc_artifacts (model, id, payload, expires_at) values ('Code', ${id}, '{}', ${days(ended)})`,
    )
  await Promise.all([artifact('gone', 1), artifact('good', -1)])
  for (const [table, column] of [
    ['used_challenges', 'ends_at'],
    ['sign_in_budgets', 'full_at'],
  ] as const)
    for (const [hash, ended] of [
      ['gone', 1],
      ['good', -1],
    ] as const)
      await db.many(
        sql`insert into ${raw(table)} (hash, ${raw(column)}) values (${Buffer.from(hash)}, ${days(ended)})`,
      )
  const purged: number[] = []
  for (const one of purgesOfIdentity(365)) purged.push(await purge(db, one))
  assert.deepEqual(purged, [2, 1, 1, 1, 1, 1, 1, 1])
})
