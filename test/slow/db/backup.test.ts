/** Backups of the embedded PostgreSQL: they are made during writes, killed, damaged, checked and restored. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { appendFile, mkdtemp, readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startDaily } from '../../../src/db/backup/daily.ts'
import { BackupFailed, backupsIn, findBackup, makeBackup } from '../../../src/db/backup/folder.ts'
import { createBackup } from '../../../src/db/backup/create.ts'
import { checkBackup } from '../../../src/db/backup/check.ts'
import { archivedSegments, logFolder, lastMomentOf } from '../../../src/db/backup/archived-log.ts'
import { lineageOf } from '../../../src/db/backup/lineage.ts'
import { LogKeeper } from '../../../src/db/backup/log-keeper.ts'
import { type Target, restoreBackup } from '../../../src/db/backup/restore.ts'
import { type EmbeddedServer, startEmbeddedServer } from '../../../src/db/embedded/server.ts'
import { differences, tableDigests } from '../../../src/db/move/table-digests.ts'
import { manifest } from '../../db/backup/manifest.ts'
import { endServersIn } from '../../end-servers.ts'
import { call, placeFor, serve } from '../../served.ts'
import { waitFor } from '../../wait-for.ts'

const isRoot = process.getuid?.() === 0
const silent = () => {}

/** The server of the tests that do not change it. Each of them makes its own backups. */
let shared: EmbeddedServer
const ends: (() => Promise<void>)[] = []
before(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'backup-'))
  ends.push(async () => {
    await endServersIn(folder)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  shared = await startEmbeddedServer({ dir: join(folder, 'data'), log: silent, exclusive: true })
  ends.push(() => shared.stop())
  await ask(shared, 'create table kept as select 7 as n')
})
after(async () => {
  for (const end of ends.toReversed()) await end()
})

test('what was in every table comes back from a backup that was made while others wrote', async (t) => {
  const place = await placeOf(t)
  assert.equal((await call(place, ['demo'])).code, 0)
  const folder = folderOf(place)
  const server = await started(t, folder)
  const backups = join(folder, 'backups')

  // The balances always add up to zero, unless a transaction was restored only half.
  await ask(server, 'create table balances as select n, 0 as value from generate_series(1, 100) n')
  const writing = new AbortController()
  const writers = Array.from({ length: 4 }, async () => {
    while (!writing.signal.aborted) {
      const [one, other] = [1 + Math.floor(Math.random() * 50), 51 + Math.floor(Math.random() * 50)]
      await ask(
        server,
        `update balances set value = value + case n when ${one} then 1 else -1 end where n in (${one}, ${other})`,
      ).catch(silent)
    }
  })
  const { backup } = await createBackup(server, { folder: backups, reason: 'by-hand', version: '1' })
  writing.abort()
  await Promise.all(writers)
  assert.deepEqual((await readdir(backups)).toSorted(), [backup.name, 'backups.lock'].toSorted())
  assert.ok((await checkBackup(backup, { backups })).indexes > 50)

  await ask(server, 'drop table balances')
  const { backup: quiet } = await createBackup(server, { folder: backups, reason: 'by-hand', version: '1' })
  const before = await digestsOf(server)
  await ask(server, `update users set display_name = 'changed since'`)
  const to = join(folder, 'restored')
  await restoreBackup(quiet, { to, backups })
  const restored = await started(t, to)
  assert.deepEqual(differences(before, await digestsOf(restored)), [])
  assert.ok(before.length > 50 && before.some(({ rows }) => rows > 100))
  assert.notDeepEqual(differences(before, await digestsOf(server)), [])
  await ask(restored, `update users set display_name = 'it takes changes'`)

  await restored.stop()
  const whileWritten = join(folder, 'written')
  await restoreBackup(backup, { to: whileWritten, backups })
  const [sum] = await ask(await started(t, whileWritten), 'select sum(value)::int as sum from balances')
  assert.deepEqual(sum, { sum: 0 })
})

