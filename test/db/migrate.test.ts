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
