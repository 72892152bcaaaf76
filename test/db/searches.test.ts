/** Searches have their own connections, so nothing else waits for them. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { after, before, test } from 'node:test'
import { buildApp } from '../../src/app.ts'
import { Database, type DatabaseOptions, DatabaseUnavailable, SearchTooWide } from '../../src/db/database.ts'
import type { Server } from '../../src/db/server.ts'
import { raw, search, sql, wholeSearch } from '../../src/db/sql.ts'
import { tooWide } from '../../src/http/problem.ts'
import { Abandoned } from '../../src/db/unavailable.ts'
import { BASE_URL, type Service, person, testService, violations } from '../support.ts'
import { waitFor } from '../wait-for.ts'

let service: Service

before(async () => {
  service = await testService()
})
after(() => service.close())

/** The number of connections for each role, as the server lists them. */
async function roles(): Promise<Record<string, number>> {
  const rows = await service.db.many(sql<{ role: string; n: number }>`
    select split_part(application_name, ' ', 2) as role, count(*)::int as n from pg_stat_activity
    where datname = current_database() and application_name ~ '^scorebook [a-z]+ [0-9]+@.' group by 1`)
  return Object.fromEntries(rows.map(({ role, n }) => [role, n]))
}

test('a filter makes a list or a count a search, and nothing else does', async () => {
  const alice = await service.as('alice')
  for (const path of ['', '/count', '?sort=name:ASC', '?limit=5'])
    assert.equal((await alice.get(`/ghost-players${path}`)).status, 200)
  assert.equal((await roles())['search'], undefined)
  for (const path of ['?filter=name==x', '/count?filter=name==x'])
    assert.equal((await alice.get(`/ghost-players${path}`)).status, 200)
  const { search: searching, reader } = await roles()
  assert.equal(searching, 1)
  assert.ok(reader)
})

test('reads are answered while more searches are under way than have a connection', async () => {
  const order: string[] = []
  const slow = Array.from({ length: 8 }, async () => {
    await service.db.many(search(sql`select pg_sleep(2)`))
    order.push('search')
  })
  await waitFor('as many searches as have a connection', async () => (await roles()).search === 4)
  for (let n = 0; n < 20; n++) await service.db.one(sql`select 1`)
  order.push('reads')
  await Promise.all(slow)
  assert.equal(order[0], 'reads')
})

test('a search that gets no turn in time fails as busy, and its connection serves others', async () => {
  const { connection } = service
  const db = new Database(connection, { searchers: 1, statementTimeout: 500 })
  const long = Array.from({ length: 4 }, () => db.many(search(sql`select pg_sleep(0.4)`)))
  const [first, ...others] = await Promise.allSettled(long)
  assert.equal(first?.status, 'fulfilled')
  const last = others.at(-1)
  assert.ok(last?.status === 'rejected' && last.reason instanceof DatabaseUnavailable)
  assert.equal(last.reason.reason, 'busy')
  assert.deepEqual(await db.many(search(sql`select 1 as n`)), [{ n: 1 }])
  await db.close()
})

test('a search is ended at its limit, and its connection serves the next one', async (t) => {
  const db = new Database(service.connection, { searchers: 1, searchTimeout: 300 })
  t.after(() => db.close())
  const pid = search(sql<{ pid: number }>`select pg_backend_pid() as pid`)
  const { pid: before } = await db.one(pid)
  await assert.rejects(db.many(search(sql`select pg_sleep(100)`)), SearchTooWide)
  assert.equal((await db.one(pid)).pid, before)
})

test('a slow read is sent again as a search, and those behind it do not wait for it', async (t) => {
  const db = new Database(service.connection, { readers: 1, readTimeout: 200 })
  t.after(() => db.close())
  const order: string[] = []
  const slow = db.one<{ role: string }>(
    sql`select pg_sleep(1.5)::text, split_part(current_setting('application_name'), ' ', 2) as role`,
  )
  const quick = db.one(sql`select 1 as n`)
  void slow.then(() => order.push('slow'))
  await quick.then(() => order.push('quick'))
  assert.equal((await slow).role, 'search')
  assert.deepEqual(order, ['quick', 'slow'])
})

test('two statements that are sent as one are both sent again', async (t) => {
  const db = new Database(service.connection, { readers: 1, readTimeout: 200 })
  t.after(() => db.close())
  const [server] = db.servers as [Server]
  const until = performance.now() + 10_000
  const role = sql<{ role: string }>`
    select pg_sleep(0.4)::text, split_part(current_setting('application_name'), ' ', 2) as role`
  const both = await server.sendBoth(role, role, until)
  assert.deepEqual(
    both.flat().map((row) => row.role),
    ['search', 'search'],
  )
})

test('a read that is too slow for a search too is slow, and the request is not to blame', async (t) => {
  const db = new Database(service.connection, { readTimeout: 100, searchTimeout: 200 })
  t.after(() => db.close())
  await assert.rejects(
    db.many(sql`select pg_sleep(100)`),
    (error) => error instanceof DatabaseUnavailable && error.reason === 'slow',
  )
  assert.deepEqual(await db.many(sql`select 1 as n`), [{ n: 1 }])
})

