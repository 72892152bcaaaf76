/** Requests to PostgreSQL: what is counted, what is tried again, and which error callers get if there is no answer. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Database, DatabaseUnavailable } from '../../src/db/database.ts'
import { prepared, raw, sql } from '../../src/db/sql.ts'
import { testDatabase } from '../database.ts'
import { waitFor } from '../wait-for.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let db: Database

before(async () => {
  database = await testDatabase({ statementTimeout: 1_000 })
  ;({ db } = database)
})
after(() => database.close())

const number = (value: number) => sql<{ n: number }>`select ${value}::int as n`

test('statements sent together share a round trip, begin and commit with them', async () => {
  const { roundTrips, statements } = db.traffic
  const total = await db.transaction(async (tx) => {
    const rows = await Promise.all([tx.one(number(1)), tx.one(number(2))])
    await tx.commit([number(3)])
    return rows.reduce((sum, { n }) => sum + n, 0)
  })
  assert.equal(total, 3)
  assert.deepEqual([db.traffic.roundTrips - roundTrips, db.traffic.statements - statements], [2, 5])
})

test('reads that wait behind others on their connections are counted like tasks of the pools', async (t) => {
  const own = await testDatabase({ alone: true, readers: 2 })
  t.after(() => own.close())
  const read = () => own.db.servers[0]?.pools.read
  assert.deepEqual(read(), { used: 0, waiting: 0, most: 2 })
  await own.db.transaction(async (tx) => {
    await tx.many(sql`select pg_advisory_xact_lock(1)`)
    const reads = Array.from({ length: 5 }, () => own.db.many(sql`select pg_advisory_xact_lock_shared(1)`))
    await waitFor('reads at work', () => read()?.waiting === 3)
    assert.deepEqual(read(), { used: 2, waiting: 3, most: 2 })
    await tx.commit()
    await Promise.all(reads)
  })
  assert.deepEqual(read(), { used: 0, waiting: 0, most: 2 })
})

test('a transaction that fails leaves nothing, and the caller gets the first error', async () => {
  await assert.rejects(
    db.transaction(async (tx) => {
      await tx.many(sql`insert into secrets (name, value) values ('a', 'x')`)
      const [, second] = await Promise.allSettled([tx.many(sql`select 1 / 0`), tx.many(number(1))])
      assert.match(String(second.status === 'rejected' && second.reason), /division by zero/)
      await tx.many(number(2))
    }),
    /division by zero/,
  )
  assert.deepEqual(await db.many(sql`select 1 from secrets where name = 'a'`), [])
})

test('an error on a shared connection is its own statement’s alone', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 40 }, (_, n) => (n % 4 ? db.one(number(n)) : db.one(sql`select 1 / 0`))),
  )
  assert.equal(results.filter(({ status }) => status === 'rejected').length, 10)
})

test('deadlocks are tried again', async () => {
  await db.many(sql`insert into secrets (name, value) values ('one', 'x'), ('two', 'x')`)
  const touch = (first: string, second: string) =>
    db.transaction(async (tx) => {
      await tx.many(sql`update secrets set created_at = now() where name = ${first}`)
      await sleep(50)
      await tx.many(sql`update secrets set created_at = now() where name = ${second}`)
    })
  const patient = new Database(database.connection, { readers: 1, writers: 2, statementTimeout: 10_000 })
  await Promise.all([touch('one', 'two'), touch('two', 'one')]).catch((error: unknown) => {
    assert.ok(
      error instanceof DatabaseUnavailable,
      'PostgreSQL looks for deadlocks after the timeout of this test',
    )
  })
  await patient.close()
})

test('a statement that takes too long is not waited for', async () => {
  await assert.rejects(db.many(sql`select pg_sleep(5)`), DatabaseUnavailable)
})

test('reads go on after their connections were cut', async () => {
  await Promise.all([1, 2, 3, 4].map((n) => db.one(number(n))))
  await db.transaction((tx) =>
    tx.many(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    ),
  )
  const rows = await Promise.all([1, 2, 3, 4].map((n) => db.one(number(n))))
  assert.deepEqual(
    rows.map(({ n }) => n),
    [1, 2, 3, 4],
  )
})

test('connections that were cut are replaced, one each', async (t) => {
  const readers = async () =>
    (
      await db.one(sql<{ n: number }>`
        select count(*)::int as n from pg_stat_activity
        where datname = current_database() and application_name like 'scorebook reader %'`)
    ).n
  const before = await readers()
  const lone = new Database(database.connection, { readers: 1, writers: 1 })
  t.after(() => lone.close())
  for (let round = 0; round < 20; round++) {
    const { pid } = await lone.one(sql<{ pid: number }>`select pg_backend_pid() as pid`)
    const cut = db.many(sql`select pg_terminate_backend(${pid})`)
    const reads = Array.from({ length: 5 }, () => lone.one(number(1)).catch(() => undefined))
    await Promise.all([cut, ...reads])
  }
  await lone.one(number(1))
  // A server process still exists for a moment after it was asked to end.
  await waitFor('one reader more than before', async () => (await readers()) - before === 1)
})

test('a transaction whose connection is cut is unavailable, and takes nothing down with it', async () => {
  const cut = db.transaction(async (tx) => {
    const { pid } = await tx.one(sql<{ pid: number }>`select pg_backend_pid() as pid`)
    await db.many(sql`select pg_terminate_backend(${pid})`)
    await sleep(100)
    await tx.many(number(1))
  })
  await assert.rejects(cut, DatabaseUnavailable)
  assert.equal(await db.transaction(async (tx) => (await tx.one(number(5))).n), 5)
})

test('statements with varying text do not use up the names of fixed statements', async () => {
  for (let n = 0; n < 320; n++) await db.one(prepared(sql`select ${n}::int as n ${raw(`-- ${n}`)}`, 'capped'))
  await db.many(sql`select 'fixed'`)
  await db.many(prepared(sql`select 'filtered'`, 'never'))
  const kept = await db.one(sql<{ varied: number; fixed: boolean }>`
    select count(*) filter (where statement ~ '-- [0-9]+$')::int as varied, bool_or(statement = 'select ''fixed''') as fixed,
      bool_or(statement = 'select ''filtered''') as filtered
    from pg_prepared_statements`)
  assert.deepEqual(kept, { varied: 300, fixed: true, filtered: false })
})

test('a server that is not there is unavailable', async () => {
  const nowhere = new Database({ host: '127.0.0.1', port: 1, user: 'x', password: 'x', database: 'x' })
  await assert.rejects(nowhere.many(number(1)), DatabaseUnavailable)
  await assert.rejects(
    nowhere.transaction((tx) => tx.many(number(1))),
    DatabaseUnavailable,
  )
  await nowhere.close()
})
