/** Searches have connections of their own: nothing else waits behind one. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Database, DatabaseUnavailable } from '../../src/db/database.ts'
import { search, sql } from '../../src/db/sql.ts'
import { type Service, testService } from '../support.ts'

let service: Service

before(async () => {
  service = await testService()
})
after(() => service.close())

/** By role, as the server's list of connections tells. */
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
  const slow = Array.from({ length: 10 }, async () => {
    await service.db.many(search(sql`select pg_sleep(1)`))
    order.push('search')
  })
  await sleep(200)
  for (let n = 0; n < 20; n++) await service.db.one(sql`select 1`)
  order.push('reads')
  const { search: searching } = await roles()
  assert.equal(searching, 4)
  await Promise.all(slow)
  assert.equal(order[0], 'reads')
})

test('a search that gets no turn in time is unavailable, and the connection stays of use', async () => {
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
