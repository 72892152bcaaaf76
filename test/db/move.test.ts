/** Copying a database to another server: either the copy is complete, or an error says why not and the target is unchanged. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import pg from 'pg'
import { withClient } from '../../src/db/migrate.ts'
import { copyDatabase, moveDatabase } from '../../src/db/move/copy-database.ts'
import { differences, tableDigests } from '../../src/db/move/table-digests.ts'
import { sentenceOf } from '../../src/cli/explain.ts'
import { createDatabase, testDatabase } from '../database.ts'
import { proxyOf } from '../faults.ts'
import { urlOf } from '../replicas.ts'
import { call, placeFor } from '../served.ts'

type Connection = Awaited<ReturnType<typeof createDatabase>>

test('a target that does not take the schema says what to do', async (t) => {
  const source = await sourceOf(t)
  const refused = async (statement: string, why: RegExp) => {
    const target = await emptyDatabase()
    await ask(target, statement.replaceAll('DATABASE', target.database))
    await assert.rejects(copied(source, target), (error) => why.test(sentenceOf(error) ?? ''))
    assert.deepEqual(await tablesIn(target), [])
  }
  await refused(
    'revoke create on schema public from pg_database_owner',
    /^The target does not take the schema: permission denied for schema public\. Make its account the owner/,
  )
  await refused(
    'alter database DATABASE set default_transaction_read_only = on',
    /It is read-only, as a standby is: name the primary\.$/,
  )
  await refused(
    'create schema elsewhere; alter database DATABASE set search_path = elsewhere, public',
    /works in the schema elsewhere \(search_path\), and Scorebook needs public/,
  )
})

test('a target with anything in it is refused, and is as it was', async (t) => {
  const place = await placeFor(t)
  const env = { SCOREBOOK_DATABASE_URL: urlOf([await sourceOf(t)]) }
  const target = await emptyDatabase()
  await ask(target, 'create table letters as select 1 as n')
  const { code, err } = await call(place, ['move', '--to', urlOf([target])], env)
  assert.equal(code, 1)
  assert.match(err, /The target is not empty: it has the table letters\. Nothing is ever copied over data/)
  assert.deepEqual(await tablesIn(target), ['letters'])
})

test('unusual values are the same afterwards: the smallest, the largest, and those that COPY escapes', async (t) => {
  const source = await sourceOf(t)
  await ask(
    source,
    String.raw`insert into users (id, issuer, subject, display_name, version, created_at) values
      ('00000000-0000-0000-0000-000000000000', '', E'\\.', E'tab\t newline\n backslash\\ \\N "quoted" ü 🎲', -2147483648, '-infinity'),
      ('ffffffff-ffff-ffff-ffff-ffffffffffff', '\N', '', '\N', 2147483647, 'infinity'),
      ('00000000-0000-0000-0000-000000000001', ' ', E'\r\n', E'\b\f\x01\x7f', 0, '4713-01-01 BC')`,
  )
  const target = await emptyDatabase()
  assert.equal(
    (
      await call(await placeFor(t), ['move', '--to', urlOf([target])], {
        SCOREBOOK_DATABASE_URL: urlOf([source]),
      })
    ).code,
    0,
  )
  const there = await withClient(target, tableDigests)
  assert.deepEqual(there, await withClient(source, tableDigests))
  assert.ok(there.some(({ table, rows }) => table === 'users' && rows === 3))
})

test('servers that end idle transactions do not end a copy', async (t) => {
  const source = await sourceOf(t)
  const target = await emptyDatabase()
  for (const { database } of [source, target])
    await ask(target, `alter database ${database} set idle_in_transaction_session_timeout = '20ms'`)
  const there = await copied(source, target)
  assert.deepEqual(differences(await withClient(source, tableDigests), there), [])
})

test('a service that is started while a database is copied ends the copy, as its changes would not come along', async (t) => {
  const source = await sourceOf(t)
  const target = await emptyDatabase()
  const service = new pg.Client({ ...source, application_name: 'scorebook writer' })
  const starting: Promise<unknown>[] = []
  await assert.rejects(
    withClient(source, (from) =>
      withClient(target, (to) =>
        copyDatabase(from, to, () => {
          if (starting.length === 0) starting.push(service.connect())
        }),
      ),
    ),
    /^CannotMove: A Scorebook uses the database \(scorebook writer\)\. Stop every instance first/,
  )
  await Promise.all(starting)
  await service.end()
  assert.deepEqual(await tablesIn(target), [])
})

test('a URL of another kind is not taken for a folder, and the error names the target as the call does', async (t) => {
  const place = await placeFor(t)
  const other = await call(place, ['move', '--to', 'mysql://somebody:secret@host/database'])
  assert.equal(other.code, 2)
  assert.match(other.err, /^--to is a URL, but not one of PostgreSQL/)
  assert.doesNotMatch(other.err, /secret/)
  const source = await sourceOf(t)
  const env = { SCOREBOOK_DATABASE_URL: urlOf([source]) }
  const nobody = await call(place, ['move', '--to', 'postgresql://a:secret@127.0.0.1:1/c'], env)
  assert.equal(nobody.code, 1)
  assert.match(nobody.err, /^--to: nothing listens at 127\.0\.0\.1:1/)
  assert.doesNotMatch(nobody.err, /secret/)
})

for (const [what, harm] of [
  ['breaks', 'refuse'],
  ['swallows everything', 'swallow'],
] as const)
  test(`a network that ${what} ends a copy with a sentence, and nothing is there`, async (t) => {
    const source = await sourceOf(t)
    const target = await emptyDatabase()
    const proxy = await proxyOf(target)
    t.after(() => proxy.close())
    const told = () => proxy[harm](true)
    await assert.rejects(
      moveDatabase(source, proxy.connection, told, { beat: 200, silence: 1_000 }),
      (error) =>
        /^The connection to the target broke \(.+\)\. Nothing was copied, .* Move again/.test(
          sentenceOf(error) ?? '',
        ),
    )
    assert.deepEqual(await tablesIn(target), [])
  })

test('a connection that is lost with the answer to the commit leaves a doubt, and the error says so', async (t) => {
  const source = await sourceOf(t)
  const target = await emptyDatabase()
  const proxy = await proxyOf(target)
  t.after(() => proxy.close())
  proxy.cutAt('commit')
  await assert.rejects(
    moveDatabase(source, proxy.connection),
    /^CannotMove: .* it is not known whether it is there\. Move again: a target that is not empty has the whole copy\.$/,
  )
  assert.ok((await tablesIn(target)).length > 0)
})

/** Makes a migrated database that nobody is connected to. */
async function sourceOf(t: TestContext): Promise<Connection> {
  const database = await testDatabase({ alone: true })
  t.after(() => database.close())
  await database.db.close()
  return database.connection
}

const emptyDatabase = () => createDatabase(`moved_${randomBytes(6).toString('hex')}`)

const copied = (source: Connection, target: Connection) =>
  withClient(source, (from) => withClient(target, (to) => copyDatabase(from, to)))

const ask = (at: Connection, statement: string) => withClient(at, (client) => client.query(statement))

async function tablesIn(at: Connection): Promise<string[]> {
  const { rows } = await withClient(at, (client) =>
    client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    ),
  )
  return rows.map(({ name }) => name)
}