test('a restore is refused where there is a database, a service, or anything else', async (t) => {
  const { server, folder, backups } = await withBackup(t, await ownServer(t))
  const backup = await findBackup(backups, undefined)
  const refused = (to: string, why: RegExp) =>
    assert.rejects(restoreBackup(backup, { to, backups }), (error: Error) => why.test(error.message))
  await refused(folder, /in use by the Scorebook process/)
  await server.stop()
  await refused(folder, /has a database, and a backup is restored into an empty folder only/)
  const other = await temporary(t)
  await writeFile(join(other, 'letter.txt'), 'dear')
  await refused(other, /is not empty \(it has letter\.txt\)/)
  assert.equal(await readFile(join(other, 'letter.txt'), 'utf8'), 'dear')

  // Somebody who has lost the database moves it away, and restores a backup into the same folder.
  await rename(join(folder, 'cluster'), join(folder, '..', 'away'))
  const password = await readFile(join(folder, 'password'), 'utf8')
  await writeFile(join(folder, 'password'), 'of another database')
  await refused(folder, /has the file "password" of another database/)
  // A restore that was killed at its end leaves these files.
  await writeFile(join(folder, 'password'), password)
  const lineage = await readFile(join(folder, 'lineage'), 'utf8')
  await restoreBackup(backup, { to: folder, backups })
  assert.deepEqual(await ask(await started(t, folder), 'select n from kept'), [{ n: 7 }])
  assert.notEqual(await lineageOf(folder), lineage)
  for (const name of ['cluster', 'password'])
    assert.equal((await stat(join(folder, name))).mode & 0o077, 0, `${name} is for its owner alone`)
})

test('a backup that is damaged anywhere is refused, and leaves nothing', async (t) => {
  const { backups } = await withBackup(t)
  const good = await findBackup(backups, undefined)
  for (const file of ['cluster.tar.zst', 'backup_manifest', 'password']) {
    const path = join(good.folder, file)
    const saved = await readFile(path)
    for (const damage of [
      () => writeFile(path, saved.subarray(0, saved.length - Math.min(100, saved.length >> 1))),
      () => appendFile(path, 'more'),
      () => writeFile(path, Buffer.from(saved).fill(0, saved.length >> 1, (saved.length >> 1) + 8)),
      () => rm(path),
    ]) {
      await damage()
      const to = join(backups, 'damaged')
      await assert.rejects(
        restoreBackup(good, { to, backups }),
        (error) => error instanceof BackupFailed && /is damaged|is not whole/.test(error.message),
      )
      assert.deepEqual(
        (await readdir(to)).filter((name) => /cluster|password|restore/.test(name)),
        [],
      )
      await writeFile(path, saved)
    }
  }
  // A check deletes the folder of a check from two days ago; a newer folder may still be in use.
  const left = await Promise.all([2, 0].map((days) => leftCheck(t, days)))
  await checkBackup(good, { backups })
  assert.deepEqual(
    left.map((folder) => existsSync(folder)),
    [false, true],
  )
  await writeFile(join(good.folder, 'manifest.json'), '{')
  const { backups: found, unreadable } = await backupsIn(backups)
  assert.deepEqual([found.length, unreadable.length], [0, 1])
})

test('a backup that is killed half-way is none, and the next one clears it away', async (t) => {
  const { server, folder, backups } = await withBackup(t)
  await makeLarge(server)
  const env = { ...process.env, SCOREBOOK_DATA_DIR: folder, SCOREBOOK_BACKUP_DIR: backups }
  for (let round = 0; round < 3; round++) {
    const child = spawn(process.execPath, ['src/main.ts', 'backup', 'create'], {
      cwd: root,
      env,
      stdio: 'inherit',
    })
    const exited = once(child, 'exit')
    await waitFor('the unfinished backup', async () => {
      assert.equal(child.exitCode, null, 'it was killed too late')
      return (await readdir(backups)).some((name) => name.startsWith('unfinished-'))
    })
    await sleep(round * 100)
    child.kill('SIGKILL')
    await exited
    assert.equal((await backupsIn(backups)).backups.length, 1)
  }
  await createBackup(server, { folder: backups, reason: 'by-hand', version: '1' })
  const { backups: found } = await backupsIn(backups)
  assert.equal(found.length, 2)
  assert.equal((await readdir(backups)).filter((name) => name.startsWith('unfinished-')).length, 0)
})

