/** The embedded PostgreSQL: it is started, found again, interrupted, killed, shared and handed over. */
import assert from 'node:assert/strict'
import { fork, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, suite, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import { CannotStart, startEmbeddedServer, type EmbeddedServer } from '../../../src/db/embedded/server.ts'
import { endServersIn } from '../../end-servers.ts'
import { waitFor } from '../../wait-for.ts'

const isRoot = process.getuid?.() === 0
const onlyRoot = isRoot ? {} : { skip: 'Only root can act as several accounts.' }
const onlyLinux = process.platform === 'linux' ? {} : { skip: 'It looks into /proc.' }
const silent = () => {}

void suite('embedded PostgreSQL', { concurrency: 2 }, () => {
  after(async () => {
    if (template) await rm(await template, { recursive: true })
  })

  void test('is made at the first start, and found again at the next', async (t) => {
    const dir = path.join(await folder(t), 'not', 'yet')
    const first = await startEmbeddedServer({ dir, log: silent, exclusive: true })
    await ask(first.connection, 'create table kept as select 7 as number')
    const settings = await ask(
      first.connection,
      `select current_setting('fsync') || current_setting('synchronous_commit') || current_setting('full_page_writes') as durable,
        current_setting('data_checksums') as checksums, current_setting('timezone') as zone,
        current_setting('log_timezone') as log_zone, current_setting('jit') as jit,
        current_setting('listen_addresses') as listens, pg_encoding_to_char(encoding) as encoding,
        datlocprovider as provider, datlocale as locale, 'Ä' < 'z' as words, lower('ÄÖ') as lower,
        current_setting('max_connections')::int as connections,
        current_setting('server_version_num')::int / 10000 as version,
        (select rolsuper from pg_roles where rolname = current_user) as is_superuser
      from pg_database where datname = current_database()`,
    )
    assert.deepEqual(settings, {
      durable: 'ononon',
      checksums: 'on',
      zone: 'UTC',
      log_zone: 'UTC',
      jit: 'off',
      listens: process.platform === 'win32' ? '127.0.0.1' : '',
      encoding: 'UTF8',
      provider: 'b',
      locale: 'C.UTF-8',
      words: false,
      lower: 'äö',
      connections: 100,
      version: 18,
      is_superuser: false,
    })
    assert.equal((await stat(dir)).mode & 0o777, 0o700)
    assert.equal((await stat(path.join(dir, 'cluster'))).mode & 0o777, 0o700)
    assert.equal((await stat(path.join(dir, 'password'))).mode & 0o777, 0o600)
    await first.stop()
    await first.stop()
    assert.equal(await postmaster(dir), undefined)

    const since = performance.now()
    const second = await startEmbeddedServer({ dir, log: silent, exclusive: true })
    const ms = performance.now() - since
    t.diagnostic(`an existing database starts in ${Math.round(ms)} ms`)
    assert.deepEqual(second.connection, first.connection)
    assert.deepEqual(await ask(second.connection, 'select number from kept'), { number: 7 })
    await second.stop()
  })

  void test('lets nobody in without the password', async (t) => {
    const server = await begun(t, await prepared(t))
    const hba = await ask(
      { ...server.connection, user: 'postgres', database: 'postgres' },
      `select string_agg(distinct auth_method, ' ') as methods from pg_hba_file_rules`,
    )
    assert.deepEqual(hba, { methods: 'scram-sha-256' })
    for (const wrong of [{ password: 'wrong' }, { user: 'postgres', password: '' }]) {
      await assert.rejects(ask({ ...server.connection, ...wrong }, 'select 1'), /password/)
    }
    assert.match(server.connection.password, /^[0-9a-f]{48}$/)
  })

  void test('refuses the data of another PostgreSQL version', async (t) => {
    const dir = await folder(t)
    await mkdir(path.join(dir, 'cluster'))
    await writeFile(path.join(dir, 'cluster', 'PG_VERSION'), '17\n')
    await assert.rejects(
      startEmbeddedServer({ dir, log: silent, exclusive: true }),
      (error) => error instanceof CannotStart && /PostgreSQL 17.*PostgreSQL 18/.test(error.message),
    )
    assert.deepEqual(
      (await readdir(dir)).filter((name) => name.startsWith('cluster')),
      ['cluster'],
    )
  })

  void test('begins again if the first start was killed half-way', async (t) => {
    const dir = await folder(t)
    for (const step of ['PG_VERSION', 'global/pg_control', 'base/4']) {
      const subject = begin(t, dir)
      await waitFor('the new cluster to be so far', async () => {
        const drafts = (await readdir(dir)).filter((name) => name.startsWith('cluster.new-'))
        return drafts.some((name) => existsSync(path.join(dir, name, step)))
      })
      await kill(subject)
      assert.ok(!existsSync(path.join(dir, 'cluster')), `killed too late to have ${step} half-way`)
    }
    const server = await begun(t, dir)
    assert.deepEqual(await ask(server.connection, 'select 1 as one'), { one: 1 })
    assert.deepEqual(
      (await readdir(dir)).filter((name) => name.startsWith('cluster')),
      ['cluster'],
    )
  })

  void test('is made once by two that start at once, and shared', async (t) => {
    const dir = await folder(t)
    const subjects = [begin(t, dir), begin(t, dir)]
    const [one, two] = await Promise.all(subjects.map(started))
    assert.deepEqual(one, two)
    // If the first start takes long, the second also says that it waits. That line may be there or not.
    const logs = subjects.flatMap((subject) => subject.messages.map(({ message = '' }) => message))
    assert.deepEqual(logs.filter((message) => message.startsWith('PostgreSQL')).toSorted(), [
      'PostgreSQL has started.',
      'PostgreSQL runs already and is used.',
    ])
    await Promise.all(subjects.map(end))
    assert.equal(await postmaster(dir), undefined)
  })

  void test('serves one of two that want the folder for themselves, and the next after kill -9', async (t) => {
    const dir = await folder(t)
    const subjects = [begin(t, dir, { exclusive: true }), begin(t, dir, { exclusive: true })]
    await Promise.all(subjects.map((subject) => told(subject, 'started', 'failed')))
    const winner = subjects.find((subject) => subject.messages.some(({ event }) => event === 'started'))
    const loser = subjects.find((subject) => subject !== winner)
    assert.ok(winner && loser)
    const named = `the Scorebook process ${winner.child.pid}`
    // The winner may not have written its id yet.
    await refused(loser, `${dir} is in use by (${named}|another Scorebook process)\\.`)
    await started(winner)
    await refused(begin(t, dir, { exclusive: true }), `${dir} is in use by ${named}\\.`)

    const left = await postmaster(dir)
    await kill(winner)
    const next = begin(t, dir, { exclusive: true })
    await started(next)
    assert.equal(await postmaster(dir), left, 'the server that was left over is used')
    await end(next)
    assert.equal(await postmaster(dir), undefined, 'and stopped as if it were its own')
  })

  void test('goes on for the one that came later, when the one that started it ends, and the other way round', async (t) => {
    const dir = await prepared(t)
    const command = begin(t, dir)
    await started(command)
    const service = begin(t, dir, { exclusive: true })
    const connection = await started(service)
    const server = await postmaster(dir)
    await end(command)
    assert.equal(await postmaster(dir), server)
    const later = begin(t, dir)
    await started(later)
    await end(service)
    assert.equal(await postmaster(dir), server)
    assert.deepEqual(await ask(connection, 'select 1 as one'), { one: 1 })
    await end(later)
    assert.equal(await postmaster(dir), undefined)
  })

  void test('neither loses nor leaves a server when many come and go', async (t) => {
    const dir = await prepared(t)
    const one = async () => {
      const subject = begin(t, dir)
      await ask(await started(subject), 'select 1')
      await end(subject)
    }
    for (let round = 0; round < 4; round += 1)
      await Promise.all([one(), sleep(30).then(one), sleep(60).then(one)])
    assert.equal(await postmaster(dir), undefined)
  })

  void test('is back by itself when its postmaster or a backend is killed', async (t) => {
    const dir = await prepared(t)
    const { connection } = await begun(t, dir)
    await ask(connection, 'create table kept as select 7 as number')
    const backend = new pg.Pool({ ...connection, max: 1 })
    backend.on('error', silent)
    afterwards(t, () => backend.end())

    for (const kind of ['postmaster', 'backend', 'postmaster']) {
      // This query runs longer than its postmaster, and would prevent a new one from starting.
      const busy = ask(connection, 'select count(*) from generate_series(1, 1e10::bigint)')
      const broken = assert.rejects(busy)
      const { rows } = await backend.query<{ pid: number }>('select pg_backend_pid() as pid')
      const pid = kind === 'backend' ? rows[0]?.pid : await postmaster(dir)
      assert.ok(pid)
      await sleep(50)
      const since = performance.now()
      process.kill(pid, 'SIGKILL')
      await broken
      await waitFor('PostgreSQL to answer', () => answers(connection))
      const ms = performance.now() - since
      t.diagnostic(`back ${Math.round(ms)} ms after the end of the ${kind}`)
      await waitFor('the connection to be another', () => backend.query('select').then(yes, no))
    }
    assert.deepEqual(await ask(connection, 'select number from kept'), { number: 7 })
  })

  void test('gives back the shared memory of the server that was killed before it', onlyLinux, async (t) => {
    const dir = await prepared(t)
    const { connection } = await begun(t, dir)
    const known = await memoryOf(dir)
    assert.ok((await sharedMemory()).has(known))
    await signalServer(dir, 'SIGKILL')
    await waitFor(
      'another server',
      async () => (await answers(connection)) && (await memoryOf(dir)) !== known,
    )
    const now = await sharedMemory()
    assert.deepEqual([now.has(known), now.has(await memoryOf(dir))], [false, true])
  })

  void test('is watched as well when another process had started it', async (t) => {
    const dir = await prepared(t)
    await kill(await startedSubject(t, dir))
    const server = await begun(t, dir)
    await signalServer(dir, 'SIGKILL')
    await waitFor('PostgreSQL to answer', () => answers(server.connection))
  })

  void test('serves again after somebody has told PostgreSQL itself to end', async (t) => {
    const dir = await prepared(t)
    const { connection } = await begun(t, dir)
    await signalServer(dir, 'SIGTERM')
    await waitFor('PostgreSQL to end', async () => !(await answers(connection)))
    await waitFor('PostgreSQL to answer', () => answers(connection))
  })

  void test('is started more and more slowly when it dies again and again', async (t) => {
    const dir = await prepared(t)
    const logged: { message: string; facts: object | undefined }[] = []
    const server = await startEmbeddedServer({
      dir,
      log: (_level, message, facts) => logged.push({ message, facts }),
      exclusive: true,
    })
    afterwards(t, () => server.stop())
    const times: number[] = []
    for (let round = 0; round < 4; round += 1) {
      const since = performance.now()
      await signalServer(dir, 'SIGKILL')
      await waitFor('PostgreSQL to be gone', () => postmaster(dir).then((pid) => pid === undefined))
      await waitFor('PostgreSQL to answer', () => answers(server.connection))
      times.push(performance.now() - since)
      await waitFor(
        'it to be said',
        async () => logged.filter(({ message }) => message.includes('has started')).length === round + 2,
      )
    }
    t.diagnostic(times.map((ms) => Math.round(ms)).join(', '))
    // The fourth start waits before it tries. The time of the other starts depends on the machine.
    assert.ok((times[3] ?? 0) > 400)
    const broke = logged.filter(({ message }) => message.includes('broke'))
    assert.deepEqual(
      broke.map(({ facts }) => facts && 'breaksInTheLastMinute' in facts && facts.breaksInTheLastMinute),
      [1, 2, 3, 4],
    )
  })

  void test('can be stopped while it cannot be started again, and goes on when it can', async (t) => {
    const dir = await prepared(t)
    const control = path.join(dir, 'cluster', 'global', 'pg_control')
    const failures: string[] = []
    const log = (level: string, message: string) => level === 'error' && failures.push(message)
    for (const mended of [false, true]) {
      const server = await startEmbeddedServer({ dir, log, exclusive: true })
      await rename(control, `${control}.away`)
      await signalServer(dir, 'SIGKILL')
      const before = failures.length
      await waitFor('two more failures', async () => failures.length >= before + 2)
      assert.match(
        failures.at(-1) ?? '',
        /does not start on .* It says: .*could not find the database system/s,
      )
      if (mended) {
        await rename(`${control}.away`, control)
        await waitFor('PostgreSQL to answer', () => answers(server.connection))
      }
      await server.stop()
      assert.equal(await postmaster(dir), undefined)
      if (!mended) await rename(`${control}.away`, control)
    }
  })

  void test(
    'starts where the machine had crashed and its process ids are used by others',
    onlyLinux,
    async (t) => {
      const dir = await prepared(t)
      const subject = await startedSubject(t, dir)
      const pid = await postmaster(dir)
      assert.ok(pid)
      await kill(subject)
      process.kill(pid, 'SIGKILL')
      const owner = await stat(path.join(dir, 'cluster'))
      const other = spawn('sleep', ['600'], { uid: owner.uid, gid: owner.gid, cwd: '/' })
      afterwards(t, () => other.kill('SIGKILL'))
      for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
        const file = path.join(dir, 'cluster', name)
        await writeFile(file, (await readFile(file, 'utf8')).replace(/^\d+/, String(other.pid)))
      }
      const server = await begun(t, dir)
      assert.deepEqual(await ask(server.connection, 'select 1 as one'), { one: 1 })
      assert.equal(other.exitCode, null)
    },
  )

  void test('works on when Ctrl-C ends the rest of the terminal’s group', async (t) => {
    const dir = await prepared(t)
    const subject = begin(t, dir, { detached: true })
    const connection = await started(subject)
    const server = await postmaster(dir)
    assert.ok(subject.child.pid)
    process.kill(-subject.child.pid, 'SIGINT')
    await sleep(300)
    assert.equal(await postmaster(dir), server)
    assert.deepEqual(await ask(connection, 'select 1 as one'), { one: 1 })
    await end(subject)
  })

  void test('is reached however long the path of the folder', async (t) => {
    const dir = path.join(await folder(t), 'long'.repeat(20), 'folder'.repeat(20))
    const server = await begun(t, dir)
    assert.ok(Buffer.byteLength(server.connection.host) < 90)
    assert.equal((await stat(path.dirname(server.connection.host))).mode & 0o777, 0o700)
    assert.deepEqual(await ask(server.connection, 'select 1 as one'), { one: 1 })
    await server.stop()
    assert.ok(!existsSync(path.dirname(server.connection.host)))
  })

  void test('runs as another account for root, in a folder that only root may enter', onlyRoot, async (t) => {
    const closed = await folder(t)
    const dir = path.join(closed, 'data')
    await chmod(closed, 0o700)
    const subject = await startedSubject(t, dir)
    const { uid } = await stat(`/proc/${await postmaster(dir)}`)
    assert.notEqual(uid, 0)
    assert.equal(uid, (await stat(path.join(dir, 'cluster'))).uid)
    // PostgreSQL runs as another account, so it cannot open the folder by its path.
    assert.notEqual(spawnSync('ls', [dir], { uid, gid: uid }).status, 0)
    await end(subject)
  })

  void test('runs for an ordinary user beside a node_modules that it may only read', onlyRoot, async (t) => {
    const account = { uid: 65534, gid: 65534 }
    const parent = await folder(t)
    await chown(parent, account.uid, account.gid)
    const dir = path.join(parent, 'data')
    const subject = begin(t, dir, { ...account })
    await started(subject)
    assert.equal((await stat(`/proc/${await postmaster(dir)}`)).uid, account.uid)
    const kept = await readdir(dir)
    assert.ok(kept.includes('libraries') && !kept.some((name) => name.startsWith('postgresql-')))
    await kill(subject)

    // If root starts on this folder again, the server runs as the account that owns the data. That account can still use the data
    // afterwards.
    const asRoot = await startedSubject(t, dir)
    await kill(asRoot)
    await signalServer(dir, 'SIGKILL')
    const again = await startedSubject(t, dir)
    assert.equal((await stat(`/proc/${await postmaster(dir)}`)).uid, account.uid)
    await end(again)
    await end(await startedSubject(t, dir, { ...account }))
  })

  void test(
    'says what is wrong with a folder that it may not write to, or with an account without a name',
    onlyRoot,
    async (t) => {
      const parent = await folder(t)
      const closed = begin(t, path.join(parent, 'data'), { uid: 65534, gid: 65534 })
      const refusal = await told(closed, 'failed')
      assert.equal(refusal.name, 'FolderUnusable')
      assert.match(refusal.message ?? '', /data can't be used: EACCES/)

      const nameless = await folder(t)
      await chown(nameless, 54321, 54321)
      const unknown = await told(begin(t, nameless, { uid: 54321, gid: 54321 }), 'failed')
      assert.equal(unknown.name, 'CannotStart')
      assert.match(unknown.message ?? '', /account 54321, which has no name/)
    },
  )

  void test('says what is wrong on a full and on a read-only disk', onlyRoot, async (t) => {
    const disk = await folder(t)
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', disk]).status !== 0) {
      t.skip('This system has no mounts for its root.')
      return
    }
    afterwards(t, () => spawnSync('umount', ['--lazy', disk]))
    const dir = path.join(disk, 'data')
    const start = () => startEmbeddedServer({ dir, log: silent, exclusive: true })
    await (await start()).stop()
    const full = spawnSync('dd', ['if=/dev/zero', `of=${path.join(disk, 'ballast')}`, 'bs=64k'])
    assert.notEqual(full.status, 0)
    await assert.rejects(
      start(),
      (error) => error instanceof CannotStart && /ENOSPC|No space left|0 KiB left/.test(error.message),
    )
    await rm(path.join(disk, 'ballast'))
    await (await start()).stop()
    // As long as a process that ends has a file open for writing, the disk is busy.
    await waitFor('the disk to take no more writes', async () => {
      return spawnSync('mount', ['-o', 'remount,ro', disk]).status === 0
    })
    await assert.rejects(start(), (error) => error instanceof CannotStart && /read-only/.test(error.message))
  })

  void test('says what PostgreSQL says when it does not start', async (t) => {
    const dir = await prepared(t)
    const control = path.join(dir, 'cluster', 'global', 'pg_control')
    const saved = await readFile(control)
    await writeFile(control, Buffer.alloc(saved.length))
    await assert.rejects(
      startEmbeddedServer({ dir, log: silent, exclusive: true }),
      (error) => error instanceof CannotStart && /It says: .*(incompatible|checksum)/s.test(error.message),
    )
    await writeFile(control, saved)
    await (await startEmbeddedServer({ dir, log: silent, exclusive: true })).stop()
    await rm(path.join(dir, 'password'))
    await assert.rejects(startEmbeddedServer({ dir, log: silent, exclusive: true }), /file "password"/)
    await writeFile(path.join(dir, 'password'), 'another')
    await assert.rejects(
      startEmbeddedServer({ dir, log: silent, exclusive: true }),
      /not the one of the database/,
    )
    await waitFor('PostgreSQL to be gone', async () => (await postmaster(dir)) === undefined)
  })
})

