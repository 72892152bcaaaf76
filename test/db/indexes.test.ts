/** `doctor` names indexes that are missing or broken, and who keeps others waiting. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { indexesOf, locksOf } from '../../src/db/indexes.ts'
import { sql } from '../../src/db/sql.ts'
import { testDatabase } from '../database.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
before(async () => {
  database = await testDatabase()
})
after(() => database.close())

test('every index of the migrations is looked for, and a missing or broken one is named', async () => {
  const { db } = database
  const whole = /^(\d+) indexes are there and whole$/.exec(await indexesOf(db))
  const { all } = await db.one(sql<{ all: number }>`
    select count(*)::int as all from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = current_schema()::regnamespace and not i.indisprimary`)
  assert.equal(Number(whole?.[1]), all)
  await db.many(sql`drop index matches_by_game`)
  await breakIndex('games_by_name')
  await assert.rejects(indexesOf(db), (error: Error) => {
    assert.match(error.message, /^The index matches_by_game is missing, .* migrations\/0005-matches\.sql;/)
    assert.match(error.message, /The index games_by_name is broken: run `reindex index games_by_name`/)
    return true
  })
})

test('a transaction that is open for long is named, with those who wait for it', async (t) => {
  const { db, connection } = database
  assert.match(await locksOf(db), /^nobody has held locks/)
  const clients = [1, 2].map(() => new pg.Client({ ...connection, application_name: 'a forgotten psql' }))
  await Promise.all(clients.map((client) => client.connect()))
  t.after(() => Promise.all(clients.map((client) => client.end())))
  const [holder, waiter] = clients as [pg.Client, pg.Client]
  await holder.query('begin')
  await holder.query('lock table games in access exclusive mode')
  const waiting = waiter.query('select from games')
  const isWaiting = () =>
    db.one(sql<{ yes: boolean }>`
      select exists (select from pg_stat_activity
        where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0) as yes`)
  while (!(await isWaiting()).yes);
  await assert.rejects(
    locksOf(db, 0),
    /^Error: The process \d+ of PostgreSQL \(a forgotten psql\) has had a transaction open for \d+ s, and 1 others wait for its locks\. If nobody needs it, run `select pg_terminate_backend\(\d+\)` with psql\./,
  )
  assert.match(await locksOf(db, 3_600), /^nobody has held locks/)
  await holder.query('rollback')
  await waiting
})

/** A unique index that cannot be made stays behind, and is not valid. */
async function breakIndex(name: string): Promise<void> {
  const client = new pg.Client(database.connection)
  await client.connect()
  try {
    await client.query(`drop index ${name}`)
    await client.query(`alter table games add column one int`)
    await client.query(`insert into games (display_name, description, tags, min_players, max_players, score_type, source_ref, one)
      values ('A', '', '{}', 1, 2, 'WIN_LOSS', 'test:1', 1), ('B', '', '{}', 1, 2, 'WIN_LOSS', 'test:2', 1)`)
    await assert.rejects(client.query(`create unique index concurrently ${name} on games (one)`))
  } finally {
    await client.end()
  }
}
