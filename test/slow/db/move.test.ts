/**
 * The database moves from the embedded PostgreSQL to an outside one and back. It moves completely or not at all, and nothing
 * differs.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { type TestContext, after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startEmbeddedServer } from '../../../src/db/embedded/server.ts'
import { schemaLines } from '../../../src/db/move/schema-digest.ts'
import { differences, tableDigests } from '../../../src/db/move/table-digests.ts'
import { createDatabase } from '../../database.ts'
import { urlOf } from '../../replicas.ts'
import { type Place, call, copyFolder, placeFor, run, serve } from '../../served.ts'

test('from the embedded PostgreSQL to one outside and back, everything is the same', async (t) => {
  const place = await filled(t)
  const before = await stateOf(embeddedIn(place))
  const { url, connection } = await emptyDatabase()
  const moved = await call(place, ['move', '--to', url])
  assert.equal(moved.code, 0, moved.err)
  assert.match(moved.out, /\d+ tables with \d{4,} rows are the same there\. Now set SCOREBOOK_DATABASE_URL/)
  assert.doesNotMatch(moved.out, new RegExp(connection.password))
  assert.deepEqual(await stateOf(connection), before)
  assert.deepEqual(await stateOf(embeddedIn(place)), before, 'the source is as it was')

  const outside: Place = { ...place, env: { ...place.env, SCOREBOOK_DATABASE_URL: url } }
  const service = serve(outside)
  await service.ready()
  assert.equal((await call(outside, ['user', 'create', 'Came after'])).code, 0)
  const running = await call(outside, ['move', '--to', join(folderOf(place), 'back')])
  assert.equal(running.code, 1)
  assert.match(running.err, /A Scorebook uses the database .*Stop every instance first/)
  await service.end('SIGTERM')

  const later = await stateOf(connection)
  assert.notDeepEqual(later, before)
  const folder = join(folderOf(place), 'back')
  const back = await call(outside, ['move', '--to', folder])
  assert.equal(back.code, 0, back.err)
  assert.match(back.out, /Now set SCOREBOOK_DATA_DIR=.*back and take SCOREBOOK_DATABASE_URL out/)
  assert.deepEqual(await stateOf({ dir: folder }), later)
})

test('a move is refused while a service runs, and where the schema was changed by hand', async (t) => {
  const place = await filled(t)
  const { url, connection } = await emptyDatabase()
  const service = serve(place)
  await service.ready()
  const running = await run(place, ['move', '--to', url])
  assert.equal(running.code, 1)
  assert.match(running.err, /in use by the Scorebook process/)
  await service.end('SIGTERM')

  await ask(embeddedIn(place), 'create index by_hand on users (display_name)')
  const changed = await call(place, ['move', '--to', url])
  assert.equal(changed.code, 1)
  assert.match(changed.err, /Somebody has changed the schema .*by_hand/)
  assert.deepEqual(await tablesIn(connection), [])
})

test('a move that is killed leaves nothing there, and can be done again', async (t) => {
  const place = await filled(t)
  const { url, connection } = await emptyDatabase()
  const before = await stateOf(embeddedIn(place))
  // Everybody on the machine can read a process's arguments, so the password must not be among them.
  const open = url.replace(`:${connection.password}@`, '@')
  assert.notEqual(open, url)
  const child = spawn(process.execPath, ['src/main.ts', 'move', '--to', open], {
    cwd: root,
    env: { ...place.env, PGPASSWORD: connection.password },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  for await (const chunk of child.stdout) if (String(chunk).includes('copying matches')) break
  child.kill('SIGKILL')
  await exited
  for (const until = Date.now() + 60_000; (await othersIn(connection)) > 0 && Date.now() < until;)
    await sleep(50)
  assert.deepEqual(await tablesIn(connection), [])
  const again = await call(place, ['move', '--to', url])
  assert.equal(again.code, 0, again.err)
  assert.deepEqual(await stateOf(connection), before)
})

test('differences between two databases are listed table by table', () => {
  const one = [
    { table: 'a', rows: 1, checksum: '1 1' },
    { table: 'b', rows: 2, checksum: '2 2' },
    { table: 'c', rows: 3, checksum: '3 3' },
  ]
  const other = [
    { table: 'a', rows: 1, checksum: '1 2' },
    { table: 'b', rows: 1, checksum: '2 2' },
    { table: 'd', rows: 0, checksum: '0 0' },
  ]
  assert.deepEqual(differences(one, one), [])
  assert.deepEqual(differences(one, other), [
    'a has other contents.',
    'b has 1 rows in place of 2.',
    'c is missing.',
    'd is there, and should not be.',
  ])
})

const root = fileURLToPath(new URL('../../../', import.meta.url))
const folderOf = ({ env }: Place) => String(env['SCOREBOOK_DATA_DIR'])

/** Ends what the template needs. It is filled only once. */
const ends: (() => Promise<void>)[] = []
let template: Place
before(async () => {
  template = await placeFor({ after: (end) => ends.push(end) })
  assert.equal((await call(template, ['demo'])).code, 0)
})
after(async () => {
  for (const end of ends) await end()
})

async function filled(t: TestContext): Promise<Place> {
  const place = await placeFor(t)
  copyFolder(folderOf(template), folderOf(place))
  return place
}

/** Where to look: an outside database, or an embedded one. The embedded server runs only while the test looks at it. */
type Looking = { dir: string } | pg.ClientConfig

const embeddedIn = (place: Place): Looking => ({ dir: folderOf(place) })

async function emptyDatabase() {
  const connection = await createDatabase(`moved_${randomBytes(6).toString('hex')}`)
  return { connection, url: urlOf([connection]) }
}

async function looking<T>(at: Looking, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const server =
    'dir' in at ? await startEmbeddedServer({ dir: at.dir, log: () => {}, exclusive: false }) : undefined
  const client = new pg.Client(server ? server.connection : (at as pg.ClientConfig))
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
    await server?.stop()
  }
}

const stateOf = (at: Looking) =>
  looking(at, async (client) => ({ tables: await tableDigests(client), schema: await schemaLines(client) }))

const ask = (at: Looking, statement: string) => looking(at, (client) => client.query(statement))

const tablesIn = (at: Looking) =>
  looking(at, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
    return rows.map(({ name }) => name)
  })

const othersIn = (at: Looking) =>
  looking(at, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      'select count(*)::int as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    return rows[0]?.n ?? 0
  })