const Message = z.object({
  event: z.enum(['log', 'started', 'stopped', 'failed']),
  name: z.string().optional(),
  message: z.string().optional(),
  connection: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})
type Message = z.infer<typeof Message>
type Connection = pg.ClientConfig

async function refused(subject: Subject, sentence: string): Promise<void> {
  const refusal = await told(subject, 'failed')
  assert.equal(refusal.name, 'DataFolderInUse')
  assert.match(refusal.message ?? '', new RegExp(sentence))
}

interface Subject {
  child: ChildProcess
  messages: Message[]
}

/** Starts a new process that starts the server. Both are ended after the test. */
function begin(
  t: TestContext,
  dir: string,
  options: { exclusive?: boolean; uid?: number; gid?: number; detached?: boolean } = {},
): Subject {
  const { exclusive = false, ...how } = options
  const child = fork(path.join(import.meta.dirname, 'embedded-subject.ts'), [dir, String(exclusive)], how)
  const subject: Subject = { child, messages: [] }
  child.on('message', (message) => subject.messages.push(Message.parse(message)))
  afterwards(t, () => kill(subject))
  return subject
}

async function startedSubject(...args: Parameters<typeof begin>): Promise<Subject> {
  const subject = begin(...args)
  await started(subject)
  return subject
}