test('a restore that is killed half-way leaves no database, and can be done again', async (t) => {
  const { server, backups } = await withBackup(t)
  await makeLarge(server)
  await createBackup(server, { folder: backups, reason: 'by-hand', version: '1' })
  const to = await temporary(t)
  const env = { ...process.env, SCOREBOOK_BACKUP_DIR: backups }
  for (const [what, file] of [
    ['the first files', 'restore/cluster/base'],
    ['the server that completes it', 'restore/cluster/postmaster.pid'],
  ] as const) {
    const child = spawn(process.execPath, ['src/main.ts', 'backup', 'restore', '--to', to], {
      cwd: root,
      env,
    })
    const exited = once(child, 'exit')
    await waitFor(what, () => {
      assert.equal(child.exitCode, null, 'it was killed too late')
      return existsSync(join(to, file))
    })
    // Nobody else can start the server during the restore.
    await assert.rejects(startEmbeddedServer({ dir: to, log: silent, exclusive: true }), /is in use by/)
    child.kill('SIGKILL')
    await exited
    assert.ok(!existsSync(join(to, 'cluster')))
  }
  await restoreBackup(await findBackup(backups, undefined), { to, backups })
  assert.deepEqual(await endServersIn(to), [], 'what was killed has left its server')
  assert.deepEqual(await ask(await started(t, to), 'select count(*)::int as n from large'), [{ n: 300_000 }])
})

test('the second of two backups at once is refused with a sentence', async (t) => {
  const { server, backups } = await withBackup(t)
  const both = await Promise.allSettled(
    [1, 2].map(() => createBackup(server, { folder: backups, reason: 'by-hand', version: '1' })),
  )
  const refused = both.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
  assert.equal(refused.length, 1)
  assert.match(refused[0] ?? '', /Another process makes or removes a backup/)
})

test('a full disk and a read-only one are reported in a sentence, and PostgreSQL keeps its room', async (t) => {
  const { server, backups } = await withBackup(t)
  await writeFile(join(backups, 'file'), '')
  await assert.rejects(
    createBackup(server, { folder: join(backups, 'file'), reason: 'by-hand', version: '1' }),
    /cannot be written.*SCOREBOOK_BACKUP_DIR must name a folder/,
  )
  if (!isRoot) return
  const disk = await temporary(t)
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', disk]).status !== 0)
    return t.diagnostic('This system has no mounts for its root.')
  afterwards(t, async () => void spawnSync('umount', ['--lazy', disk]))
  await makeLarge(server)
  await assert.rejects(
    createBackup(server, { folder: disk, reason: 'by-hand', version: '1' }),
    /the disk of .* is too full .* set SCOREBOOK_BACKUP_DIR to a folder on another disk/,
  )
  assert.deepEqual(await readdir(disk), ['backups.lock'])
  // If a backup has no room, none of it is unpacked: PostgreSQL may need the rest of the disk for its log.
  await assert.rejects(
    restoreBackup(await findBackup(backups, undefined), { to: join(disk, 'data'), backups }),
    /was not restored: it needs \d+ MiB, and the disk of .* has \d MiB left\. Free some room, or name a folder on another disk/,
  )
  assert.ok(!(await readdir(join(disk, 'data'))).includes('restore'))
})

