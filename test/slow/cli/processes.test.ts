/** A service of several processes: its workers and its listening process are killed, frozen and stopped. */
import assert from 'node:assert/strict'
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, Agent, get } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../../src/config.ts'
import { findPostmaster } from '../../../src/db/embedded/processes.ts'
import { testDatabase } from '../../database.ts'
import { proxyOf } from '../../faults.ts'
import { type Place, placeFor, run, serve } from '../../served.ts'
import { waitFor } from '../../wait-for.ts'

interface Line {
  msg: string
  pid: number
  worker?: number
  process?: number
  residentMB?: number
}

/** Starts a service with two workers. */
async function twoWorkers(t: TestContext) {
  const place = await placeFor(t, { SCOREBOOK_PROCESSES: '2', SCOREBOOK_LOG_LEVEL: 'info' })
  const service = serve(place, 'pipe')
  const lines: Line[] = []
  createInterface(service.child.stdout ?? assert.fail()).on('line', (line) =>
    lines.push(JSON.parse(line) as Line),
  )
  await service.ready()
  const { out } = await run(place, ['token', '--user', 'ann'])
  return { place, service, lines, token: out.trim(), workers: () => workersIn(lines) }
}

/** The process ids of the workers, in the order in which they became ready. */
const workersIn = (lines: Line[]) =>
  lines.flatMap((line) => (line.msg === 'a worker is ready' ? [line.process ?? assert.fail()] : []))

function isThere(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** The status of a complete answer, or the code of the error. An error on a connection that had an answer before says so. */
function ask({ url }: Place, token: string, agent?: Agent): Promise<number | string> {
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException) => {
      const code = error.code ?? error.message
      resolve(request.reusedSocket ? `${code} on a connection that was open` : code)
    }
    const answered = (answer: IncomingMessage) =>
      answer
        .resume()
        .on('error', failed)
        .on('end', () => resolve(answer.statusCode ?? 0))
    const headers = { authorization: `Bearer ${token}` }
    const request = get(`${url}/api/v1/users/me`, { agent: agent ?? new Agent(), headers }, answered)
    request.on('error', failed)
  })
}

/** Starts clients that send one request after the other until they are stopped. `told` counts each answer and each error. */
function clients(place: Place, token: string, count: number, kept: boolean) {
  const told = new Map<number | string, number>()
  const over = new AbortController()
  const client = async (agent: Agent | undefined) => {
    while (!over.signal.aborted) {
      const answer = await ask(place, token, agent)
      told.set(answer, (told.get(answer) ?? 0) + 1)
      if (answer === 'ECONNREFUSED') await sleep(20)
    }
  }
  const all = Array.from({ length: count }, () =>
    client(kept ? new Agent({ keepAlive: true, maxSockets: 1 }) : undefined),
  )
  const end = async () => {
    over.abort()
    await Promise.all(all)
  }
  return { told, end }
}

const answersOf = (told: Map<number | string, number>) => told.get(200) ?? 0

test('a worker that is killed is replaced, and the other answers meanwhile', async (t) => {
  const { place, service, workers, lines, token } = await twoWorkers(t)
  const { told, end } = clients(place, token, 6, true)
  t.after(end)
  await waitFor('them to be answered', () => answersOf(told) > 100)
  for (let killed = 0; killed < 3; killed++) {
    const before = answersOf(told)
    process.kill(workers().at(-1) ?? assert.fail(), 'SIGKILL')
    await waitFor('another worker to be ready', () => workers().length === 3 + killed)
    await waitFor('requests to be answered', () => answersOf(told) > before + 100)
  }
  await end()
  assert.equal(lines.filter(({ msg }) => msg.startsWith('a worker has ended')).length, 3)
  const broken = [...told].filter(([answer]) => answer !== 200)
  // Three workers were killed, and each of the six clients had at most one request under way each time.
  assert.ok(
    broken.every(([answer]) => String(answer).startsWith('ECONNRESET')),
    JSON.stringify(broken),
  )
  assert.ok(
    broken.every(([, count]) => count <= 18),
    JSON.stringify(broken),
  )
  assert.deepEqual(
    new Set(lines.filter(({ msg }) => msg === 'memory').map(({ worker }) => worker)),
    new Set([1, 2]),
    'each worker tells its memory',
  )
  assert.equal(await service.end('SIGTERM'), 0)
})

test('a worker that hangs keeps one connection waiting, and gets no others', async (t) => {
  const { place, workers, token } = await twoWorkers(t)
  assert.equal(await ask(place, token), 200)
  const [frozen = assert.fail()] = workers()
  process.kill(frozen, 'SIGSTOP')
  t.after(() => isThere(frozen) && process.kill(frozen, 'SIGCONT'))
  let answered = 0
  const asked = Array.from({ length: 20 }, () => ask(place, token).finally(() => answered++))
  await waitFor('the other worker to answer', () => answered >= 19)
  process.kill(frozen, 'SIGCONT')
  assert.deepEqual(new Set(await Promise.all(asked)), new Set([200]))
})

test('SIGTERM while requests come: every connection that was accepted is answered, by all workers', async (t) => {
  const { place, service, workers, token } = await twoWorkers(t)
  const both = [clients(place, token, 6, false), clients(place, token, 3, true)]
  t.after(() => Promise.all(both.map(({ end }) => end())))
  await waitFor('them to be answered', () => both.every(({ told }) => answersOf(told) > 50))
  assert.equal(await service.end('SIGTERM'), 0)
  for (const { told, end } of both) {
    await end()
    told.delete('ECONNREFUSED')
    // The system resets new connections that arrive just before listening ends: one of each client at most.
    const reset = told.get('ECONNRESET') ?? 0
    assert.ok(reset <= 5, `${reset} connections were reset`)
    told.delete('ECONNRESET')
    assert.deepEqual([...told.keys()], [200])
  }
  assert.deepEqual(workers().filter(isThere), [])
  assert.throws(() => postmaster(place), { code: 'ENOENT' })
})

