/** Statements that are sent together in a transaction: what each returns if one of them fails. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Database } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { testDatabase } from '../database.ts'

let database: Awaited<ReturnType<typeof testDatabase>>

before(async () => {
  database = await testDatabase({ readers: 1, writers: 2 })
})
after(() => database.close())

const number = (n: number) => sql<{ n: number }>`select ${n}::int as n`
const division = (by: number) => sql<{ n: number }>`select 1 / ${by}::int as n`

test('each statement gets its own rows, in the order in which they were sent', async () => {
  const answers = await database.db.transaction((tx) =>
    Promise.all([
      tx.many(number(1)),
      tx.many(sql`create temporary table t (a int) on commit drop`),
      tx.many(sql`insert into t select generate_series(1, 3)`),
      tx.many(sql`select a from t order by a`),
      tx.many(number(2)),
    ]),
  )
  assert.deepEqual(answers, [[{ n: 1 }], [], [], [{ a: 1 }, { a: 2 }, { a: 3 }], [{ n: 2 }]])
})

test('statements before a failing one get their rows, and those after it fail with the same error', async () => {
  const work = database.db.transaction((tx) =>
    Promise.allSettled([
      tx.many(number(1)),
      tx.many(division(0)),
      tx.many(sql`select 'never asked before' as a`),
    ]),
  )
  const [first, failed, behind] = await work.catch((error: unknown) => assert.fail(String(error)))
  assert.deepEqual(first, { status: 'fulfilled', value: [{ n: 1 }] })
  assert.match(String(failed?.status === 'rejected' && failed.reason), /division by zero/)
  assert.deepEqual(behind, failed)
})

test('a statement that was skipped before the server had prepared it is prepared the next time', async () => {
  const late = () => sql<{ late: boolean }>`select true as late`
  for (const by of [0, 0, 1]) {
    const work = database.db.transaction((tx) => Promise.all([tx.many(division(by)), tx.many(late())]))
    if (by === 0) await assert.rejects(work, /division by zero/)
    else assert.deepEqual(await work, [[{ n: 1 }], [{ late: true }]])
  }
})

test('a statement that the server can’t prepare fails each time, and takes no other with it', async () => {
  for (let round = 0; round < 2; round++) {
    await assert.rejects(database.db.transaction((tx) => tx.many(sql`select nothing_of_this_name`)))
    assert.deepEqual(await database.db.transaction((tx) => tx.many(number(3))), [{ n: 3 }])
  }
})

test('a commit behind a statement that fails commits nothing', async () => {
  await database.db.transaction((tx) => tx.many(sql`create table kept (a int)`))
  const work = database.db.transaction(async (tx) => {
    await tx.many(sql`insert into kept values (1)`)
    await tx.commit([division(0)])
  })
  await assert.rejects(work, /division by zero/)
  assert.deepEqual(await database.db.many(sql`select a from kept`), [])
})

test('a value that has no text is refused before anything is sent', async () => {
  const circle: Record<string, unknown> = {}
  circle['self'] = circle
  const work = database.db.transaction((tx) =>
    Promise.all([tx.many(number(1)), tx.many(sql`select ${circle}::json as a`)]),
  )
  await assert.rejects(work, /circular/i)
  assert.deepEqual(await database.db.transaction((tx) => tx.many(number(4))), [{ n: 4 }])
})

test('reads on one connection share no error', async () => {
  const answers = await Promise.allSettled([
    database.db.one(number(1)),
    database.db.one(division(0)),
    database.db.one(number(2)),
    database.db.one(sql`select nothing_of_this_name`),
    database.db.one(number(3)),
  ])
  assert.deepEqual(
    answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : 'failed')),
    [{ n: 1 }, 'failed', { n: 2 }, 'failed', { n: 3 }],
  )
})

test('reads of a statement that cannot be prepared all say why', async () => {
  const wrong = () => database.db.one(sql`select nothing_of_this_name_either`)
  for (const answer of await Promise.allSettled([wrong(), wrong(), wrong()]))
    assert.match(String(answer.status === 'rejected' && answer.reason), /does not exist/)
  const codes = (await Promise.allSettled([wrong(), wrong()])).map(
    (answer) => answer.status === 'rejected' && (answer.reason as { code?: string }).code,
  )
  assert.deepEqual(codes, ['42703', '42703'])
})

test('a round trip that waits for one lock after the other is not taken for a dead server', async (t) => {
  const limits = { readers: 1, writers: 2, statementTimeout: 700, lockTimeout: 600 }
  const db = new Database(database.connection, limits)
  t.after(() => db.close())
  const reader = () => db.one(sql<{ pid: number }>`select pg_backend_pid() as pid`)
  const lock = (key: number) => sql`select from (select pg_advisory_xact_lock(${key}::bigint)) locked`
  const { pid } = await reader()
  const first = Promise.withResolvers<void>()
  const both = Promise.withResolvers<void>()
  const holders = [first, both].map((until, key) =>
    database.db.transaction(async (tx) => {
      await tx.many(lock(key))
      await until.promise
    }),
  )
  await sleep(100)
  const waits = db.transaction((tx) => Promise.all([tx.many(lock(0)), tx.many(lock(1))]))
  const ended = assert.rejects(waits)
  await sleep(500)
  first.resolve()
  await ended
  both.resolve()
  await Promise.all(holders)
  assert.equal((await reader()).pid, pid, 'the connection of the reader is the same')
})
