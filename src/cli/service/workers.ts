/**
 * The worker processes of a service. The first process passes each connection to a worker, and replaces workers that have ended.
 */
import type { ChildProcess } from 'node:child_process'
import { type Server, type Socket, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import type { Connection } from '../../db/database.ts'
import type { Bundle } from '../../pages/app/bundle.ts'
import { type Family, merged } from '../../metrics/families.ts'
import { CommandFailed } from '../command.ts'
import { admission } from './drain.ts'
import { CannotListen } from '../explain.ts'
import type { ServiceMetrics } from './metrics.ts'
import { type FromWorker, type ToWorker, forkWorker } from './worker-messages.ts'

interface Worker {
  number: number
  child: ChildProcess
  ready: boolean
  /** The connection that was sent to the worker and is not confirmed yet. Until then the worker gets no other connection. */
  untaken: Socket | undefined
  unanswered: number
  measured: Family[]
  hasMeasured: (() => void) | undefined
}

/** If workers fail this many times in a row while they start, and no worker answers, the service ends. */
const MOST_FAILED_STARTS = 5
/** In milliseconds: the pause before a worker is replaced. It doubles for each worker that has ended in the last minute. */
const FIRST_PAUSE = 50
const LONGEST_PAUSE = 10_000
const STEADY = 60_000
/** In milliseconds: how long we wait for the metrics of a worker. */
const MEASURE = 1_000
/** In milliseconds: the pause between two beats. A worker that has missed six beats has been silent for 30 s. */
const BEAT = 5_000
const MOST_UNANSWERED = 6
/** How many connections can wait for a worker. */
const MOST_WAITING = 10_000

export class Workers {
  readonly #begin: Omit<Extract<ToWorker, { kind: 'begin' }>, 'kind' | 'number'>
  readonly #logger: Logger
  readonly #workers = new Map<number, Worker>()
  readonly #listener: Server
  readonly #beats: NodeJS.Timeout
  readonly #allReady = Promise.withResolvers<void>()
  readonly #failed = Promise.withResolvers<never>()
  readonly #ending = new AbortController()
  #gone: (() => void) | undefined
  #handed: (() => void) | undefined
  #waiting: Socket[] = []
  #ends: number[] = []
  #endsSoon = false
  #logLevel: string | undefined
  #failedStarts = 0
  #why: string | undefined
  readonly #metrics: ServiceMetrics
  /** The metrics of workers that have ended. They stay in the sums, because a count must never fall. */
  #counted: Family[] = []

  constructor(
    config: Config,
    connection: Connection,
    logger: Logger,
    app: Bundle | undefined,
    metrics: ServiceMetrics,
  ) {
    this.#metrics = metrics
    this.#begin = { config, connection, app }
    this.#logger = logger
    const accepted = { pauseOnConnect: true, allowHalfOpen: true, noDelay: true } // the same settings as an HTTP server's
    this.#listener = createServer(accepted, (socket) => this.#meet(socket))
    this.#failed.promise.catch(() => {}) // the promise can be rejected before anybody awaits it
    process.once('exit', () => this.#kill())
    this.#beats = setInterval(() => this.#beat(), BEAT)
    this.#beats.unref()
  }

  /** Rejects if workers end again and again while they start. */
  get failed(): Promise<never> {
    return this.#failed.promise
  }

  async start(): Promise<void> {
    const { config } = this.#begin
    for (let number = 1; number <= config.processes; number++) this.#start(number)
    await Promise.race([this.#allReady.promise, this.#failed.promise])
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#listener.once('error', reject)
    this.#listener.listen({ host: config.host, port: config.port }, resolve)
    await promise.catch((error: unknown) => {
      throw new CannotListen(config, error)
    })
  }

  /** From now on `/readyz` answers that the service is not ready. */
  endsSoon(): void {
    this.#endsSoon = true
    for (const { child } of this.#workers.values()) this.#send(child, { kind: 'ends-soon' })
  }

  /** Sets the level for all workers, including those that start later. */
  setLogLevel(level: string): void {
    this.#logLevel = level
    for (const { child } of this.#workers.values()) this.#send(child, { kind: 'log-level', level })
  }

  /** Accepts no more connections. Resolves when every worker has answered its requests and ended. */
  async drain(): Promise<void> {
    if (this.#listener.listening) {
      await admission(this.#listener)
      this.#listener.close()
    }
    if (this.#waiting.length > 0) await new Promise<void>((resolve) => (this.#handed = resolve))
    this.#ending.abort()
    for (const { child } of this.#workers.values()) this.#send(child, { kind: 'drain' })
    await this.#allGone()
  }

  /**
   * The metrics of each worker, including workers that have ended. If a worker does not answer in time, its last metrics are
   * used.
   */
  async measure(): Promise<Family[][]> {
    const workers = this.#ready()
    await Promise.all(
      workers.map((worker) => {
        const { promise, resolve } = Promise.withResolvers<void>()
        const late = setTimeout(resolve, MEASURE)
        worker.hasMeasured = () => {
          clearTimeout(late)
          resolve()
        }
        this.#send(worker.child, { kind: 'measure' })
        return promise
      }),
    )
    return [this.#counted, ...[...this.#workers.values()].map(({ measured }) => measured)]
  }

  /** Ends workers that hang, because the requests on their connections would wait for ever. New workers replace them. */
  #beat(): void {
    if (this.#ending.signal.aborted) return // because the end has a time limit of its own
    for (const worker of this.#ready()) {
      if (worker.unanswered++ < MOST_UNANSWERED) this.#send(worker.child, { kind: 'beat' })
      else {
        const facts = { worker: worker.number, process: worker.child.pid }
        this.#logger.error(facts, `a worker was silent for ${(BEAT * MOST_UNANSWERED) / 1000} s and is ended`)
        worker.child.kill('SIGKILL')
      }
    }
  }

  #kill(): void {
    this.#ending.abort()
    for (const { child } of this.#workers.values()) child.kill('SIGKILL')
  }

  async close(): Promise<void> {
    clearInterval(this.#beats)
    this.#listener.close()
    this.#kill()
    await this.#allGone()
  }

  async #allGone(): Promise<void> {
    if (this.#workers.size > 0) await new Promise<void>((resolve) => (this.#gone = resolve))
  }

  #start(number: number): void {
    const child = forkWorker()
    const worker: Worker = {
      number,
      child,
      ready: false,
      untaken: undefined,
      unanswered: 0,
      measured: [],
      hasMeasured: undefined,
    }
    this.#workers.set(number, worker)
    child.on('message', (message) => this.#hear(worker, message as FromWorker))
    child.on('error', (err) =>
      this.#logger.error({ err, worker: number }, 'a worker process cannot be reached'),
    )
    let over = false
    const ended = (code: number | null, signal: NodeJS.Signals | null) => {
      if (!over) this.#ended(worker, code, signal)
      over = true
    }
    child.once('exit', ended)
    // If a process could not be started, Node emits only `error`.
    child.once('error', () => child.pid === undefined && ended(null, null))
    this.#send(child, { kind: 'begin', number, ...this.#begin })
    if (this.#endsSoon) this.#send(child, { kind: 'ends-soon' })
    if (this.#logLevel !== undefined) this.#send(child, { kind: 'log-level', level: this.#logLevel })
  }

  #hear(worker: Worker, message: FromWorker): void {
    switch (message.kind) {
      case 'ready':
        worker.ready = true
        this.#failedStarts = 0
        this.#logger.info({ worker: worker.number, process: worker.child.pid }, 'a worker is ready')
        this.#handOut()
        if (this.#ready().length === this.#begin.config.processes) this.#allReady.resolve()
        return
      case 'taken':
        worker.untaken?.destroy() // the worker has its own copy of the socket
        worker.untaken = undefined
        this.#handOut()
        return
      case 'failed':
        this.#why = message.why
        return
      case 'beats':
        worker.unanswered = 0
        return
      case 'measured':
        worker.measured = message.families
        worker.hasMeasured?.()
        return
      case 'metrics':
        void this.#metrics.text().then((text) => this.#send(worker.child, { kind: 'metrics', text }))
        return
    }
  }

  #ended(worker: Worker, code: number | null, signal: NodeJS.Signals | null): void {
    this.#workers.delete(worker.number)
    worker.hasMeasured?.()
    this.#counted = merged([this.#counted, worker.measured.filter(({ type }) => type !== 'gauge')])
    if (worker.untaken) this.#waiting.unshift(worker.untaken)
    this.#handOut()
    if (this.#ending.signal.aborted) {
      if (this.#workers.size === 0) this.#gone?.()
      return
    }
    const { number, ready, child } = worker
    const facts = { worker: number, process: child.pid, code, signal }
    this.#logger.error(
      facts,
      ready ? 'a worker has ended; another takes its place' : 'a worker has not started',
    )
    if (!ready) this.#failedStarts++
    if (this.#failedStarts >= MOST_FAILED_STARTS && this.#ready().length === 0) {
      const how = signal ?? `exit code ${code}`
      const why = this.#why ?? `The last one ended with ${how}, and the log above may say why.`
      this.#failed.reject(
        new CommandFailed(
          `Worker processes have ended ${this.#failedStarts} times before they could answer. ${why}`,
        ),
      )
      return
    }
    void this.#replace(number)
  }

  async #replace(number: number): Promise<void> {
    const now = performance.now()
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#ends.length)
    this.#ends = [...this.#ends.filter((time) => now - time < STEADY), now]
    await sleep(pause, undefined, { signal: this.#ending.signal }).catch(() => {})
    if (!this.#ending.signal.aborted) this.#start(number)
  }

  #meet(socket: Socket): void {
    socket.on('error', () => {})
    if (this.#waiting.push(socket) > MOST_WAITING) this.#waiting.pop()?.destroy()
    this.#handOut()
  }

  /** Passes waiting connections to workers, in turns. A worker gets a connection only after it has confirmed its last one. */
  #handOut(): void {
    for (const worker of this.#ready()) {
      if (worker.untaken) continue
      const socket = this.#waiting.shift()
      if (!socket) break
      // A map keeps the order of insertion, so this worker is now the last in line.
      this.#workers.delete(worker.number)
      this.#workers.set(worker.number, worker)
      worker.untaken = socket
      this.#send(worker.child, { kind: 'connection' }, socket)
    }
    if (this.#waiting.length === 0) this.#handed?.()
  }

  #ready(): Worker[] {
    return [...this.#workers.values()].filter(({ ready, child }) => ready && child.connected)
  }

  /** A worker that has just ended gets no message. When its end is noticed, another worker gets the connection. */
  #send(child: ChildProcess, message: ToWorker, socket?: Socket): void {
    child.send(message, socket, { keepOpen: true }, () => {})
  }
}
