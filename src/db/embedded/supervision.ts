/** Restarts the server if it ends while a process uses it. We watch it by a connection that stays open. */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { inTime } from '../in-time.ts'
import { socketOf } from '../connection.ts'
import type { Address } from './address.ts'
import { oneAtATime } from './folder-locks.ts'
import type { Cluster } from './cluster.ts'
import { messageOf } from './errors.ts'
import { boundLog } from './log-file.ts'
import { askToStop, reachServer } from './postmaster.ts'
import { isStopping } from './processes.ts'

/** After it has run for this time without a break, we consider the server healthy again. */
const STEADY_MS = 60_000
const MAX_DELAY_MS = 10_000
const CARE_MS = 60_000
/** A server that is stopping may wait for this number of milliseconds until its connections close. Then we stop it ourselves. */
const STOPPING_MS = 3_000
const LOOK_MS = 1_000
const GOODBYE_MS = 1_000

export type Log = (level: 'info' | 'warn' | 'error', message: string, facts?: object) => void

export class Supervision {
  readonly #cluster: Cluster
  readonly #address: Address
  readonly #log: Log
  readonly #ending = new AbortController()
  #held: pg.Client | undefined
  #recovery: Promise<void> = Promise.resolve()
  #breaks: number[] = []
  #stoppingSince: number | undefined
  #timers: NodeJS.Timeout[] = []

  constructor(cluster: Cluster, address: Address, log: Log) {
    this.#cluster = cluster
    this.#address = address
    this.#log = log
  }

  /** Begins the supervision. Afterwards the server accepts connections. It must be called inside `oneAtATime`. */
  async begin(): Promise<void> {
    const since = performance.now()
    await this.#reach(since)
    this.#timers = [
      setInterval(() => void this.#takeCare(), CARE_MS).unref(),
      setInterval(() => void this.#look(), LOOK_MS).unref(),
    ]
  }

  async end(): Promise<void> {
    this.#ending.abort()
    for (const timer of this.#timers) clearInterval(timer)
    await this.#recovery
    if (this.#held) await endOf(this.#held)
  }

  async #reach(since: number): Promise<void> {
    const { folder } = this.#cluster
    const { client, started } = await reachServer(this.#cluster, this.#address, (seconds, said) =>
      this.#log('info', `PostgreSQL does not accept connections yet, after ${seconds} s.`, { folder, said }),
    )
    this.#held = client
    client.on('end', () => {
      if (!this.#ending.signal.aborted) this.#recovery = this.#recover()
    })
    this.#log('info', started ? 'PostgreSQL has started.' : 'PostgreSQL runs already and is used.', {
      folder,
      ms: Math.round(performance.now() - since),
    })
  }

  async #recover(): Promise<void> {
    const since = performance.now()
    this.#breaks = [...this.#breaks.filter((time) => since - time < STEADY_MS), since]
    this.#log('warn', 'The connection to PostgreSQL broke. It is started again if it has ended.', {
      folder: this.#cluster.folder,
      breaksInTheLastMinute: this.#breaks.length,
    })
    for (let failures = this.#breaks.length - 1; !this.#ending.signal.aborted; failures += 1) {
      const delay = failures === 0 ? 0 : Math.min(MAX_DELAY_MS, 50 * 2 ** failures)
      await sleep(delay, undefined, { signal: this.#ending.signal }).catch(() => {})
      try {
        await oneAtATime(
          this.#cluster.folder,
          async () => {
            if (!this.#ending.signal.aborted) await this.#reach(since)
          },
          () => {},
        )
        return
      } catch (error) {
        this.#log('error', messageOf(error), { folder: this.#cluster.folder, failures: failures + 1 })
      }
    }
  }

  /**
   * If somebody has sent SIGTERM to the server, restarts it. Such a server refuses new connections until the old ones have
   * closed.
   */
  async #look(): Promise<void> {
    if (!(await isStopping(this.#cluster.data))) {
      this.#stoppingSince = undefined
      return
    }
    const now = performance.now()
    this.#stoppingSince ??= now
    if (now - this.#stoppingSince < STOPPING_MS || this.#ending.signal.aborted) return
    this.#stoppingSince = now
    this.#log(
      'warn',
      'Somebody has asked PostgreSQL to stop while it is used. It is stopped and started again.',
      {
        folder: this.#cluster.folder,
      },
    )
    await askToStop(this.#cluster).catch((error: unknown) => this.#log('error', messageOf(error)))
  }

  async #takeCare(): Promise<void> {
    try {
      await this.#address.keep()
      await boundLog(this.#cluster.log)
    } catch (error) {
      this.#log('warn', `PostgreSQL's socket or log file could not be maintained: ${messageOf(error)}.`, {
        folder: this.#cluster.folder,
      })
    }
  }
}

/** Cuts the connection, because a server that hangs would never close it. */
async function endOf(client: pg.Client): Promise<void> {
  await inTime(client.end(), performance.now() + GOODBYE_MS, () => new Error('It hangs.')).catch(() =>
    socketOf(client).destroy(),
  )
}