test('a backup that is no longer kept and cannot be removed does not delay the next one', async (t) => {
  if (!isRoot) return t.skip('It mounts folders.')
  const { server, backups } = await withBackup(t)
  const { system } = await findBackup(backups, undefined)
  const make = (startedAt: string) =>
    makeBackup(backups, async () => ({
      ...manifest,
      system,
      reason: 'daily',
      startedAt,
      endedAt: startedAt,
    }))
  const kept = await make('2020-01-01T03:00:00.000Z')
  for (let month = 1; month < 9; month++) await make(`2021-0${month}-01T03:00:00.000Z`)
  if (spawnSync('mount', ['--bind', kept.folder, kept.folder]).status !== 0)
    return t.diagnostic('This system has no mounts for its root.')
  const unmount = () => spawnSync('umount', ['--lazy', kept.folder])
  afterwards(t, async () => void unmount())
  const made = await createBackup(server, { folder: backups, reason: 'by-hand', version: '1' })
  assert.match(
    made.trouble ?? '',
    /^2020-01-01T03-00-00Z-daily is no longer kept, and cannot be removed: EBUSY/,
  )
  unmount()
  const next = await createBackup(server, { folder: backups, reason: 'by-hand', version: '1' })
  assert.deepEqual([next.trouble, next.removed], [undefined, [kept.name]])
})

test('damaged pages of the database fail the backup instead of replacing a good one', async (t) => {
  const { server, folder, backups } = await withBackup(t, await ownServer(t))
  await ask(server, 'create table large as select n, md5(n::text) from generate_series(1, 20000) n')
  const [place] = await ask(server, `select pg_relation_filepath('large') as path`)
  await server.stop()
  const file = join(folder, 'cluster', String(place?.['path']))
  const bytes = await readFile(file)
  bytes.fill(0xee, 8192 + 100, 8192 + 200)
  await writeFile(file, bytes)
  const again = await started(t, folder)
  await assert.rejects(
    createBackup(again, { folder: backups, reason: 'by-hand', version: '1' }),
    /finds damaged pages in its files.*Keep the backups/,
  )
  assert.equal((await backupsIn(backups)).backups.length, 1)
})

test('with the log that is kept, any point in time comes back', async (t) => {
  const folder = await temporary(t)
  const server = await started(t, folder)
  const backups = join(folder, 'backups')
  const daily = { enabled: true, folder: backups, hour: 0, keepLog: true, version: '1', log: silent }
  const work = startDaily(server, daily)
  afterwards(t, () => work.stop())
  await waitFor(
    'the log to be streamed',
    async () => (await ask(server, 'select 1 from pg_stat_replication')).length > 0,
  )
  await ask(
    server,
    'create table events (n int primary key, at timestamptz not null default clock_timestamp()); create table moments (at text)',
  )
  const { backup } = await createBackup(server, { folder: backups, reason: 'by-hand', version: '1' })
  let at = ''
  // Writes more than two segments of the log.
  for (let n = 1; n <= 3; n++) {
    await ask(
      server,
      `insert into events (n) select g from generate_series(${n} * 100000, ${n} * 100000 + 99999) g`,
    )
    await ask(server, `insert into events (n) values (${n})`)
    if (n === 2) at = await betweenTwo(server)
  }
  const [{ position } = {}] = await ask<{ position: string }>(
    server,
    `select (pg_current_wal_lsn() - '0/0')::text as position`,
  )
  await waitFor('the log of the work', async () => {
    const reach = await lastMomentOf(backup, backups)
    return reach !== undefined && keptTo(backups, backup.lineage, BigInt(position ?? 0))
  })
  await work.stop()
  await server.stop()

  const restore = async (target: Target | undefined) => {
    const to = join(folder, `at-${String(target)}`)
    const { lastChange, breaksOff } = await restoreBackup(backup, { to, at: target, backups })
    assert.equal(breaksOff, undefined)
    const restored = await startEmbeddedServer({ dir: to, log: silent, exclusive: true })
    try {
      const numbers = (await ask(restored, 'select n from events where n < 10 order by n')).map(({ n }) => n)
      const moments = (await ask(restored, 'select at from moments')).map((row) => row['at'])
      return { numbers, moments, lastChange }
    } finally {
      await restored.stop()
    }
  }
  assert.deepEqual((await restore(undefined)).numbers, [])
  const then = await restore(at)
  assert.deepEqual(then.numbers, [1, 2])
  assert.deepEqual(then.moments, ['before'], 'to the microsecond')
  assert.equal(then.lastChange?.toISOString().slice(0, 23), at.slice(0, 23))
  const last = await restore('latest')
  assert.deepEqual(last.numbers, [1, 2, 3])
  assert.ok(then.lastChange && last.lastChange && last.lastChange > then.lastChange)
  const future = new Date(Date.now() + 3_600_000).toISOString()
  await assert.rejects(restore(future), /The archived log has nothing from/)
  await assert.rejects(
    restore(backup.startedAt),
    /is before the backup \S+ ended \(20.*\)\. Name an earlier backup, or none/,
  )
})