async function started(subject: Subject): Promise<Connection> {
  const message = await told(subject, 'started', 'failed')
  assert.equal(message.event, 'started', message.message)
  return message.connection ?? {}
}

async function told(subject: Subject, ...events: Message['event'][]): Promise<Message> {
  let found: Message | undefined
  await waitFor('a word of the process', async () => {
    found = subject.messages.find(({ event }) => events.includes(event))
    return found !== undefined || subject.child.exitCode !== null
  })
  assert.ok(found, 'the process ended without a word')
  return found
}

async function end(subject: Subject): Promise<void> {
  await started(subject)
  subject.child.send('stop')
  await told(subject, 'stopped')
  if (subject.child.exitCode === null) await once(subject.child, 'exit')
}

async function kill({ child }: Subject): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function begun(t: TestContext, dir: string): Promise<EmbeddedServer> {
  const server = await startEmbeddedServer({ dir, log: silent, exclusive: true })
  afterwards(t, () => server.stop())
  return server
}

/** Makes a folder for the test. A server that still runs there is stopped after the test. */
async function folder(t: TestContext): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), 'embedded-'))
  afterwards(t, async () => {
    await endServersIn(made)
    await rm(made, { recursive: true, force: true, maxRetries: 10 })
  })
  return made
}

let template: Promise<string> | undefined

