/** Each migration runs once. Databases that are newer than the code, or were made by an unreleased version, are refused. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { SchemaError, digestOf, migrate, pendingMigrations, withClient } from '../../src/db/migrate.ts'
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

test('a server that ends an idle connection ends no more than that', async () => {
  const connection = await emptyDatabase()
  await withClient(connection, async (client) => {
    const ended = new Promise((done) => client.once('end', done)) // `once` of events would listen for the error
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    await withClient(connection, (other) => other.query('select pg_terminate_backend($1)', [rows[0]?.pid]))
    await ended
    await assert.rejects(client.query('select 1'), /not queryable/)
  })
})

test('a database that is newer than the code is refused', async () => {
  const connection = await emptyDatabase()
  await migrate(connection)
  await withClient(connection, (client) =>
    client.query(`insert into schema_migrations (name, digest) values ('9999-future', '')`),
  )
  await assert.rejects(
    migrate(connection),
    (error) => error instanceof SchemaError && error.message.includes('9999-future'),
  )
})

test('a database that was migrated before migrations had digests is refused and left as it is', async () => {
  const connection = await emptyDatabase()
  await withClient(connection, (client) =>
    client.query(`
      create table schema_migrations (name text primary key, applied_at timestamptz not null default now());
      insert into schema_migrations (name) values ('0001-conventions')`),
  )
  for (const look of [pendingMigrations, migrate])
    await assert.rejects(look(connection), isRefusal(/its migrations have no digests\. Before 1\.0\.0 /))
  const { rows } = await withClient(connection, (client) =>
    client.query(`select tablename from pg_tables where schemaname = 'public'`),
  )
  assert.deepEqual(rows, [{ tablename: 'schema_migrations' }])
})

test('a database whose applied migration has another text than this version has is refused', async () => {
  const connection = await emptyDatabase()
  await migrate(connection)
  await withClient(connection, (client) =>
    client.query(`update schema_migrations set digest = repeat('0', 64) where name like '0003%'`),
  )
  for (const look of [pendingMigrations, migrate])
    await assert.rejects(
      look(connection),
      isRefusal(/its migration 0003-games differs from this version's\. .* start with an empty folder/),
    )
})

test('a migration has the same digest with the line ends of either system', () => {
  assert.equal(digestOf('select 1;\r\nselect 2;\r\n'), digestOf('select 1;\nselect 2;\n'))
  assert.notEqual(digestOf('select 1;\n'), digestOf('select 2;\n'))
})

test('schema.sql does not count as a migration', async () => {
  const names = await pendingMigrations(await emptyDatabase())
  for (const name of names) assert.match(name, /^\d{4}-[a-z-]+$/)
})

const isRefusal = (sentence: RegExp) => (error: unknown) =>
  error instanceof SchemaError &&
  error.message.startsWith('This database was made by an unreleased version of Scorebook: ') &&
  sentence.test(error.message)
