/** Migrations: once each, whoever starts them, and never on a database from the future. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import pg from 'pg'
import { SchemaError, migrate, pendingMigrations } from '../../src/db/migrate.ts'
import { createDatabase } from '../database.ts'

const emptyDatabase = () => createDatabase(`test_${randomBytes(8).toString('hex')}`)

test('several instances that start at once apply each migration once', async () => {
  const connection = await emptyDatabase()
  const pending = await pendingMigrations(connection)
  assert.ok(pending.length >= 5)
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(connection)))
  assert.deepEqual(applied.flat().toSorted(), pending)
  assert.deepEqual(await migrate(connection), [])
  assert.deepEqual(await pendingMigrations(connection), [])
})

test('a database that is newer than the code is refused', async () => {
  const connection = await emptyDatabase()
  await migrate(connection)
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(`insert into schema_migrations (name) values ('9999-future')`)
  await client.end()
  await assert.rejects(
    migrate(connection),
    (error) => error instanceof SchemaError && error.message.includes('9999-future'),
  )
})

test('names that came in before text was compared composed are found by their indexes', async () => {
  const connection = await emptyDatabase()
  await migrate(connection)
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(`
      create or replace function folded(value text) returns text language sql immutable parallel safe
      return casefold(value collate pg_c_utf8);
      insert into games (display_name, description, min_players, max_players, tags, score_type)
      values (normalize('Ångström Straße', NFD), '', 1, 4, '{}', 'WIN_LOSS');
      delete from schema_migrations where name like '0010%'`)
    assert.deepEqual(await migrate(connection), ['0010-text-compares-composed'])
    await client.query('set enable_seqscan = off')
    for (const pattern of ['ångström STRASSE', 'Ång%', '%strasse%']) {
      const { rowCount } = await client.query(
        `select id from games where folded(display_name) like folded('${pattern}')`,
      )
      assert.equal(rowCount, 1, pattern)
    }
  } finally {
    await client.end()
  }
})
