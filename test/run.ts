/** `npm test`: runs every fast test file, or the named ones, on one server. Whatever they started ends with the run. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { endServersIn } from './end-servers.ts'
import { leftIn, signalGroup } from './process-group.ts'
import { lastTaken, makeQueue } from './queue.ts'
import { onTestServer, quickFolder } from './setup.ts'

/** Each runs one file at a time (`files.ts`). A file has some 16 connections at most, and the server 100. */
const MOST_PROCESSES = 6
/** Slow tests wait for servers that start and end a fifth of their time, in which one more process has the cores. */
const MORE_WHEN_SLOW = 1
/** These files test a whole process: the names of its prepared statements, or its memory. */
const ALONE = new Set(
  ['db/database.test.ts', 'db/statement-names.test.ts', 'http/garbage.test.ts'].map((file) =>
    join('test', file),
  ),
)
/**
 * The time limits of one test and of the whole run, which end endless loops and files that leave something open; how
 * often a race is run; and the room in bytes that the run's files need, if it is not the usual room.
 */
const FAST = { test: 120_000, run: 20 * 60_000, rounds: 10, room: undefined }
/** Slow tests have servers of their own. */
const SLOW = { test: 900_000, run: 60 * 60_000, rounds: 100, room: 8 * 2 ** 30 }

/** The files that take the longest, or their folders. They come first, so that the processes end together, with short ones. */
const FIRST = [
  'slow/web/screens.test.ts',
  'slow/db/backup.test.ts',
  'slow/torture.test.ts',
  'slow/ship',
  'slow/web/record-offline.test.ts',
  'slow/web/communities.test.ts',
  'slow/walks.test.ts',
  'slow/drill.test.ts',
  'slow/db',
  'slow/upgrade',
  'slow/database-away.test.ts',
  'slow/floods.test.ts',
  'slow/web',
  'visibility',
  'conventions',
  'worlds',
  'cli',
].map((place) => join('test', place))

const given = process.argv.slice(2)
const options = given.filter((one) => one.startsWith('-'))
const named = given.filter((one) => !one.startsWith('-'))
const files =
  named.length > 0 ? globSync(named) : globSync('test/**/*.test.ts', { exclude: ['test/slow/**'] })
const limits = files.some((file) => file.startsWith(join('test', 'slow'))) ? SLOW : FAST

if (files.length > 0)
  await onTestServer(runTests, { afterwards: endWhatIsLeft, within: await quickFolder(limits.room) })
else fail(`No test file is called ${named.join(' or ')}.`)

/** The file's place among those that come first; all others come after, in their order. */
function turnOf(file: string): number {
  const turn = FIRST.findIndex((one) => file.startsWith(one))
  return turn < 0 ? FIRST.length : turn
}

async function endWhatIsLeft(folder: string): Promise<void> {
  const left = await endServersIn(folder)
  if (left.length > 0) fail(`A test has left PostgreSQL running in ${left.join(' and ')}; it is ended now.`)
}

async function runTests(folder: string): Promise<void> {
  const alone = files.filter((file) => ALONE.has(file))
  const shared = files.filter((file) => !ALONE.has(file))
  makeQueue(
    folder,
    shared.toSorted((one, other) => turnOf(one) - turnOf(other)),
  )
  const more = limits === SLOW ? MORE_WHEN_SLOW : 0
  const processes = Math.min(availableParallelism() + more, MOST_PROCESSES)
  const args = [
    '--test',
    `--test-concurrency=${processes}`,
    `--test-timeout=${limits.test}`,
    ...options,
    ...Array.from({ length: Math.min(processes, shared.length) }, (_, n) => startingPoint(folder, n + 1)),
    ...alone,
  ]
  const env = {
    ...process.env,
    TMPDIR: folder,
    // A process that finds the sources compiled starts in half the time.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    SCOREBOOK_TEST_ROUNDS: process.env['SCOREBOOK_TEST_ROUNDS'] || String(limits.rounds),
  }
  // A process group of its own, which can be ended as a whole; the terminal's signals are passed on to it.
  const tests = spawn(process.execPath, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
    detached: true,
  })
  const ended = once(tests, 'exit')
  const group = tests.pid
  if (group === undefined) throw new Error('The tests could not be started.')
  const end = () => {
    fail(`Interrupted while running: ${lastTaken().join(', ')}`)
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
  const left = await leftIn(group)
  if (left.length > 0) fail(`A test has left running, what is ended now:\n${left.join('\n')}`)
  signalGroup(group, 'SIGKILL')
}

/** Node starts a process for each file that it is given, and so it is given one that each process begins with. */
function startingPoint(folder: string, n: number): string {
  const file = join(folder, `process-${n}.mjs`)
  writeFileSync(file, `import ${JSON.stringify(new URL('files.ts', import.meta.url).href)}\n`)
  return file
}

function fail(sentence: string): void {
  process.exitCode = 1
  process.stderr.write(`${sentence}\n`)
}
