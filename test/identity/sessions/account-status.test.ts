/** The status of an account: every instance remembers it, and forgets it as soon as it changes. */
import assert from 'node:assert/strict'
import { after, before, mock, test } from 'node:test'
import { buildApp } from '../../../src/app.ts'
import { Database, DatabaseUnavailable } from '../../../src/db/database.ts'
import { sql } from '../../../src/db/sql.ts'
import { uuidv7 } from '../../../src/db/uuid.ts'
import { trustEmbedded } from '../../../src/identity/embedded-issuer.ts'
import { LastUses } from '../../../src/identity/sessions/last-uses.ts'
import { AccountCache } from '../../../src/identity/sessions/account-cache.ts'
import { AccountStatus, accountChanged } from '../../../src/identity/sessions/account-status.ts'
import { endOtherSessions } from '../../../src/identity/sessions/store.ts'
import { TokenVerifier } from '../../../src/identity/verifier.ts'
import { BASE_URL, type Person, call, newKey, person, present, testService } from '../../support.ts'
import { signIn, tokenOfAccount } from '../accounts.ts'
import { waitFor } from '../../wait-for.ts'
import { countingRequests } from '../../traffic.ts'

const service = await testService(undefined, { alone: true })
const { db } = service
/** A second instance on the same database. */
const otherDb = new Database(service.connection)
const other = await countingRequests(otherDb, () =>
  buildApp({
    config: { baseUrl: BASE_URL, errorTypeBase: `${BASE_URL}/problems`, corsOrigins: [] },
    db: otherDb,
    verifier: new TokenVerifier([trustEmbedded(otherDb, BASE_URL, () => {})]),
  }),
)
let root: Person

before(async () => {
  root = await service.account('root', ['admin'])
})
after(async () => {
  await other.close()
  await otherDb.close()
  await service.close()
})

const SAME = { 'sec-fetch-site': 'same-origin' }

/** Makes an account with each kind of credential. `statuses` reads with each one at both instances. */
async function waysOf(name: string) {
  const account = await service.account(name, ['player', 'translator'])
  const cookie = await signIn(db, account.accountId)
  const made = await call(
    service.app,
    'POST',
    '//web/api/v1/users/me/tokens',
    { name: 'Texts', scopes: ['svc-engine:application-read'], days: 1 },
    { cookie, ...SAME, ...newKey() },
  )
  assert.equal(made.status, 201, made.text)
  const headers = (token: string) => ({ authorization: `Bearer ${token}` })
  const statuses = async () => {
    const asked = [service.app, other].flatMap((app) => [
      call(app, 'GET', '/applications', undefined, headers(account.token)),
      call(app, 'GET', '/applications', undefined, headers(made.body.token)),
      call(app, 'GET', '//web/api/v1/applications', undefined, { cookie, ...SAME }),
    ])
    return (await Promise.all(asked)).map(({ status }) => status).join()
  }
  return { ...account, cookie, tokenId: made.body.id as string, statuses }
}

const ALL = (status: number) => Array(6).fill(status).join()

/** Stops the clock during the work, so that nothing is asked again because of its age. */
async function withStillClock(work: () => Promise<void>): Promise<void> {
  mock.timers.enable({ apis: ['Date'], now: Date.now() })
  try {
    await work()
  } finally {
    mock.timers.reset()
  }
}

async function change(accountId: string, body: object): Promise<void> {
  const { etag } = await root.get(`/accounts/${accountId}`)
  const changed = await root.patch(`/accounts/${accountId}`, body, etag)
  assert.equal(changed.status, 200, changed.text)
}

test('a role that is taken away is lost by every token and session, on every instance', async () => {
  const { accountId, statuses } = await waysOf('role')
  await withStillClock(async () => {
    assert.equal(await statuses(), ALL(200))
    await change(accountId, { roles: ['player'] })
    await waitFor('the role to be gone', async () => (await statuses()) === ALL(403))
    await change(accountId, { roles: ['player', 'translator'] })
    await waitFor('the role to be back', async () => (await statuses()) === ALL(200))
  })
})

