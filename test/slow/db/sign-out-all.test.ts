/** `backup restore --sign-out-all` ends every session and token of the backup before anybody can use them. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Database } from '../../../src/db/database.ts'
import { startEmbeddedServer } from '../../../src/db/embedded/server.ts'
import { sql } from '../../../src/db/sql.ts'
import { findLink, secretIn } from '../../../src/identity/accounts/links.ts'
import { newRecoveryCodes } from '../../../src/identity/accounts/recovery-codes.ts'
import { findAccountNamed } from '../../../src/identity/accounts/store.ts'
import { newSession } from '../../../src/identity/sessions/store.ts'
import { type Place, call, placeFor, serve } from '../../served.ts'

const folderOf = ({ env }: Place) => String(env['SCOREBOOK_DATA_DIR'])
const inFolder = (place: Place, folder: string): Place => ({
  ...place,
  env: { ...place.env, SCOREBOOK_DATA_DIR: folder },
})

async function withDatabase<T>(place: Place, work: (db: Database) => Promise<T>): Promise<T> {
  const server = await startEmbeddedServer({ dir: folderOf(place), log: () => {}, exclusive: true })
  const db = new Database(server.connection, { readers: 1, writers: 2 })
  try {
    return await work(db)
  } finally {
    await db.close()
    await server.stop()
  }
}

/** What a thief may have: credentials as headers, each with a path to try them at, and a link to reset a password. */
interface Stolen {
  headers: Record<string, string>[]
  path: string[]
  link: string
}

async function steal(place: Place): Promise<Stolen> {
  assert.equal((await call(place, ['migrate'])).code, 0)
  const shell = (await call(place, ['token', '--user', 'Alma'])).out.trim()
  const service = serve(place)
  await service.ready()
  const made = await fetch(`${place.url}/api/v1/users/me/tokens`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${shell}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify({ name: 'Script', scopes: ['svc-engine:user-read'], days: 30 }),
  })
  assert.equal(made.status, 201)
  const { token } = (await made.json()) as { token: string }
  await service.end('SIGTERM')
  const link = secretIn((await call(place, ['user', 'reset', 'Alma'])).out.trim().split('\n').at(-1) ?? '')
  const cookie = await withDatabase(place, async (db) => {
    const account = await findAccountNamed(db, 'Alma')
    assert.ok(account)
    const { id: accountId } = account
    const session = newSession({ accountId, method: 'PASSWORD', address: '192.0.2.1', userAgent: 'Test' })
    const { statements } = newRecoveryCodes(accountId)
    for (const statement of [session.statement, ...statements]) await db.many(statement)
    await db.many(sql`
      insert into oidc_artifacts (model, id, payload, account_id, client_id) values
        ('Grant', 'g', '{}', ${accountId}, 'scorebook-cli'), ('RefreshToken', 'r', '{}', ${accountId}, 'scorebook-cli'),
        ('AuthorizationCode', 'c', '{}', ${accountId}, 'scorebook-cli'), ('DeviceCode', 'd', '{}', null, 'scorebook-cli'),
        ('ReplayDetection', 'j', '{}', null, null)`)
    await db.many(sql`update accounts set password_hash = 'kept' where id = ${accountId}`)
    return session.secret
  })
  return {
    headers: [
      { authorization: `Bearer ${shell}` },
      { authorization: `Bearer ${token}` },
      { cookie: `scorebook=${cookie}`, 'sec-fetch-site': 'same-origin' },
    ],
    path: ['/api/v1/users/me', '/api/v1/users/me', '/web/api/v1/users/me'],
    link,
  }
}

async function statuses(place: Place, { headers, path }: Stolen): Promise<number[]> {
  const service = serve(place)
  await service.ready()
  const answers = await Promise.all(
    headers.map(async (one, n) => (await fetch(`${place.url}${path[n]}`, { headers: one })).status),
  )
  await service.end('SIGTERM')
  return answers
}

const placeOf = (t: TestContext) => placeFor(t, { SCOREBOOK_BACKUP: 'off' })

test('nothing that was stolen before lets in to what is restored after a breach', async (t) => {
  const place = await placeOf(t)
  const stolen = await steal(place)
  assert.equal((await call(place, ['backup', 'create'])).code, 0)

  const plain = inFolder(place, join(folderOf(place), 'plain'))
  assert.equal((await call(place, ['backup', 'restore', '--to', folderOf(plain)])).code, 0)
  assert.deepEqual(await statuses(plain, stolen), [200, 200, 200], 'as it was, all of it lets in again')

  const safe = inFolder(place, join(folderOf(place), 'safe'))
  const restored = await call(place, ['backup', 'restore', '--sign-out-all', '--to', folderOf(safe)])
  assert.equal(restored.code, 0, restored.err)
  assert.match(
    restored.out,
    /Ended: 1 session, 1 personal access token, the access of 1 app, 2 links, and the recovery codes of 1 account/,
  )
  assert.deepEqual(await statuses(safe, stolen), [401, 401, 401])
  await withDatabase(safe, async (db) => {
    assert.equal(await findLink(db, stolen.link), undefined)
    const left = await db.many(sql`select model from oidc_artifacts`)
    assert.deepEqual(left, [{ model: 'ReplayDetection' }])
    assert.deepEqual(await db.many(sql`select from recovery_codes`), [])
    assert.deepEqual(await db.many(sql`select name, password_hash as hash from accounts`), [
      { name: 'Alma', hash: 'kept' },
    ])
    const events = await db.many(sql<{ kind: string }>`
      select distinct kind from audit_events where actor = 'SHELL' and kind like any (array['%ENDED', 'KEY%']) order by kind`)
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ['CONSENT_ENDED', 'KEY_ROTATED', 'LINK_ENDED', 'RECOVERY_CODES_ENDED', 'SESSION_ENDED', 'TOKEN_ENDED'],
    )
  })
})

test('a database in which nobody can be signed out is not restored', async (t) => {
  const place = await placeOf(t)
  assert.equal((await call(place, ['migrate'])).code, 0)
  await withDatabase(place, (db) => db.many(sql`drop table recovery_codes`))
  assert.equal((await call(place, ['backup', 'create'])).code, 0)
  const to = join(folderOf(place), 'restored')
  const refused = await call(place, ['backup', 'restore', '--sign-out-all', '--to', to])
  assert.equal(refused.code, 1)
  assert.match(refused.err, /Nobody could be signed out .* so nothing was restored: .*recovery_codes/)
  assert.ok(!existsSync(join(to, 'cluster')))
})

test('the option belongs to a restore alone', async (t) => {
  const refused = await call(await placeOf(t), ['backup', 'list', '--sign-out-all'])
  assert.equal(refused.code, 2)
  assert.match(refused.err, /`scorebook backup list` takes no --sign-out-all/)
})

test('a shell signs everybody out of the database in use', async (t) => {
  const place = await placeOf(t)
  const stolen = await steal(place)
  const ended = await call(place, ['user', 'sign-out-all', '--json'])
  assert.equal(ended.code, 0, ended.err)
  assert.deepEqual(JSON.parse(ended.out), { sessions: 1, tokens: 1, apps: 1, links: 2, recoveryCodes: 1 })
  assert.deepEqual(await statuses(place, stolen), [401, 401, 401])
})