test('a search that could not have been narrower says so, and does not blame the request', async (t) => {
  const db = new Database(service.connection, { searchTimeout: 300 })
  t.after(() => db.close())
  for (const [statement, isWhole, status, type] of [
    [search(sql`select pg_sleep(100)`), false, 400, 'validation'],
    [wholeSearch(sql`select pg_sleep(100)`), true, 503, 'unavailable'],
  ] as const)
    await assert.rejects(db.many(statement), (error) => {
      assert.ok(error instanceof SearchTooWide)
      assert.equal(error.isWhole, isWhole)
      const problem = tooWide(error)
      assert.deepEqual([problem.status, problem.type], [status, type])
      return true
    })
})

test('a search that somebody else ended, or that waited for a lock, is not too wide', async (t) => {
  const db = new Database(service.connection, { searchTimeout: 100_000, lockTimeout: 300 })
  t.after(() => db.close())
  const reasonOf = async (work: Promise<unknown>) => {
    const error: unknown = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    assert.ok(error instanceof DatabaseUnavailable, String(error))
    return error.reason
  }
  assert.equal(
    await reasonOf(db.many(search(sql`select pg_cancel_backend(pg_backend_pid()), pg_sleep(100)`))),
    'slow',
  )
  await service.db.transaction(async (tx) => {
    await tx.many(sql`lock table rule_sources in access exclusive mode`)
    assert.equal(await reasonOf(db.many(search(sql`select count(*) from rule_sources`))), 'locked')
  })
})

test('a search waits its whole time from when it has a connection', async (t) => {
  const db = new Database(service.connection, { searchers: 1, statementTimeout: 500, searchTimeout: 60_000 })
  t.after(() => db.close())
  await db.many(search(sql`select 1`)) // this opens the connection
  const slow = () => db.many(search(sql`select pg_sleep(0.7)`))
  const answered = await Promise.allSettled([slow(), slow()])
  assert.deepEqual(
    answered.map(({ status }) => status),
    ['fulfilled', 'fulfilled'],
  )
})

/** A service with text that the server needs this number of seconds to search. */
async function slowService(seconds: number, options: DatabaseOptions) {
  const own = await testService()
  const alice = await own.as('alice')
  assert.equal((await alice.get('/users/me')).status, 200)
  await own.db.many(sql`
    create or replace function folded(value text) returns text language plpgsql immutable as
    ${raw(`'begin perform pg_sleep(${seconds}); return lower(value); end'`)}`)
  const db = new Database(own.connection, options)
  const config = { baseUrl: BASE_URL, errorTypeBase: `${BASE_URL}/problems`, corsOrigins: [] }
  const app = await buildApp({ config, db, verifier: own.issuer.verifier })
  return {
    app,
    alice: person(app, alice.token),
    /** The number of searches that the server works on. */
    underWay: async () => {
      const { n } = await own.db.one(sql<{ n: number }>`
        select count(*)::int as n from pg_stat_activity
        where datname = current_database() and state = 'active' and application_name like 'scorebook search %'`)
      return n
    },
    close: async () => {
      await app.close()
      await db.close()
      await own.close()
    },
  }
}

test('the answer to a search that takes too long says that it is too wide, and how to narrow it', async (t) => {
  const { alice, close } = await slowService(100, { searchTimeout: 300 })
  t.after(close)
  for (const path of ['/ghost-players', '/ghost-players/count']) {
    const reply = await alice.get(`${path}?filter=name==x`)
    assert.equal(reply.status, 400, reply.text)
    assert.deepEqual(violations(reply), ['query INVALID_SEARCH'])
    assert.match(reply.body.detail, /too wide.*Narrow it by/)
    assert.equal(reply.headers['retry-after'], undefined)
  }
  assert.equal((await alice.get('/ghost-players?filter=isSelf==true')).status, 200)
})

test('a search ends if its client leaves before the server has begun it', async (t) => {
  const db = new Database(service.connection, { searchers: 1, searchTimeout: 60_000 })
  t.after(() => db.close())
  await db.many(search(sql`select 1`)) // this opens the connection
  const since = performance.now()
  for (let round = 0; round < 30; round++) {
    const gone = new AbortController()
    const asked = db.many(search(sql`select pg_sleep(60)`), { gone: gone.signal })
    setImmediate(() => gone.abort())
    await assert.rejects(asked, Abandoned)
  }
  assert.ok(performance.now() - since < 60_000, 'none has run to its end')
})

test('a search ends with its client, and keeps its place at work until then', async (t) => {
  const { app, alice, underWay, close } = await slowService(1_000, { searchTimeout: 600_000 })
  t.after(close)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const gone = new AbortController()
  const headers = { authorization: `Bearer ${alice.token}` }
  const asked = Array.from({ length: 5 }, () =>
    fetch(`${address}/api/v1/ghost-players?filter=name==x`, { headers, signal: gone.signal }).catch(
      () => 'gone',
    ),
  )
  await waitFor('two searches', async () => (await underWay()) === 2)
  gone.abort()
  assert.deepEqual(await Promise.all(asked), Array(5).fill('gone'))
  await waitFor('all of them to end', async () => (await underWay()) === 0)
  assert.equal((await alice.get('/ghost-players?filter=isSelf==true')).status, 200)
})

test('a client that closes its side with its request has gone', async (t) => {
  const { app, alice, underWay, close } = await slowService(1_000, { searchTimeout: 600_000 })
  t.after(close)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const text = `GET /api/v1/ghost-players?filter=name==x HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${alice.token}\r\n\r\n`
  for (let n = 0; n < 20; n++) {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.end(text)
    await once(socket.resume(), 'close')
  }
  await waitFor('all of them to end', async () => (await underWay()) === 0)
})
