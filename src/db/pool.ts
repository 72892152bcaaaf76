/**
 * A pool of connections. Each connection does one task at a time. A free connection goes to the waiting caller who has the fewest
 * connections.
 */
import type { Connection, Role } from './connection.ts'
import type { Connector } from './connector.ts'
import { FairQueue } from './fair-queue.ts'
import { inTime } from './in-time.ts'
import type { Row, Sql } from './sql.ts'
import { Abandoned, DatabaseUnavailable, brokenOrOwn, tooSlow } from './unavailable.ts'

/** A connection that has been idle for this number of milliseconds is closed. */
const IDLE = 60_000

/** Who wants the task done, and a signal (`gone`) that nobody waits for the result any more. */
export interface Requester {
  caller?: string | undefined
  gone?: AbortSignal | undefined
}

/** The party for the tasks that the service itself wants done. */
const NOBODY = ''

export interface Load {
  used: number
  waiting: number
  most: number
}

export class Pool {
  readonly #connector: Connector
  readonly #role: Role
  readonly #most: number
  /** The idle connections. The one that was used last is taken first. */
  #idle: { connection: Connection; timer: NodeJS.Timeout }[] = []
  readonly #waiting = new FairQueue<PromiseWithResolvers<Connection>>()
  readonly #borrowers = new Map<Connection, string>()
  #opening = 0
  #taken = 0
  #closed = false
  #emptied: (() => void) | undefined

  constructor(connector: Connector, role: Role, most: number) {
    this.#connector = connector
    this.#role = role
    this.#most = most
  }

  get load(): Load {
    return { used: this.#taken, waiting: this.#waiting.size, most: this.#most }
  }

  /** Lends a connection, which must be given back with `give`. If the client is `gone`, the wait ends early. */
  take(until: number, { caller = NOBODY, gone }: Requester = {}): Promise<Connection> {
    if (this.#closed) return Promise.reject(closed())
    if (gone?.aborted) return Promise.reject(new Abandoned('Nobody waits for this.'))
    for (let last = this.#idle.pop(); last; last = this.#idle.pop()) {
      clearTimeout(last.timer)
      if (last.connection.broken) continue
      this.#lend(last.connection, caller)
      return Promise.resolve(last.connection)
    }
    const waiting = Promise.withResolvers<Connection>()
    const place = this.#waiting.add(caller, waiting)
    this.#openMore()
    const leave = () => this.#waiting.remove(place)
    const abandon = () => {
      leave()
      waiting.reject(new Abandoned('Nobody waits for this any more.'))
    }
    gone?.addEventListener('abort', abandon, { once: true })
    const connection = inTime(waiting.promise, until, () => {
      leave()
      return this.#taken > 0
        ? new DatabaseUnavailable('No connection to the database became free in time.', { reason: 'busy' })
        : new DatabaseUnavailable('No connection to the database could be opened in time.')
    })
    return connection.finally(() => gone?.removeEventListener('abort', abandon))
  }

  give(connection: Connection): void {
    this.#taken--
    this.#waiting.count(this.#borrowers.get(connection) ?? NOBODY, -1)
    this.#borrowers.delete(connection)
    this.#offer(connection)
    if (this.#taken === 0) this.#emptied?.()
  }

  /**
   * Sends a statement and waits for the answer until `until` at most. The connection counts as used until the server has
   * answered.
   */
  async send<R extends Row>(statement: Sql<R>, until: number, requester?: Requester): Promise<R[]> {
    const connection = await this.take(until, requester).catch(brokenOrOwn)
    const answer = connection.send(statement)
    const give = () => this.give(connection)
    answer.then(give, give)
    return inTime(answer, until, tooSlow).catch(brokenOrOwn)
  }

  refuse(reason: Error): void {
    while (this.#waiting.size > 0) this.#refuseNext(reason)
  }

  /** Ends the idle connections now, and each used connection when it is given back. */
  async renew(): Promise<void> {
    const idle = this.#idle
    this.#idle = []
    for (const { timer } of idle) clearTimeout(timer)
    await Promise.all(idle.map(({ connection }) => connection.end()))
  }

  /** Waits for running statements, but not longer than `until`. */
  async close(until: number): Promise<void> {
    this.#closed = true
    this.refuse(closed())
    if (this.#taken > 0) {
      const emptied = new Promise<void>((resolve) => {
        this.#emptied = resolve
      })
      await inTime(emptied, until, tooSlow).catch(() => {}) // the connector ends the connections that hang
    }
    await this.renew()
  }

  #offer(connection: Connection): void {
    if (connection.broken || connection.outdated) {
      void connection.end()
      this.#openMore()
      return
    }
    const next = this.#waiting.next()
    if (next) {
      this.#waiting.remove(next)
      this.#lend(connection, next.party)
      next.task.resolve(connection)
      return
    }
    const timer = setTimeout(() => {
      this.#idle = this.#idle.filter((idle) => idle.connection !== connection)
      void connection.end()
    }, IDLE)
    this.#idle.push({ connection, timer: timer.unref() })
  }

  #openMore(): void {
    while (this.#opening < this.#waiting.size && this.#opening + this.#taken < this.#most) {
      this.#opening++
      void this.#open()
    }
  }

  async #open(): Promise<void> {
    try {
      const connection = await this.#connector.connect(this.#role)
      this.#opening--
      this.#offer(connection)
    } catch (error) {
      this.#opening--
      // The failed attempt may have begun long before these tasks came. They have time limits of their own, so this failure does
      // not end them.
      if (!(error instanceof DatabaseUnavailable)) this.#refuseNext(error)
      this.#openMore()
    }
  }

  #refuseNext(error: unknown): void {
    const next = this.#waiting.next()
    if (!next) return
    this.#waiting.remove(next)
    next.task.reject(error)
  }

  #lend(connection: Connection, caller: string): void {
    this.#taken++
    this.#borrowers.set(connection, caller)
    this.#waiting.count(caller, 1)
  }
}

const closed = () => new DatabaseUnavailable('The connections to the database are closed.')
