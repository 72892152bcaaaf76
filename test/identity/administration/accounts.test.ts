/** Administration: what administrators see, what they can and cannot change, and one-time links. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, mock, test } from 'node:test'
import { DatabaseUnavailable } from '../../../src/db/database.ts'
import { sql } from '../../../src/db/sql.ts'
import { uuidv7 } from '../../../src/db/uuid.ts'
import { STANDBY } from '../../database.ts'
import { type Person, type Reply, call, testService, violations } from '../../support.ts'
import { signIn } from '../accounts.ts'
import { everythingIn } from '../everything.ts'

const service = await testService()
const { app, db } = service
after(() => service.close())

let root: Person & { accountId: string }
before(async () => {
  root = await service.account('root', ['admin'])
})

const etagOf = async (accountId: string) => (await root.get(`/accounts/${accountId}`)).etag
const change = async (by: Person, accountId: string, body: object): Promise<Reply> =>
  by.patch(`/accounts/${accountId}`, body, await etagOf(accountId))

test('an account is shown with what an administrator asks first', async () => {
  const alma = await service.account('alma')
  await Promise.all([signIn(db, alma.accountId), signIn(db, alma.accountId)])
  await alma.post('/users/me/tokens', { name: 'T', scopes: ['svc-engine:match-read'], days: 1 })
  const { body } = await root.get(`/accounts/${alma.accountId}`)
  const { user, lastSeenAt, createdAt, updatedAt, ...rest } = body
  assert.equal(user.displayName, 'alma')
  assert.ok(lastSeenAt && createdAt && updatedAt)
  assert.deepEqual(rest, {
    id: alma.accountId,
    displayName: 'alma',
    roles: ['player'],
    passkeys: 0,
    hasPassword: false,
    sessions: 2,
    tokens: 1,
  })
  const found = await root.get(`/accounts?${new URLSearchParams({ filter: 'roles==player;name==ALMA' })}`)
  assert.deepEqual(found.body.items, [body])
})

test('the last administrator neither loses the role nor is disabled; another one may be', async () => {
  for (const body of [{ roles: ['player'] }, { roles: [] }, { disabled: true }]) {
    const refused = await change(root, root.accountId, body)
    assert.equal(refused.status, 409)
    assert.match(refused.body.detail, /last administrator/)
  }
  assert.equal((await change(root, root.accountId, { roles: ['admin', 'player'] })).status, 200)
  const second = await service.account('second', ['admin'])
  assert.equal((await change(root, second.accountId, { disabled: true })).status, 200)
  const refused = await change(root, root.accountId, { roles: ['player'] })
  assert.equal(refused.status, 409, 'one who is disabled does not count')
  assert.equal((await change(root, second.accountId, { disabled: false })).status, 200)
  assert.equal((await change(root, second.accountId, { roles: ['player'] })).status, 200)
})

test('two administrators who take the role from one another at once leave one', async () => {
  for (let round = 0; round < 5; round++) {
    const other = await service.account(`other ${round}`, ['admin'])
    const [mine, theirs] = await Promise.all([etagOf(root.accountId), etagOf(other.accountId)])
    const replies = await Promise.all([
      root.patch(`/accounts/${other.accountId}`, { roles: ['player'] }, theirs),
      other.patch(`/accounts/${root.accountId}`, { roles: ['player'] }, mine),
    ])
    const { left } = await db.one(sql<{ left: number }>`
      select count(*)::int as left from accounts where 'admin' = any(roles) and disabled_at is null`)
    assert.equal(left, 1, replies.map(({ status }) => status).join())
    await db.many(sql`
      update accounts set roles = case when id = ${root.accountId} then array['admin'] else array['player'] end
      where id in (${root.accountId}, ${other.accountId})`)
    await db.many(sql`select pg_notify('scorebook_standing', ${root.accountId})`)
    while ((await root.get('/accounts/count')).status !== 200)
      await new Promise((resolve) => setImmediate(resolve))
  }
})

test('the last administrator is not erased, unless nobody else has an account', async () => {
  const erase = async (by: Person) => by.delete('/users/me', (await by.get('/users/me')).etag)
  const refused = await erase(root)
  assert.equal(refused.status, 409)
  assert.match(refused.body.detail, /last administrator/)
  assert.equal((await root.get('/accounts/count')).status, 200)
  const disabled = await service.account('disabled administrator', ['admin'])
  assert.equal((await change(root, disabled.accountId, { disabled: true })).status, 200)
  assert.equal((await erase(root)).status, 409, 'one who is disabled does not count')
  assert.equal((await erase(await service.account('another administrator', ['admin']))).status, 204)
  assert.equal((await erase(await service.account('leaves'))).status, 204)
  const alone = await testService()
  try {
    assert.equal((await erase(await alone.account('alone', ['admin']))).status, 204)
  } finally {
    await alone.close()
  }
})

test('what a change of an account must be', async () => {
  const { accountId } = await service.account('changed')
  const etag = await etagOf(accountId)
  const path = `/accounts/${accountId}`
  assert.deepEqual(violations(await root.patch(path, { roles: ['king'] }, etag)), ['roles[0] INVALID_VALUE'])
  assert.deepEqual(violations(await root.patch(path, { roles: ['player', 'player'] }, etag)), [
    'roles[1] DUPLICATE_ITEM',
  ])
  assert.deepEqual(violations(await root.patch(path, { password: 'x' }, etag)), ['password UNKNOWN_PROPERTY'])
  assert.equal((await root.patch(path, { disabled: true }, '"0"')).status, 412)
})

test('a link shows its secret to its maker and to a retry, and nothing stores the secret', async () => {
  const key = { 'idempotency-key': uuidv7() }
  const body = { kind: 'INVITATION', roles: ['player', 'translator'], uses: 3 }
  const first = await root.post('/accounts/links', body, key)
  assert.equal(first.status, 201, first.text)
  assert.equal((await root.post('/accounts/links', body, key)).text, first.text)
  const [address, secret = ''] = first.body.url.split('#')
  assert.equal(address, 'https://scorebook.example.org/link')
  assert.match(secret, /^[\w-]{43}$/)
  const row = await db.one(sql`
    select kind, roles, uses_left, created_by, hash, round(extract(epoch from expires_at - now()) / 86400)::int as days
    from sign_in_links where id = ${first.body.id}`)
  assert.deepEqual(row, {
    kind: 'INVITATION',
    roles: ['player', 'translator'],
    uses_left: 3,
    created_by: root.accountId,
    hash: createHash('sha256').update(secret).digest(),
    days: 7,
  })
  assert.ok(!(await everythingIn(db)).includes(secret))
})

test('a reset is for an account that is there, once; an invitation is for nobody yet', async () => {
  const { accountId } = await service.account('lost')
  const reset = await root.post('/accounts/links', { kind: 'RESET', accountId })
  assert.deepEqual([reset.status, reset.body.uses, reset.body.roles], [201, 1, []])
  const refused: [object, string[]][] = [
    [{ kind: 'RESET' }, ['accountId REQUIRED']],
    [{ kind: 'RESET', accountId: uuidv7() }, ['accountId INVALID_REFERENCE']],
    [{ kind: 'RESET', accountId, roles: ['admin'], uses: 2 }, ['roles INVALID_VALUE', 'uses INVALID_VALUE']],
    [{ kind: 'INVITATION', accountId }, ['accountId INVALID_VALUE']],
    [{ kind: 'FIRST_ADMINISTRATOR' }, ['kind INVALID_VALUE']],
    [{ kind: 'INVITATION', days: 366, uses: 1001 }, ['days OUT_OF_RANGE', 'uses OUT_OF_RANGE']],
    [{ kind: 'RESET', accountId, days: 8 }, ['days OUT_OF_RANGE']],
    [{ kind: 'INVITATION', roles: ['admin'], uses: 2 }, ['uses OUT_OF_RANGE']],
  ]
  for (const [body, expected] of refused)
    assert.deepEqual(violations(await root.post('/accounts/links', body)).toSorted(), expected)
})

test('administrators of an outside issuer invite nobody here, and find no accounts of their people', async () => {
  const olga = await service.as('olga', { roles: ['admin'] })
  const refused = await olga.post('/accounts/links', { kind: 'INVITATION' })
  assert.equal(refused.status, 403)
  assert.match(refused.body.detail, /outside issuer/)
  const found = await olga.get(`/accounts?${new URLSearchParams({ filter: 'name==olga' })}`)
  assert.deepEqual(found.body.items, [])
  assert.equal((await olga.get('/system/status')).status, 200)
})

test('signing an account out ends its sessions, its tokens and the access of apps', async () => {
  const { accountId, post } = await service.account('out')
  await db.many(sql`
    insert into oidc_artifacts (model, id, payload, account_id, client_id, grant_id)
    values ('Grant', 'g', '{}', ${accountId}, 'scorebook-cli', null), ('RefreshToken', 'r', '{}', ${accountId}, 'scorebook-cli', 'g')`)
  const cookie = await signIn(db, accountId)
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  const { body } = await post('/users/me/tokens', { name: 'T', scopes: ['svc-engine:user-read'], days: 1 })
  const both = async () => [
    (await call(app, 'GET', '//web/api/v1/users/me', undefined, headers)).status,
    (await call(app, 'GET', '/users/me', undefined, { authorization: `Bearer ${body.token}` })).status,
  ]
  assert.deepEqual(await both(), [200, 200])
  assert.equal((await root.delete(`/accounts/${accountId}/sessions`)).status, 204)
  assert.equal((await root.delete(`/accounts/${accountId}/sessions`)).status, 204, 'with none left')
  while ((await both()).includes(200)) await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(await both(), [401, 401])
  assert.equal((await db.many(sql`select from oidc_artifacts where account_id = ${accountId}`)).length, 0)
  const events = await db.many(sql<{ kind: string; actor: string }>`
    select kind, actor_id as actor from audit_events where account_id = ${accountId} and kind like '%ENDED' order by kind`)
  assert.deepEqual(
    events.map(({ kind }) => kind),
    ['CONSENT_ENDED', 'SESSION_ENDED', 'TOKEN_ENDED'],
  )
  for (const { actor } of events) assert.equal(actor, root.accountId)
})

test('the state of the system is read at the primary', async () => {
  const read = mock.method(db, 'read', () => Promise.reject(new DatabaseUnavailable('A standby was asked.')))
  try {
    assert.equal((await root.get('/accounts/count')).status, 503)
    assert.equal((await root.get('/system/status')).status, 200)
  } finally {
    read.mock.restore()
  }
})

test('the state of the system has the real figures', async () => {
  const { body } = await root.get('/system/status')
  const counted = await db.one(sql`
    select (select count(*)::int from accounts) as total,
      (select count(*)::int from accounts where disabled_at is not null) as disabled,
      (select count(*)::int from accounts where disabled_at is null and 'admin' = any(roles)) as administrators`)
  assert.deepEqual(body.accounts, counted)
  assert.equal(body.instances.length, 1)
  assert.match(body.instances[0].name, new RegExp(`^${process.pid}@`))
  assert.ok(body.database.bytes > 1_000_000 && body.database.connections > 0)
  assert.equal(body.database.standbys, process.env[STANDBY] ? 1 : 0)
  assert.equal(body.pipeline.steps.length, 4)
  await db.many(sql`
    insert into audit_events (kind, actor, created_at) values
      ('SIGN_IN_FAILED', 'STRANGER', now()), ('SIGN_IN_FAILED', 'STRANGER', now() - interval '25 hours'),
      ('KEY_ROTATED', 'ITSELF', now())`)
  assert.equal((await root.get('/system/status')).body.failedSignIns, body.failedSignIns + 1)
})