/** Makes a folder with a finished database, for tests that are not about creating one. */
async function prepared(t: TestContext): Promise<string> {
  template ??= makeTemplate()
  const dir = path.join(await folder(t), 'data')
  assert.equal(spawnSync('cp', ['-a', await template, dir]).status, 0)
  return dir
}

async function makeTemplate(): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'embedded-template-'))
  await (await startEmbeddedServer({ dir, log: silent, exclusive: true })).stop()
  return dir
}

async function postmaster(dir: string): Promise<number | undefined> {
  const file = await readFile(path.join(dir, 'cluster', 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number.parseInt(file, 10)
  const name = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return name.includes('postgres') ? pid : undefined
}

/** The id of the server's shared memory segment, as its file `postmaster.pid` names it. */
async function memoryOf(dir: string): Promise<string> {
  const lines = (await readFile(path.join(dir, 'cluster', 'postmaster.pid'), 'utf8').catch(() => '')).split(
    '\n',
  )
  return lines[6]?.trim().split(/\s+/)[1] ?? ''
}

/** The ids of all shared memory segments of the system. */
async function sharedMemory(): Promise<Set<string>> {
  const [, ...rows] = (await readFile('/proc/sysvipc/shm', 'utf8')).trim().split('\n')
  return new Set(rows.map((row) => row.trim().split(/\s+/)[1] ?? ''))
}

async function signalServer(dir: string, signal: NodeJS.Signals): Promise<void> {
  const pid = await postmaster(dir)
  assert.ok(pid, 'no server runs')
  process.kill(pid, signal)
}

async function ask(connection: Connection, statement: string): Promise<unknown> {
  const client = new pg.Client(connection)
  client.on('error', silent)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows[0]
  } finally {
    await client.end()
  }
}

const endings = new WeakMap<TestContext, (() => unknown)[]>()

/** Ends things after the test, the newest first, so that a folder is removed only when nobody uses it any more. */
function afterwards(t: TestContext, ending: () => unknown): void {
  const known = endings.get(t)
  if (known) known.push(ending)
  else {
    const list = [ending]
    endings.set(t, list)
    t.after(async () => {
      for (const each of list.reverse()) await each()
    })
  }
}

const yes = () => true
const no = () => false

async function answers(connection: Connection): Promise<boolean> {
  return ask(connection, 'select 1').then(yes, no)
}
