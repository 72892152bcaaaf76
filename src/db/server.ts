/** One PostgreSQL server and all connections to it. Each kind of work has its own connections, and we notice dead ones. */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Connection } from './connection.ts'
import { Connector } from './connector.ts'
import type { Host } from './hosts.ts'
import { type Requester, type Load, Pool } from './pool.ts'
import { ReadTurns } from './read-turns.ts'
import { Reader } from './reader.ts'
import { Searches } from './searches.ts'
import { type Row, type Sql, sql } from './sql.ts'
import { BrokenConnection, DatabaseUnavailable } from './unavailable.ts'

/** Numbers of connections, and times in milliseconds. */
export interface Limits {
  readers: number
  searchers: number
  exporters: number
  writers: number
  /** The longest that the server lets a statement run. */
  statement: number
  /** The same for a search. */
  search: number
  /** The longest that the server lets a statement wait for a lock. */
  lock: number
}

interface Hooks {
  /** Throws if a new connection must not be used. Connections with the role `check` need no admission. */
  admit?: (connection: Connection) => Promise<void>
  renewed: () => void
}

/**
 * In milliseconds. The server ends a statement after 4 s. If it is silent for longer, it has failed, and we end the connection.
 * We answer or give up a statement after 4.5 s, with the wait for a connection; so a request has its answer after 5 s.
 */
export const LIMITS = { statement: 4_000, search: 3_000, lock: 3_000 }
const SILENCE = 250
const ANSWER = 500
/** Searches use much CPU, so their answers can be later than others. */
const SEARCH_SILENCE = 1_000

/** The connections of a service. More exporters would take CPU from reads that somebody waits for. */
export const CONNECTIONS = { readers: 4, searchers: 4, exporters: 2, writers: 12 }

/**
 * How many reads of all callers go over one connection at once. One caller uses at most half of the connections, with one read
 * on each, so others find a free connection even while that caller reads eight lists of 100.
 */
const DEPTH = 4

/** The longest check. `/readyz` must answer within 2 s. */
const CHECK = 1_500
/** The time between two looks for silent connections. */
const LOOK = 100
/**
 * The shortest time between two replacements of all connections. Otherwise each request to a server that takes no changes would
 * cause one.
 */
const RENEWAL = 1_000

export class Server {
  readonly name: string
  readonly config: pg.ClientConfig
  /** The longest time for a read or a transaction, with the wait for a connection. */
  readonly limit: number
  readonly writers: Pool
  readonly #silence: number
  readonly #searchSilence: number
  readonly #connector: Connector
  readonly #readers: Reader[]
  readonly #turns: ReadTurns
  readonly #searchers: Pool
  readonly #exporters: Pool
  readonly #searches: Searches
  readonly #checks: Pool
  readonly #asked = new WeakSet<Connection>()
  readonly #watch: NodeJS.Timeout
  readonly #hooks: Hooks
  #renewed = -RENEWAL

