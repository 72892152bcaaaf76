/** `npm test`: runs all fast test files, or the named files, on one server. Whatever they have started is ended with the run. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { NO_SHARED_CODE } from '../bin/with-node.js'
import { affectedBy, changedSince } from './changed.ts'
import { endServersIn } from './end-servers.ts'
import { leftIn, signalGroup } from './process-group.ts'
import { partsOf } from './parts.ts'
import { filesUnderWay, makeQueue, secondsTaken } from './queue.ts'
import { longestFirst, record } from './schedule.ts'
import { onTestServer, quickFolder } from './setup.ts'

/** Each process runs one file at a time (`files.ts`). A file has at most some 16 connections, and the server allows 100. */
const MOST_PROCESSES = 6
/**
 * These files test things that a whole process shares: the names of prepared statements, or the memory. Each needs its own
 * process.
 */
const ALONE = new Set(
  ['db/database.test.ts', 'db/statement-names.test.ts', 'http/garbage.test.ts'].map((file) =>
    join('test', file),
  ),
)
/**
 * `test` and `run` limit one test and the whole run, in milliseconds, because of endless loops and things left open. `rounds` is
 * how often a race runs. `room` is the space in bytes for the run's files; undefined means the usual space. `more` is the number
 * of processes above the number of processors.
 */
const FAST = { test: 120_000, run: 20 * 60_000, rounds: 10, room: undefined, more: 1 }
/**
 * Slow tests start servers of their own, so they need more time and space. They wait more than they compute: for starts and ends,
 * leases and time limits. More processes use the processors meanwhile.
 */
const SLOW = { test: 900_000, run: 80 * 60_000, rounds: 100, room: 8 * 2 ** 30, more: 2 }
/** What a process does that takes test files from the queue. */
const FILES = fileURLToPath(new URL('files.ts', import.meta.url))
/** With this value, a run writes down how long its files took (`schedule.ts`). */
const RECORDS = process.env['SCOREBOOK_TEST_SECONDS'] === 'record'

/** `--changed` takes only the files that a change since `main` can affect, `--changed=REF` since another commit. */
const CHANGED = /^--changed(?:=(.+))?$/

const given = process.argv.slice(2)
const options = given.filter((one) => one.startsWith('-') && !CHANGED.test(one))
const named = given.filter((one) => !one.startsWith('-'))
const all = named.length > 0 ? globSync(named) : globSync('test/**/*.test.ts', { exclude: ['test/slow/**'] })
const since = given.map((one) => CHANGED.exec(one)).find((one) => one !== null)
const files = since ? affected(since[1]) : all
const limits = files.some((file) => file.startsWith(join('test', 'slow'))) ? SLOW : FAST

if (files.length > 0)
  await onTestServer(runTests, { afterwards: endWhatIsLeft, within: await quickFolder(limits.room) })
else if (all.length === 0) fail(`No test file is called ${named.join(' or ')}.`)

function affected(ref: string | undefined): string[] {
  const changed = changedSince(ref)
  const found = affectedBy(changed, all)
  process.stdout.write(
    `${changed.length} files have changed since ${ref ?? 'main'}; they can affect ${found.length} of ${all.length} test files.\n`,
  )
  return found
}

async function endWhatIsLeft(folder: string): Promise<void> {
  const left = await endServersIn(folder)
  if (left.length > 0) fail(`A test has left PostgreSQL running in ${left.join(' and ')}; it is ended now.`)
}

async function runTests(folder: string): Promise<void> {
  const alone = files.filter((file) => ALONE.has(file))
  const shared = files.filter((file) => !ALONE.has(file))
  const entries = longestFirst(shared.flatMap(partsOf))
  makeQueue(folder, entries)
  const processes = Math.min(availableParallelism() + limits.more, MOST_PROCESSES)
  const args = [
    NO_SHARED_CODE,
    '--test',
    `--test-concurrency=${processes}`,
    `--test-timeout=${limits.test}`,
    ...options,
    ...alone.map((file, n) => startingPoint(folder, `alone-${n + 1}`, resolve(file))),
    ...Array.from({ length: Math.min(processes, entries.length) }, (_, n) =>
      startingPoint(folder, `process-${n + 1}`, FILES),
    ),
  ]
  const env = {
    ...process.env,
    TMPDIR: folder,
    // A process starts in half the time if the sources are compiled already.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    SCOREBOOK_TEST_ROUNDS: process.env['SCOREBOOK_TEST_ROUNDS'] || String(limits.rounds),
  }
  // The tests get a process group of their own, which we can end as a whole. We pass the terminal's signals on to it.
  const tests = spawn(process.execPath, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
    detached: true,
  })
  const ended = once(tests, 'exit')
  const group = tests.pid
  if (group === undefined) throw new Error('The tests could not be started.')
  let interrupted = false
  const end = () => {
    interrupted = true
    fail(`Interrupted while running: ${filesUnderWay().join(', ')}`)
    signalGroup(group, 'SIGTERM')
    setTimeout(() => signalGroup(group, 'SIGKILL'), 10_000).unref()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  const limit = setTimeout(() => {
    fail(`The run is ended: it has taken ${limits.run / 60_000} minutes.`)
    end()
  }, limits.run)
  const [code] = (await ended) as [number | null]
  clearTimeout(limit)
  process.exitCode ??= code ?? 1
  // The test runner does not say it: it reports a process that dies as a failed test without an error.
  if (!interrupted) for (const file of filesUnderWay()) fail(`A process died while it ran ${file}.`)
  if (RECORDS) record(secondsTaken())
  const left = await leftIn(group)
  if (left.length > 0) fail(`A test has left running, what is ended now:\n${left.join('\n')}`)
  signalGroup(group, 'SIGKILL')
}

/**
 * Node starts a process for each file that we name, in the order of their names. So we name a file for each process, which then
 * takes test files from the queue, and before them those that need their own process.
 */
function startingPoint(folder: string, name: string, file: string): string {
  const path = join(folder, `${name}.mjs`)
  writeFileSync(path, `import ${JSON.stringify(pathToFileURL(file).href)}\n`)
  return path
}

function fail(sentence: string): void {
  process.exitCode = 1
  process.stderr.write(`${sentence}\n`)
}
