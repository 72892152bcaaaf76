/** If several callers wait for the database, the caller with the fewest running statements is next. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Database, type DatabaseOptions } from '../../src/db/database.ts'
import { type Sql, search, sql } from '../../src/db/sql.ts'
import { type Service, testService } from '../support.ts'

let service: Service

before(async () => {
  service = await testService()
})
after(() => service.close())

const nap = () => sql`select pg_sleep(0.03)`

/** Lets the callers ask one after the other without waiting. Returns them in the order of their answers. */
async function answered(
  callers: string[],
  options: DatabaseOptions,
  ask: (db: Database, caller: string) => Promise<unknown>,
): Promise<string[]> {
  const db = new Database(service.connection, options)
  const order: string[] = []
  try {
    await Promise.all(Array.from({ length: 4 }, () => db.many(nap()))) // this opens the connections for reads
    await Promise.all(callers.map((caller) => ask(db, caller).then(() => order.push(caller))))
  } finally {
    await db.close()
  }
  return order
}

const eight = Array.from({ length: 8 }, () => 'eve')
const reading = (statement: () => Sql) => (db: Database, caller: string) => db.read(statement(), { caller })

test('one caller’s reads leave half of the connections to others', async () => {
  const order = await answered([...eight, 'ann'], { readers: 2 }, reading(nap))
  assert.ok(order.indexOf('ann') <= 1, order.join(' '))
})

test('if many callers have eight reads each, a new caller waits for four running reads and one read of each of the others', async () => {
  const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].flatMap((caller) =>
    Array.from({ length: 8 }, () => caller),
  )
  const order = await answered([...many, 'ann', 'bob'], { readers: 1 }, reading(nap))
  const before = order.slice(0, order.indexOf('ann'))
  assert.ok(before.length <= 4 + 8, order.join(' '))
  assert.ok(order.indexOf('bob') <= 4 + 8 + 1, order.join(' '))
})

test('the next search and the next transaction belong to the caller who has the fewest running', async () => {
  const searching = reading(() => search(nap()))
  const changing = (db: Database, caller: string) => db.transaction((tx) => tx.many(nap()), caller)
  for (const ask of [searching, changing]) {
    const order = await answered([...eight, 'ann', 'bob'], { searchers: 2, writers: 2 }, ask)
    assert.deepEqual(order.slice(0, 4).toSorted(), ['ann', 'bob', 'eve', 'eve'], order.join(' '))
  }
})

test('a read whose turn does not come in time is refused, and the next one has it', async () => {
  const db = new Database(service.connection, { readers: 1, statementTimeout: 400 })
  try {
    const read = (seconds: number) => db.read(sql`select pg_sleep(${seconds}::float)`, { caller: 'eve' })
    const blocked = await Promise.allSettled([read(0.35), read(0.35), read(0.35), read(0.35), read(0.35)])
    assert.ok(blocked.filter(({ status }) => status === 'rejected').length >= 2)
    await read(0)
  } finally {
    await db.close()
  }
})
