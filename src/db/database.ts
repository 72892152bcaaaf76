/**
 * Sends statements to PostgreSQL: reads share a few pipelined connections; a search has one to itself, and so has a
 * transaction. Whatever the server or the network does, an answer or an error arrives in time.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Connection as OpenConnection } from './connection.ts'
import { Connector } from './connector.ts'
import { type Hearing, Listener } from './listener.ts'
import { Pool } from './pool.ts'
import { type Queryable, type Traffic, only } from './queryable.ts'
import { Reader } from './reader.ts'
import { Searches } from './searches.ts'
import { type Row, type Sql, sql } from './sql.ts'
import { Transaction } from './transaction.ts'
import { BrokenConnection, DatabaseUnavailable, isReadOnly, named } from './unavailable.ts'

export { type Queryable, type Traffic, changeAndShow, withoutTimeout } from './queryable.ts'
export { Transaction } from './transaction.ts'
export { Abandoned, DatabaseUnavailable, SearchTooWide } from './unavailable.ts'

/** How to reach the server: a URL, or the settings of the embedded one. */
export type Connection =
  | string
  | { host: string; port: number; user: string; password: string; database: string }

export interface DatabaseOptions {
  /** Connections that reads share; each carries many reads at once. */
  readers?: number
  /** Searches at once; more wait for a free connection. */
  searchers?: number
  /** Pages of exports at once. */
  exporters?: number
  /** Transactions at once; more wait for a free connection. */
  writers?: number
  /** The longest that the server lets a statement run, in milliseconds. */
  statementTimeout?: number
  /** The same for a search. */
  searchTimeout?: number
  /** The longest that the server lets a statement wait for a lock, in milliseconds. */
  lockTimeout?: number
}

/**
 * The limits, in milliseconds. The server ends a statement after 4 s, so a server that is silent for longer has failed, and
 * its connection is ended. A statement is answered or given up after 4.5 s, the wait for a connection included; so a
 * request is answered after 5 s.
 */
const STATEMENT = 4_000
const SEARCH = 3_000
const SILENCE = 250
const ANSWER = 500
const LOCK = 3_000
/** A search takes much of a processor, so its answer may be late by more than other answers. */
const SEARCH_SILENCE = 1_000

/** The connections of a service. More for the pages of exports would take CPU from reads that somebody waits for. */
export const CONNECTIONS = { readers: 4, searchers: 4, exporters: 2, writers: 12 }

/** `/readyz` answers within 2 s. */
const CHECK = 1_500
/** Between two checks for silent connections. */
const LOOK = 100
/** Between two replacements of all connections: a server that takes no changes would else cost one for each request. */
const RENEWAL = 1_000

export class Database implements Queryable {
  readonly traffic: Traffic = { statements: 0, roundTrips: 0 }
  readonly #config: pg.ClientConfig
  readonly #silence: number
  readonly #searchSilence: number
  readonly #limit: number
  readonly #connector: Connector
  readonly #readers: Reader[]
  readonly #searchers: Pool
  readonly #exporters: Pool
  readonly #searches: Searches
  readonly #writers: Pool
  readonly #checks: Pool
  readonly #listeners = new Set<Listener>()
  readonly #asked = new WeakSet<OpenConnection>()
  readonly #watch: NodeJS.Timeout
  #serving: Promise<void> | undefined
  #renewed = -RENEWAL

