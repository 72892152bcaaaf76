/** A worker process of `scorebook serve`. It answers requests on the connections that the first process sends to it. */
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import { type Connection, Database } from '../../db/database.ts'
import { shareEmbeddedServer } from '../../db/embedded/server.ts'
import { fixed } from '../../pages/app/shell.ts'
import { type Answering, answering, endInTime } from './answer.ts'
import { partOf } from './connections.ts'
import { sentenceOf } from '../explain.ts'
import { loggerOf } from './log.ts'
import { ProcessMetrics } from './metrics.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'

/** The pause between two log lines about memory, in milliseconds. */
const HOUR = 3_600_000

const lifecycle = { draining: false }
const draining = Promise.withResolvers<void>()
const begun = Promise.withResolvers<Extract<ToWorker, { kind: 'begin' }>>()
let answers: Answering | undefined
let metrics: ProcessMetrics | undefined
const asked: ((text: string) => void)[] = []

// Terminals and service managers send signals to every process. A worker ignores them, because the first process ends the
// workers.
process.on('SIGTERM', () => {})
process.on('SIGINT', () => {})
if (process.platform !== 'win32') process.on('SIGUSR2', () => {})
process.on('disconnect', () => draining.resolve())
process.on('message', (message, socket) => {
  const received = message as ToWorker
  if (received.kind === 'begin') begun.resolve(received)
  else if (received.kind === 'ends-soon') lifecycle.draining = true
  else if (received.kind === 'drain') draining.resolve()
  else if (received.kind === 'measure') send({ kind: 'measured', families: metrics?.families() ?? [] })
  else if (received.kind === 'beat') send({ kind: 'beats' })
  else if (received.kind === 'log-level') void begun.promise.then(() => (logger.level = received.level))
  else if (received.kind === 'metrics') for (const answer of asked.splice(0)) answer(received.text)
  else take(socket as Socket | undefined)
})

const { config, connection, number, app: bundled } = await begun.promise
const logger: Logger = loggerOf(config, process.stdout).child({ worker: number })
// This comes before the database is opened. Otherwise the worker could wait for the database for ever.
void draining.promise.then(() => endInTime(logger))
try {
  await work(config, connection)
} catch (error) {
  send({ kind: 'failed', why: sentenceOf(error) ?? String(error) })
  logger.error({ err: error }, 'a worker has failed')
  process.exitCode = 1
}
if (process.connected) process.disconnect()

async function work(settings: Config, to: Connection): Promise<void> {
  const server =
    settings.databaseUrl === undefined ? await shareEmbeddedServer(settings.dataDir, log) : undefined
  const db = new Database(to, { log: tellOfServers, ...partOf(settings.processes) })
  try {
    metrics = new ProcessMetrics(db)
    const { requests } = metrics
    answers = await answering(settings, db, logger, lifecycle, {
      web: bundled && fixed(bundled),
      metrics: { requests, text: metricsOfService },
    })
    const { app, drain } = answers
    try {
      await app.ready()
      // Node enforces the time limits of connections only on a server that listens. This server never does, so the checks are
      // started here.
      app.server.emit('listening')
      send({ kind: 'ready' })
      logMemory()
      const logging = setInterval(logMemory, HOUR)
      await draining.promise
      lifecycle.draining = true
      clearInterval(logging)
      await drain()
      logMemory()
    } finally {
      await app.close()
    }
  } finally {
    await db.close()
    await server?.stop()
  }
}

function log(level: 'info' | 'warn' | 'error', message: string, facts: object = {}): void {
  logger[level](facts, message)
}

function tellOfServers(message: string, facts: object): void {
  logger.info(facts, message)
}

function metricsOfService(): Promise<string> {
  return new Promise((resolve) => {
    if (asked.push(resolve) === 1) send({ kind: 'metrics' })
  })
}

/** Takes a connection. `socket` is undefined if the connection was closed before it arrived here. */
function take(socket: Socket | undefined): void {
  send({ kind: 'taken' })
  if (!socket) return
  socket.allowHalfOpen = true // a client can end its side after a request and still read the answer
  if (answers) answers.app.server.emit('connection', socket)
  else socket.destroy()
}

function send(message: FromWorker): void {
  if (process.connected) process.send?.(message, undefined, {}, () => {})
}

function logMemory(): void {
  const { rss, heapUsed } = process.memoryUsage()
  logger.info({ residentMB: megabytes(rss), heapMB: megabytes(heapUsed) }, 'memory')
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1_048_576)
}