test('a second signal ends the service and its workers at once', async (t) => {
  const { service, workers } = await twoWorkers(t)
  const [frozen = assert.fail()] = workers()
  process.kill(frozen, 'SIGSTOP') // a frozen worker delays the end
  const ended = service.end('SIGTERM')
  await sleep(400) // two signals within 300 ms count as one
  assert.equal(await Promise.race([service.end('SIGTERM'), ended]), 1)
  await waitFor('the workers to be gone', () => !workers().some(isThere))
})

test('when the process that listens is killed, its workers end, and the last one stops PostgreSQL', async (t) => {
  const { place, service, workers, token } = await twoWorkers(t)
  const { told, end } = clients(place, token, 4, true)
  t.after(end)
  await waitFor('them to be answered', () => answersOf(told) > 50)
  const server = postmaster(place)
  await service.end('SIGKILL')
  await waitFor('the workers to be gone', () => !workers().some(isThere))
  await waitFor('PostgreSQL to be gone', () => !isThere(server))
  await end()
  const again = serve({ ...place, env: { ...place.env, SCOREBOOK_LOG_LEVEL: 'error' } })
  await again.ready()
  assert.equal(await ask(place, token), 200)
  assert.equal(await again.end('SIGTERM'), 0)
})

test('a worker that is left alone while it starts ends, though its database does not answer', async (t) => {
  const database = await testDatabase({ alone: true })
  t.after(() => database.close())
  const proxy = await proxyOf(database.connection)
  t.after(proxy.close)
  const worker = fork('bin/run.js', ['src/cli/service/worker-main.ts'], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  t.after(() => worker.kill('SIGKILL'))
  worker.send({ kind: 'measure' })
  await once(worker, 'message') // now its message handler works
  const config = readConfig({ SCOREBOOK_DATABASE_URL: 'postgresql://nobody@nowhere/nothing' }, tmpdir())
  proxy.cutAt('listen')
  worker.send({ kind: 'begin', number: 1, config, connection: proxy.connection, app: undefined })
  await waitFor('it to listen', () => proxy.cuts() > 0)
  proxy.refuse(true)
  worker.disconnect()
  await waitFor('it to be gone', () => worker.exitCode !== null)
  assert.equal(worker.exitCode, 1)
})

const postmaster = ({ env }: Place) =>
  Number.parseInt(
    readFileSync(join(env['SCOREBOOK_DATA_DIR'] ?? '', 'cluster', 'postmaster.pid'), 'utf8'),
    10,
  )

test(
  'workers that end again and again at their start end the service, with a sentence',
  { skip: process.platform !== 'linux' },
  async (t) => {
    const place = await placeFor(t, { SCOREBOOK_PROCESSES: '2', SCOREBOOK_LOG_LEVEL: 'silent' })
    const child = spawn(process.execPath, ['src/main.ts', 'serve'], {
      cwd: new URL('../../../', import.meta.url),
      env: place.env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    t.after(() => void child.kill('SIGKILL'))
    const said = text(child.stderr ?? assert.fail())
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    while (child.exitCode === null && child.signalCode === null) {
      for (const pid of workersOf(child.pid ?? assert.fail())) kill(pid)
      await sleep(20)
    }
    assert.equal(await ended, 1)
    assert.match(
      await said,
      /^Worker processes have ended 5 times before they could answer\. The last one ended with SIGKILL, [^\n]*\n$/,
    )
    assert.throws(() => postmaster(place), { code: 'ENOENT' })
  },
)

/** Kills the process. It may have ended a moment ago. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    assert.ok(error instanceof Error && 'code' in error && error.code === 'ESRCH', String(error))
  }
}

/** The child processes that are workers. PostgreSQL is left out. */
function workersOf(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
    return children.filter(
      (child) => child > 0 && readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('worker-main'),
    )
  } catch {
    return []
  }
}

test('a connection of a worker has the limits of any: a client may end its side, and one that does not finish its headers is cut', async (t) => {
  const { place } = await twoWorkers(t)
  const { port } = new URL(place.url)
  const open = () => connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true })
  const half = open()
  half.end('GET /livez HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  assert.match(await text(half), /^HTTP\/1\.1 200 OK\r\n[^]*"alive"/)
  half.destroy()
  const slow = open()
  slow.write('GET /livez HTTP/1.1\r\nhost: x\r\nx-')
  assert.match(await text(slow), /^HTTP\/1\.1 408 /)
  slow.destroy()
})

test('a worker that hangs is ended and replaced', async (t) => {
  const { place, workers, lines, token } = await twoWorkers(t)
  const [frozen = assert.fail()] = workers()
  process.kill(frozen, 'SIGSTOP')
  await waitFor('another worker to take its place', () => workers().length === 3)
  assert.ok(!isThere(frozen))
  assert.ok(lines.some(({ msg, process: pid }) => msg.includes('was silent for 30 s') && pid === frozen))
  assert.equal(await ask(place, token), 200)
})

test('an end that takes too long ends PostgreSQL too', async (t) => {
  const { place, service, workers, lines } = await twoWorkers(t)
  const data = join(place.env['SCOREBOOK_DATA_DIR'] ?? assert.fail(), 'cluster')
  assert.ok(await findPostmaster(data))
  process.kill(workers()[0] ?? assert.fail(), 'SIGSTOP')
  assert.equal(await service.end('SIGTERM'), 1)
  assert.equal(await findPostmaster(data), undefined)
  assert.ok(lines.some(({ msg }) => msg === 'PostgreSQL has ended'))
})