test('a gap in the kept log is reported, and the next backup has points in time again', async (t) => {
  const folder = await temporary(t)
  const server = await started(t, folder)
  const backups = join(folder, 'backups')
  const said: string[] = []
  const log = (level: string, message: string) => level === 'error' && void said.push(message)
  const begin = async () => {
    const keeper = new LogKeeper(server, backups, log)
    keeper.start()
    await waitFor(
      'the log to be streamed',
      async () => (await ask(server, 'select 1 from pg_stat_replication')).length > 0,
    )
    return keeper
  }
  const fill = (n: number) =>
    ask(server, `create table filled${n} as select n, md5(n::text) from generate_series(1, 300000) n`)
  const { backup } = await createBackup(server, { folder: backups, reason: 'by-hand', version: '1' })
  const first = await begin()
  await ask(server, 'create table before_gap as select 1 as n')
  await fill(1)
  await waitFor(
    'the log up to the gap',
    async () => (await archivedSegments(logFolder(backups, backup.lineage), 1)).length > 1,
  )
  await first.stop()
  // PostgreSQL drops a slot in the same way if nobody has read from it for a long time.
  const asAdministrator = { ...server, connection: server.administrator }
  await ask(asAdministrator, `select pg_drop_replication_slot('scorebook_log')`)
  for (let n = 2; n < 5; n++) {
    await fill(n)
    await ask(asAdministrator, 'select pg_switch_wal()')
    await ask(asAdministrator, 'checkpoint')
  }
  const second = await begin()
  assert.equal(said.length, 1)
  assert.match(said[0] ?? '', /has a gap: PostgreSQL no longer has what comes next/)
  const { backup: later } = await createBackup(server, { folder: backups, reason: 'by-hand', version: '1' })
  await ask(server, 'create table after_gap as select 1 as n')
  const [{ position } = {}] = await ask<{ position: string }>(
    server,
    `select (pg_current_wal_lsn() - '0/0')::text as position`,
  )
  await waitFor('the log behind the gap', () => keptTo(backups, later.lineage, BigInt(position ?? 0)))
  await second.stop()
  const to = join(folder, 'restored')
  await restoreBackup(later, { to, at: 'latest', backups })
  assert.deepEqual(await ask(await started(t, to), 'select n from after_gap'), [{ n: 1 }])

  const place = await placeOf(t, { SCOREBOOK_BACKUP_DIR: backups })
  const early = join(folder, 'early')
  const told = await call(place, ['backup', 'restore', backup.name, '--at', 'latest', '--to', early])
  assert.equal(told.code, 0, told.err)
  assert.match(told.out, /with the archived log: its last change is from 20/)
  assert.match(told.out, /The log ends there, because its segment [0-9A-F]{24} is missing or damaged/)
})