test('a disabled account is let in nowhere; enabled again, it has its own tokens, and neither sessions nor apps', async () => {
  const { accountId, statuses } = await waysOf('disabled')
  await withStillClock(async () => {
    assert.equal(await statuses(), ALL(200))
    await change(accountId, { disabled: true })
    await waitFor('the account to be let in nowhere', async () => (await statuses()) === ALL(401))
    await change(accountId, { disabled: false })
    await waitFor('its tokens to be let in', async () => (await statuses()) === '401,200,401,401,200,401')
  })
})

test('an erased account is let in nowhere', async () => {
  const { statuses, get, delete: remove } = await waysOf('erased')
  await withStillClock(async () => {
    assert.equal(await statuses(), ALL(200))
    const { etag } = await get('/users/me')
    assert.equal((await remove('/users/me', etag)).status, 204)
    await waitFor('the person to be let in nowhere', async () => (await statuses()) === ALL(401))
  })
})

test('an ended token, and the end of all access, are known on every instance', async () => {
  const { accountId, tokenId, statuses, delete: remove } = await waysOf('ended')
  await withStillClock(async () => {
    assert.equal(await statuses(), ALL(200))
    assert.equal((await remove(`/users/me/tokens/${tokenId}`)).status, 204)
    await waitFor('the token to have ended', async () => (await statuses()) === '200,401,200,200,401,200')
    assert.equal((await root.delete(`/accounts/${accountId}/sessions`)).status, 204)
    await waitFor('all access to have ended', async () => (await statuses()) === ALL(401))
  })
})

/** Changes the roles without notifying the instances. */
const demote = (accountId: string) =>
  db.many(sql`update accounts set roles = '{player}' where id = ${accountId}`)

test('a notification that was lost is made up for within a minute', async () => {
  const { accountId, statuses } = await waysOf('lost')
  await withStillClock(async () => {
    assert.equal(await statuses(), ALL(200))
    await demote(accountId)
    assert.equal(await statuses(), ALL(200), 'it is kept')
    mock.timers.setTime(Date.now() + 60_000)
    assert.equal(await statuses(), ALL(403))
  })
})