  constructor(host: Host, limits: Limits, hooks: Hooks) {
    this.name = host.name
    this.#hooks = hooks
    this.#silence = limits.statement + SILENCE
    this.limit = limits.statement + ANSWER
    this.#searchSilence = limits.search + SEARCH_SILENCE
    this.config = {
      ...host.config,
      pipeline: true,
      statement_timeout: limits.statement,
      lock_timeout: limits.lock,
      // For a transaction that this process has given up while the network was broken.
      idle_in_transaction_session_timeout: this.limit,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
      // Rows that we read often are in memory. With the default page cost of 4, PostgreSQL scans small tables for each row that
      // refers to them; without these scans a match takes 10 % less CPU.
      options: '-c timezone=UTC -c datestyle=ISO -c jit=off -c random_page_cost=1.1',
    }
    // The lock timeout is shorter, so that a search that waits for a lock does not count as too wide.
    const limitsOfSearches = {
      statement_timeout: limits.search,
      lock_timeout: Math.min(limits.lock, limits.search / 2),
    }
    this.#connector = new Connector(
      (role) => (role === 'search' ? { ...this.config, ...limitsOfSearches } : this.config),
      this.limit,
      hooks.admit,
    )
    this.#readers = Array.from({ length: limits.readers }, () => new Reader(this.#connector))
    this.#turns = new ReadTurns(limits.readers * DEPTH, Math.max(1, Math.floor(limits.readers / 2)))
    this.#searchers = new Pool(this.#connector, 'search', limits.searchers)
    this.#exporters = new Pool(this.#connector, 'export', limits.exporters)
    this.#searches = new Searches(this.#searchers, limits.search, this.#searchSilence, (pid) =>
      this.#cancelSearch(pid),
    )
    this.writers = new Pool(this.#connector, 'writer', limits.writers)
    this.#checks = new Pool(this.#connector, 'check', 1)
    // Between the timer and `setImmediate` the process reads data that has arrived, so that no such connection counts as silent.
    this.#watch = setInterval(() => setImmediate(() => this.#look()), LOOK)
    this.#watch.unref()
  }

  /** Throws BrokenConnection if another connection could get the answer. A search ends early if its client is `gone`. */
  send<R extends Row>(statement: Sql<R>, until: number, requester: Requester = {}): Promise<R[]> {
    const { kind } = statement.sending
    if (kind === 'search') return this.#searches.send<R>(statement, until, requester)
    if (kind === 'bulk') return this.#exporters.send<R>(statement, until, requester)
    return this.#inTurn(requester.caller, until, () => this.#leastBusy().send<R>(statement, until))
  }

  /** Sends two statements in one round trip; neither may be a search. The second has a newer snapshot. */
  sendBoth<F extends Row, S extends Row>(
    first: Sql<F>,
    second: Sql<S>,
    until: number,
    { caller }: Requester = {},
  ): Promise<[F[], S[]]> {
    return this.#inTurn(caller, until, () => this.#leastBusy().sendBoth(first, second, until))
  }

  /** How often to send a read again over another connection: all of them can be broken. */
  get attempts(): number {
    return this.#readers.length
  }

  /** The load by purpose. If several reads share a connection, all but one count as waiting. */
  get pools(): Record<'read' | 'search' | 'export' | 'writer', Load> {
    const underWay = this.#readers.map(({ inFlight }) => inFlight)
    const used = underWay.filter((some) => some > 0).length
    const waiting = underWay.reduce((sum, some) => sum + some, 0) - used + this.#turns.waiting
    return {
      read: { used, waiting, most: underWay.length },
      search: this.#searchers.load,
      export: this.#exporters.load,
      writer: this.writers.load,
    }
  }

  /** The number of open connections. */
  get open(): number {
    return this.#connector.open.size
  }

  /** Has its own connection, because a wait for one of the others says nothing about the server. */
  async check<R extends Row>(statement: Sql<R>): Promise<R[]> {
    const until = performance.now() + CHECK
    return this.#checks.send<R>(statement, until).catch((error: unknown) => {
      throw error instanceof BrokenConnection ? error.cause : error
    })
  }

  /** Replaces all connections by new ones; the old ones end when they are free. */
  renew(): void {
    const now = performance.now()
    if (now - this.#renewed < RENEWAL) return
    this.#renewed = now
    for (const connection of this.#connector.open) connection.outdated = true
    for (const some of this.#all) void some.renew()
    this.#hooks.renewed()
  }

  /** Ends all connections at once, with everything that is under way or waits for one. */
  cut(reason: string): void {
    const error = new DatabaseUnavailable(reason)
    this.#connector.cut(error)
    for (const pool of [this.#searchers, this.#exporters, this.writers]) pool.refuse(error)
  }

  /** Waits for statements under way, for as long as an answer may take, and closes every connection. */
  async close(): Promise<void> {
    const until = performance.now() + this.limit
    await Promise.all(this.#all.map((some) => some.close(until)))
    clearInterval(this.#watch)
    this.#connector.close()
  }

  get #all(): (Pool | Reader)[] {
    return [this.#searchers, this.#exporters, this.writers, this.#checks, ...this.#readers]
  }

  /** Uses another connection, which has the same TLS. We also check the name, because a pooler can invent process ids. */
  #cancelSearch(pid: number | null): Promise<unknown> {
    return this.check(sql`
      select pg_cancel_backend(pid) from pg_stat_activity
      where pid = ${pid} and application_name like 'scorebook search %'`)
  }

  #look(): void {
    const now = performance.now()
    for (const connection of this.#connector.open) {
      const silence = connection.role === 'search' ? this.#searchSilence : this.#silence
      if (connection.quietFor(now) < silence) continue
      // The server answers all statements of a writer's round trip together, which can take longer than one statement is allowed to.
      if (connection.hurried && connection.role !== 'writer') this.#end(connection)
      else void this.#ask(connection)
    }
  }

  /** If one connection is dead, the others can be, too: new ones replace them, and we check those in use in the same way. */
  #end(connection: Connection): void {
    const { outdated } = connection
    connection.destroy(new DatabaseUnavailable('The database did not answer, and its connection was ended.'))
    if (!outdated) this.renew()
  }

  /**
   * For a connection that may be silent for a long time: asks the server over another connection whether it is still working on
   * the statement.
   */
  async #ask(connection: Connection): Promise<void> {
    if (this.#asked.has(connection)) return
    this.#asked.add(connection)
    const isIdle = async () => {
      const [row] = await this.check<{ state: string }>(sql`
        select state from pg_stat_activity where pid = ${connection.pid}`)
      return row?.state.startsWith('idle') ?? false
    }
    const isSilent = () => connection.quietFor(performance.now()) >= this.#silence
    try {
      // The answer can be on its way. If it has not arrived by the next check, it is lost.
      const lost = (await isIdle()) && (await sleep(this.#silence), isSilent()) && (await isIdle())
      if (lost && isSilent()) this.#end(connection)
      else await sleep(this.#silence)
    } catch {
      // The time limit of a transaction can have ended its connection meanwhile. The others can be dead, too.
      if (isSilent() || connection.broken) this.#end(connection)
    } finally {
      this.#asked.delete(connection)
    }
  }

  /** The service's own reads do not wait for a turn. */
  #inTurn<T>(caller: string | undefined, until: number, read: () => Promise<T>): Promise<T> {
    return caller === undefined ? read() : this.#turns.run(caller, until, read)
  }

  #leastBusy(): Reader {
    return this.#readers.reduce((best, reader) => (reader.inFlight < best.inFlight ? reader : best))
  }
}