test('the log goes on where it ended when the service is killed, and is let go when it is no longer kept', async (t) => {
  const place = await placeOf(t, { SCOREBOOK_BACKUP_LOG: 'on' })
  const folder = folderOf(place)
  const backups = join(folder, 'backups')
  const first = serve(place)
  await first.ready()
  assert.equal((await call(place, ['backup', 'create'])).code, 0)
  await first.end('SIGKILL')
  const second = serve(place)
  await second.ready()
  const server = await started(t, folder, false)
  await ask(server, 'create table happenings as select n, md5(n::text) from generate_series(1, 200000) n')
  const [{ position } = {}] = await ask<{ position: string }>(
    server,
    `select (pg_current_wal_lsn() - '0/0')::text as position`,
  )
  const backup = await findBackup(backups, undefined)
  await waitFor('the log', () => keptTo(backups, backup.lineage, BigInt(position ?? 0)))
  const listed = await call(place, ['backup', 'list'])
  assert.match(listed.out, /by-hand {2}.* MiB .*PostgreSQL 18, and any time until 20/)
  const to = join(folder, 'restored')
  assert.equal((await call(place, ['backup', 'restore', '--at', 'latest', '--to', to])).code, 0)
  assert.deepEqual(await ask(await started(t, to), 'select count(*)::int as n from happenings'), [
    { n: 200_000 },
  ])
  await second.end('SIGTERM')

  const third = serve({ ...place, env: { ...place.env, SCOREBOOK_BACKUP_LOG: 'off' } })
  await third.ready()
  await waitFor(
    'the slot to be gone',
    async () => (await ask(server, 'select 1 from pg_replication_slots')).length === 0,
  )
  await third.end('SIGTERM')
  // The slot also goes if no backups are made.
  const { administrator } = server
  await withClient(administrator, (client) =>
    client.query(`select pg_create_physical_replication_slot('scorebook_log', true)`),
  )
  const off = { enabled: false, folder: backups, hour: 0, keepLog: true, version: '1', log: silent }
  await startDaily(server, off).stop()
  assert.deepEqual(await ask(server, 'select 1 from pg_replication_slots'), [])
})

test('a service makes the backup of the day by itself, once with several processes', async (t) => {
  const place = await placeOf(t, { SCOREBOOK_PROCESSES: '2', SCOREBOOK_BACKUP_HOUR: '0' })
  const folder = folderOf(place)
  await writeFile(join(folder, 'lineage'), 'of another one...')
  await (await startEmbeddedServer({ dir: folder, log: silent, exclusive: true })).stop()
  assert.ok(!existsSync(join(folder, 'lineage')), 'a new database goes on from no log')
  const yesterday = new Date(Date.now() - 2 * 86_400_000)
  await utimes(join(folder, 'cluster', 'PG_VERSION'), yesterday, yesterday)
  const service = serve(place)
  await service.ready()
  await waitFor(
    'the backup of the day',
    async () => (await backupsIn(join(folder, 'backups'))).backups.length > 0,
  )
  await service.end('SIGTERM')
  const { backups } = await backupsIn(join(folder, 'backups'))
  assert.deepEqual(
    backups.map(({ reason }) => reason),
    ['daily'],
  )
})

test('a backup is made before migrations that change something, and not without them', async (t) => {
  const place = await placeOf(t)
  const backups = join(folderOf(place), 'backups')
  assert.equal((await call(place, ['migrate'])).code, 0)
  assert.equal((await backupsIn(backups)).backups.length, 0, 'there was nothing to lose')
  assert.equal((await call(place, ['migrate'])).code, 0)
  assert.equal((await backupsIn(backups)).backups.length, 0, 'there was nothing to do')
  const server = await started(t, folderOf(place), false)
  await ask(server, `delete from schema_migrations where name = '0008-pipeline'`)
  // The migration fails because its tables exist already. The backup was made before.
  assert.equal((await call(place, ['migrate'])).code, 1)
  assert.deepEqual(
    (await backupsIn(backups)).backups.map(({ reason }) => reason),
    ['before-migration'],
  )
})

test('an outside PostgreSQL is backed up by its own means, which the command says', async (t) => {
  const place = await placeOf(t, { SCOREBOOK_DATABASE_URL: 'postgresql://a:b@127.0.0.1:1/c' })
  const { code, err } = await call(place, ['backup', 'create'])
  assert.equal(code, 2)
  assert.match(err, /of its embedded PostgreSQL alone.*pg_dump/)
})