test('an instance that lost its listening connection forgets everything', async () => {
  const { accountId, statuses } = await waysOf('deaf')
  await withStillClock(async () => {
    assert.equal(await statuses(), ALL(200))
    await demote(accountId)
    const ended = await db.many(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name like 'scorebook listener %' and datname = current_database()`)
    assert.equal(ended.length, 2, 'one of each instance')
    await waitFor('the role to be gone', async () => (await statuses()) === ALL(403))
  })
  await waitFor('both to listen again', async () => {
    const { listening } = await db.one(sql<{ listening: number }>`
      select count(*)::int as listening from pg_stat_activity
      where application_name like 'scorebook listener %' and datname = current_database()`)
    return listening === 2
  })
})

test('a token’s scopes are bounded by the account’s roles, but for one that a shell on the server made', async () => {
  const { accountId } = await service.account('bounded')
  const scope = 'svc-engine:match-read svc-engine:audit-read'
  const widened = await service.as('bounded', { scope })
  assert.deepEqual([(await widened.get('/matches')).status, (await widened.get('/audit')).status], [200, 403])
  const claimed = await service.as('bounded', { roles: ['admin'] })
  assert.deepEqual([(await claimed.get('/matches')).status, (await claimed.get('/audit')).status], [200, 403])
  const made = await service.as('bounded', { scope, from_shell: true })
  assert.deepEqual([(await made.get('/matches')).status, (await made.get('/audit')).status], [200, 200])
  await change(accountId, { disabled: true })
  await waitFor('the token to have ended', async () => (await made.get('/matches')).status === 401)
})

test('a client of the embedded issuer has the roles of the client, and is let in nowhere when it is removed', async () => {
  const id = uuidv7()
  await db.many(sql`
    insert into oidc_clients (id, name, kind, metadata, roles)
    values (${id}, 'Robot', 'SERVICE', '{}', '{catalog-service}')`)
  const client = { id, name: 'Robot', roles: ['admin' as const] }
  const robot = person(service.app, await tokenOfAccount(db, BASE_URL, client, { client_id: id }))
  assert.deepEqual([(await robot.get('/games')).status, (await robot.get('/audit')).status], [200, 403])
  await Promise.all([db.many(sql`delete from oidc_clients where id = ${id}`), db.many(accountChanged(id))])
  await waitFor('the client to be let in nowhere', async () => (await robot.get('/games')).status === 401)
})

test('a request with a session or a personal token takes no round trip more than one with a JWT', async () => {
  const { token, cookie, post } = await waysOf('counted')
  const made = await post('/users/me/tokens', {
    name: 'Reads',
    scopes: ['svc-engine:match-read', 'svc-engine:ghost-player-create'],
    days: 1,
  })
  const ways: [prefix: string, headers: Record<string, string>][] = [
    ['', { authorization: `Bearer ${token}` }],
    ['', { authorization: `Bearer ${made.body.token}` }],
    ['//web/api/v1', { cookie, ...SAME }],
  ]
  await withStillClock(async () => {
    const counts = []
    for (const [prefix, headers] of ways) {
      const trips = async (work: () => Promise<{ status: number }>, status: number) => {
        const begun = otherDb.traffic.roundTrips
        assert.equal((await work()).status, status)
        return otherDb.traffic.roundTrips - begun
      }
      const read = () => call(other, 'GET', `${prefix}/matches/count`, undefined, headers)
      const create = () =>
        call(
          other,
          'POST',
          `${prefix}/ghost-players`,
          { displayName: 'Bo' },
          { ...headers, 'idempotency-key': crypto.randomUUID() },
        )
      // The first token of an issuer also waits for the issuer's keys, so its first count is left out.
      counts.push([await trips(read, 200), await trips(read, 200), await trips(create, 201)])
    }
    const [jwt, ...others] = counts
    assert.deepEqual(present(jwt).slice(1), [1, 3])
    for (const own of others) assert.deepEqual(own, [2, 1, 3])
  })
})

test('a use is written beside the requests, and not again within five minutes', async () => {
  const { accountId } = await waysOf('used')
  const uses = new LastUses(db, (error) => assert.ifError(error))
  const seen = () =>
    db.one(sql<{ id: string; age: number }>`
      select id, extract(epoch from now() - last_seen_at)::int as age from sessions where account_id = ${accountId}`)
  const { id } = await seen()
  await db.many(sql`update sessions set last_seen_at = now() - interval '4 minutes' where id = ${id}`)
  uses.ofSession(id)
  await uses.write()
  assert.ok((await seen()).age >= 240, 'not yet')
  await db.many(sql`update sessions set last_seen_at = now() - interval '6 minutes' where id = ${id}`)
  uses.ofSession(id)
  const begun = db.traffic.statements
  await uses.write()
  await uses.close()
  assert.equal(db.traffic.statements - begun, 1, 'nothing is written twice')
  assert.ok((await seen()).age < 240)
})

test('what instances know of sessions that are used is written when they stop', async () => {
  const { accountId, cookie } = await waysOf('stopped')
  const ownDb = new Database(service.connection)
  const own = await buildApp({
    config: { baseUrl: BASE_URL, errorTypeBase: `${BASE_URL}/problems`, corsOrigins: [] },
    db: ownDb,
    verifier: service.issuer.verifier,
  })
  await db.many(
    sql`update sessions set last_seen_at = now() - interval '1 day' where account_id = ${accountId}`,
  )
  const asked = await call(own, 'GET', '//web/api/v1/users/me', undefined, { cookie, ...SAME })
  assert.equal(asked.status, 200)
  await own.close()
  await ownDb.close()
  const { recent } = await db.one(sql<{ recent: boolean }>`
    select last_seen_at > now() - interval '1 hour' as recent from sessions where account_id = ${accountId}`)
  assert.ok(recent)
})

test('other sessions end, and the one to keep stays', async () => {
  const { accountId } = await service.account('several')
  await Promise.all([1, 2, 3].map(() => signIn(db, accountId)))
  const [kept] = await db.many(sql<{ id: string }>`select id from sessions where account_id = ${accountId}`)
  assert.deepEqual(await db.one(endOtherSessions(accountId, kept?.id)), { ended: 2 })
  const left = await db.many(sql<{ id: string }>`select id from sessions where account_id = ${accountId}`)
  assert.deepEqual(left, [kept])
  assert.deepEqual(await db.one(endOtherSessions(accountId)), { ended: 1 })
})

test('an answer that was on its way during a change is not kept, and nobody else waits for it', async () => {
  const cache = new AccountCache<{ accountId: string; n: number }>(10, () => 60_000)
  const early = Promise.withResolvers<{ accountId: string; n: number }>()
  const first = cache.find('k', () => early.promise)
  cache.forget('a')
  const second = cache.find('k', async () => ({ accountId: 'a', n: 2 }))
  assert.deepEqual(await second, { accountId: 'a', n: 2 })
  early.resolve({ accountId: 'a', n: 1 })
  assert.deepEqual(await first, { accountId: 'a', n: 1 })
  assert.deepEqual(cache.find('k', assert.fail), { accountId: 'a', n: 2 })
})

test('the memory is bounded, and forgets an account whole', async () => {
  const cache = new AccountCache<{ accountId: string }>(3, () => 60_000)
  for (const key of ['1', '2', '3', '4'])
    await cache.find(key, async () => ({ accountId: key > '2' ? 'b' : 'a' }))
  const asked: string[] = []
  const ask = (key: string) =>
    cache.find(key, async () => {
      asked.push(key)
      return undefined
    })
  for (const key of ['2', '3', '4']) assert.ok(ask(key))
  assert.equal(await ask('1'), undefined, 'the oldest went')
  cache.forget('b')
  for (const key of ['2', '3', '4']) await ask(key)
  assert.deepEqual(asked, ['1', '3', '4'])
})

test('people of outside issuers are known by their tokens alone, as before', async () => {
  const outside = person(service.app, await service.issuer.token('olga', { roles: ['translator', 'player'] }))
  assert.equal((await outside.get('/applications')).status, 200)
})

/** A database whose listeners receive nothing, as if a transaction pooler were in between. */
function deafDatabase(maybe: Database['maybe']): Database {
  const listen: Database['listen'] = (_channel, _heard, hearing) => {
    setImmediate(() => hearing?.opened())
    return { close: async () => {} }
  }
  return { listen, maybe, many: async () => [], seenAtPrimary() {} } as unknown as Database
}

test('an instance that listens and gets no notification asks again after three seconds', async () => {
  const accountStatus = new AccountStatus(deafDatabase(async () => undefined))
  await accountStatus.ready
  const cache = accountStatus.newCache<{ accountId: string }>()
  let asked = 0
  const ask = () =>
    cache.find('k', async () => {
      asked++
      return { accountId: 'a' }
    })
  mock.timers.enable({ apis: ['Date'], now: Date.now() })
  try {
    await ask()
    mock.timers.setTime(Date.now() + 2_999)
    await ask()
    assert.equal(asked, 1)
    mock.timers.setTime(Date.now() + 1)
    await ask()
    assert.equal(asked, 2)
  } finally {
    mock.timers.reset()
    await accountStatus.close()
  }
})

test('unknown credentials are looked up sixteen at once, and those behind them fail with a database that is away', async () => {
  let underWay = 0
  let most = 0
  const answer = Promise.withResolvers<undefined>()
  const maybe = async () => {
    most = Math.max(most, ++underWay)
    return answer.promise.finally(() => underWay--)
  }
  const accountStatus = new AccountStatus(deafDatabase(maybe))
  const asked = Array.from({ length: 100 }, () => accountStatus.ask(sql`select 1`))
  const settled = Promise.allSettled(asked)
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(underWay, 16)
  answer.reject(new DatabaseUnavailable('It is away.'))
  const failed = (await settled).filter(({ status }) => status === 'rejected')
  assert.deepEqual([failed.length, most], [100, 16])
  await accountStatus.close()
})