  constructor(connection: Connection, options: DatabaseOptions = {}) {
    const { readers, searchers, exporters, writers } = { ...CONNECTIONS, ...options }
    const { statementTimeout = STATEMENT, searchTimeout = SEARCH, lockTimeout = LOCK } = options
    this.#silence = statementTimeout + SILENCE
    this.#limit = statementTimeout + ANSWER
    this.#searchSilence = searchTimeout + SEARCH_SILENCE
    this.#config = {
      ...(typeof connection === 'string' ? { connectionString: connection } : connection),
      pipeline: true,
      statement_timeout: statementTimeout,
      lock_timeout: lockTimeout,
      // For a transaction that this process has given up when the network could not tell the server.
      idle_in_transaction_session_timeout: this.#limit,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
      // Rows that are read often are in memory. At the default cost of 4 PostgreSQL scans small tables for each row that
      // refers to them; without these scans it spends a tenth less CPU on a match.
      options: '-c timezone=UTC -c datestyle=ISO -c jit=off -c random_page_cost=1.1',
    }
    // A search that waits for a lock must not be taken for a wide one.
    const limitsOfSearches = {
      statement_timeout: searchTimeout,
      lock_timeout: Math.min(lockTimeout, searchTimeout / 2),
    }
    this.#connector = new Connector(
      (role) => (role === 'search' ? { ...this.#config, ...limitsOfSearches } : this.#config),
      this.#limit,
    )
    this.#readers = Array.from({ length: readers }, () => new Reader(this.#connector))
    this.#searchers = new Pool(this.#connector, 'search', searchers)
    this.#exporters = new Pool(this.#connector, 'export', exporters)
    this.#searches = new Searches(this.#searchers, searchTimeout, this.#searchSilence, (pid) =>
      this.#cancelSearch(pid),
    )
    this.#writers = new Pool(this.#connector, 'writer', writers)
    this.#checks = new Pool(this.#connector, 'check', 1)
    // Data that has arrived is read between the timer and the check, so that no connection is taken for silent unread.
    this.#watch = setInterval(() => setImmediate(() => this.#look()), LOOK)
    this.#watch.unref()
  }

  /**
   * Sends one statement, in a snapshot of its own. If its connection breaks, it uses another, as often as connections may be
   * broken. A search ends early if its client is `gone`.
   */
  async many<R extends Row>(statement: Sql<R>, gone?: AbortSignal): Promise<R[]> {
    this.traffic.statements++
    this.traffic.roundTrips++
    const until = performance.now() + this.#limit
    for (let broken = 0; ; broken++) {
      try {
        return await this.#send<R>(statement, until, gone)
      } catch (error) {
        if (!(error instanceof BrokenConnection)) throw this.#named(error)
        if (broken === this.#readers.length || performance.now() >= until) throw this.#named(error.cause)
      }
    }
  }

  async maybe<R extends Row>(statement: Sql<R>): Promise<R | undefined> {
    return (await this.many<R>(statement))[0]
  }

  async one<R extends Row>(statement: Sql<R>): Promise<R> {
    return only(await this.many<R>(statement))
  }

  /**
   * Runs `work` in one transaction and commits when it returns. A deadlock or serialization failure runs it
   * again from the start, so `work` must have no effects but its statements.
   */
  async transaction<T>(work: (db: Transaction) => Promise<T>): Promise<T> {
    let until = performance.now() + this.#limit
    for (let attempt = 1; ; attempt++) {
      const connection = await this.#writers.take(until).catch((error: unknown) => {
        throw this.#named(error)
      })
      const db = new Transaction(connection, this.traffic, until)
      try {
        const result = await work(db)
        await db.commit()
        return result
      } catch (error) {
        // The first error is the one to throw. A connection of which nobody knows whether its transaction ended is not used again.
        await db.rollback().catch((failed: Error) => connection.destroy(failed))
        if (!db.hurried) until = performance.now() + this.#limit
        if (attempt === 4 || !isRetried(error) || performance.now() >= until) throw this.#named(error)
      } finally {
        db.end()
        if (connection.inTransaction)
          connection.destroy(new DatabaseUnavailable('A transaction did not end.'))
        this.#writers.give(connection)
      }
      await sleep(Math.random() * 20 * attempt)
    }
  }

  /** Throws `DatabaseUnavailable` if the database does not answer soon, or takes no changes. Simultaneous calls share the answer. */
  async mustServe(): Promise<void> {
    this.#serving ??= this.#serves().finally(() => (this.#serving = undefined))
    return this.#serving
  }

  /** Calls `heard` when another connection notifies the channel, until the listener is closed. */
  listen(channel: string, heard: (payload: string) => void, hearing?: Hearing): Listener {
    const ended = () => this.#listeners.delete(listener)
    const listener = new Listener(this.#config, channel, heard, hearing, ended)
    this.#listeners.add(listener)
    return listener
  }

  /** Waits for statements under way, for as long as an answer may take, and closes every connection. */
  async close(): Promise<void> {
    const until = performance.now() + this.#limit
    const all = [this.#searchers, this.#exporters, this.#writers, this.#checks, ...this.#readers]
    await Promise.all(all.map((some) => some.close(until)))
    clearInterval(this.#watch)
    this.#connector.close()
  }

  async #serves(): Promise<void> {
    const [row] = await this.#check<{ writable: boolean }>(sql`
      select current_setting('transaction_read_only') = 'off' as writable`)
    if (row?.writable) return
    this.#renew()
    throw new DatabaseUnavailable('The database takes no changes.')
  }

  /** Uses a connection of its own, because a wait for one of the others says nothing about the server. */
  async #check<R extends Row>(statement: Sql<R>): Promise<R[]> {
    const until = performance.now() + CHECK
    return this.#checks.send<R>(statement, until).catch((error: unknown) => {
      throw this.#named(error instanceof BrokenConnection ? error.cause : error)
    })
  }

  /** Over another connection, which also TLS protects. A pooler may make the number of a process up, so its name counts too. */
  #cancelSearch(pid: number | null): Promise<unknown> {
    return this.#check(sql`
      select pg_cancel_backend(pid) from pg_stat_activity
      where pid = ${pid} and application_name like 'scorebook search %'`)
  }

  /** Finds a replaced server again, over new connections. */
  #named(error: unknown): unknown {
    if (isReadOnly(error)) this.#renew()
    return named(error)
  }

  #look(): void {
    const now = performance.now()
    for (const connection of this.#connector.open) {
      const silence = connection.role === 'search' ? this.#searchSilence : this.#silence
      if (connection.quietFor(now) < silence) continue
      // The server answers a writer's round trip as a whole, which may take longer than each of its statements.
      if (connection.hurried && connection.role !== 'writer') this.#end(connection)
      else void this.#ask(connection)
    }
  }

  /** If one connection is dead, the others may be: new ones replace them, and those in use are checked in the same way. */
  #end(connection: OpenConnection): void {
    const { outdated } = connection
    connection.destroy(new DatabaseUnavailable('The database did not answer, and its connection was ended.'))
    if (!outdated) this.#renew()
  }

  /** For a connection that may be silent for long: asks the server over another one whether it still works on the statement. */
  async #ask(connection: OpenConnection): Promise<void> {
    if (this.#asked.has(connection)) return
    this.#asked.add(connection)
    const isIdle = async () => {
      const [row] = await this.#check<{ state: string }>(sql`
        select state from pg_stat_activity where pid = ${connection.pid}`)
      return row?.state.startsWith('idle') ?? false
    }
    const isSilent = () => connection.quietFor(performance.now()) >= this.#silence
    try {
      // An answer may be on its way; if it is not there after the next check, it is lost.
      const lost = (await isIdle()) && (await sleep(this.#silence), isSilent()) && (await isIdle())
      if (lost && isSilent()) this.#end(connection)
      else await sleep(this.#silence)
    } catch {
      // The time limit of a transaction may have ended its connection meanwhile; the others may be as dead.
      if (isSilent() || connection.broken) this.#end(connection)
    } finally {
      this.#asked.delete(connection)
    }
  }

  #renew(): void {
    const now = performance.now()
    if (now - this.#renewed < RENEWAL) return
    this.#renewed = now
    for (const connection of this.#connector.open) connection.outdated = true
    for (const some of [this.#searchers, this.#exporters, this.#writers, this.#checks, ...this.#readers])
      void some.renew()
    for (const listener of this.#listeners) listener.renew()
  }

  #send<R extends Row>(statement: Sql<R>, until: number, gone: AbortSignal | undefined): Promise<R[]> {
    if (statement.search) return this.#searches.send<R>(statement, until, gone)
    return (statement.bulk ? this.#exporters : this.#leastBusy()).send<R>(statement, until)
  }

  #leastBusy(): Reader {
    return this.#readers.reduce((best, reader) => (reader.inFlight < best.inFlight ? reader : best))
  }
}

/** deadlock_detected, serialization_failure */
const isRetried = (error: unknown) =>
  error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001')