const root = fileURLToPath(new URL('../../../', import.meta.url))
const folderOf = ({ env }: { env: NodeJS.ProcessEnv }) => String(env['SCOREBOOK_DATA_DIR'])

const placeOf = (t: TestContext, settings: NodeJS.ProcessEnv = {}) =>
  placeFor({ after: (end) => afterwards(t, end) }, settings)

const endings = new WeakMap<TestContext, (() => Promise<void>)[]>()

/** Ends things after the test, the newest first, so that a folder is removed only when nobody uses it any more. */
function afterwards(t: TestContext, ending: () => Promise<void>): void {
  const known = endings.get(t)
  if (known) return void known.push(ending)
  const list = [ending]
  endings.set(t, list)
  t.after(async () => {
    for (const each of list.toReversed()) await each()
  })
}

async function temporary(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'backup-'))
  afterwards(t, async () => {
    await endServersIn(folder)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return folder
}

async function started(t: TestContext, dir: string, exclusive = true): Promise<EmbeddedServer> {
  const server = await startEmbeddedServer({ dir, log: silent, exclusive })
  afterwards(t, () => server.stop())
  return server
}

/** Starts a server for this test alone, with a table. */
async function ownServer(t: TestContext): Promise<EmbeddedServer> {
  const server = await started(t, join(await temporary(t), 'data'))
  await ask(server, 'create table kept as select 7 as n')
  return server
}

/** Makes a backup of the server, in a folder that has no other backup. */
async function withBackup(t: TestContext, server = shared) {
  const backups = await temporary(t)
  await createBackup(server, { folder: backups, reason: 'by-hand', version: '1' })
  return { server, folder: server.folder, backups }
}

async function ask<R extends pg.QueryResultRow = Record<string, unknown>>(
  { connection }: EmbeddedServer,
  statement: string,
): Promise<R[]> {
  return withClient(connection, async (client) => (await client.query<R>(statement)).rows)
}

const digestsOf = ({ connection }: EmbeddedServer) => withClient(connection, tableDigests)

async function withClient<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection)
  client.on('error', silent)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const makeLarge = (server: EmbeddedServer) =>
  ask(server, 'create table if not exists large as select n, md5(n::text) from generate_series(1, 300000) n')

/** Returns a time between two changes in the same millisecond. The first change adds a row `before` to `moments`. */
async function betweenTwo({ connection }: EmbeddedServer): Promise<string> {
  const NOW = `to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`
  return withClient(connection, async (client) => {
    // a commit does not wait for the disk, so that there are several in a millisecond
    await client.query('set synchronous_commit = off')
    for (;;) {
      const results = await client.query<{ at: string }>(`
        begin; delete from moments; commit; select ${NOW};
        begin; insert into moments values ('before'); commit; select ${NOW};
        begin; insert into moments values ('after'); commit`)
      const [begun = '', at = ''] = (results as unknown as (typeof results)[]).flatMap(({ rows }) =>
        rows.map((row) => row.at),
      )
      if (begun.slice(0, 23) === at.slice(0, 23) && begun !== at) return at
    }
  })
}

/** Makes the leftovers of a check that was killed this number of days ago. */
async function leftCheck(t: TestContext, days: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'scorebook-check-'))
  afterwards(t, () => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'password'), 'secret')
  const at = new Date(Date.now() - days * 86_400_000)
  await utimes(folder, at, at)
  return folder
}

/** True if the archived log reaches the position. The size of the unfinished segment says how far it is written. */
async function keptTo(backups: string, lineage: string, position: bigint): Promise<boolean> {
  const last = (await archivedSegments(logFolder(backups, lineage), 1)).at(-1)
  if (!last) return false
  const size = await stat(last.file).then(
    ({ size: bytes }) => BigInt(bytes),
    () => 0n,
  )
  return last.begin + (last.complete ? 16n * 1024n * 1024n : size) >= position
}
