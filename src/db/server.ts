/**
 * One PostgreSQL server and all our connections to it. Each kind of work has its own connections. Dead connections are noticed
 * and replaced.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Connection } from './connection.ts'
import { Connector } from './connector.ts'
import type { Host } from './hosts.ts'
import { inTime } from './in-time.ts'
import { type Requester, type Load, Pool } from './pool.ts'
import { ReadTurns } from './read-turns.ts'
import { Reader } from './reader.ts'
import { Searches } from './searches.ts'
import { type Row, type Sql, search, sql } from './sql.ts'
import { BrokenConnection, DatabaseUnavailable, SearchTooWide, isCancelled, tooSlow } from './unavailable.ts'

/** Numbers of connections, and time limits in milliseconds. */
export interface Limits {
  readers: number
  searchers: number
  exporters: number
  writers: number
  statement: number
  /** A read on a shared connection that takes longer is sent again as a search. */
  read: number
  search: number
  /** The server stops a statement that has waited for a lock for this time. */
  lock: number
}

interface Hooks {
  /** Checks a new connection, and throws if we must not use it. Connections with the role `check` are not checked. */
  admit?: (connection: Connection) => Promise<void>
  renewed: () => void
}

/** In milliseconds. With all its waits, a statement may take 4.5 s, so that every request is answered within 5 s. */
export const LIMITS = { statement: 4_000, read: 500, search: 3_000, lock: 3_000 }
export const SILENCE = 250
export const ANSWER = 500
/**
 * How long a connection for searches may be silent, in milliseconds. It is longer than for others, because searches take much
 * CPU.
 */
const SEARCH_SILENCE = 1_000

/** How many connections each kind of work has. More exporters would take CPU from reads that people wait for. */
export const CONNECTIONS = { readers: 4, searchers: 4, exporters: 2, writers: 12 }

/** How many reads share a connection. One caller can use at most half of them, so there is room for other callers. */
const DEPTH = 4

/** The longest time for a check of the server, in milliseconds. It is short because `/readyz` must answer within 2 s. */
export const CHECK = 1_500
/** The pause between two looks for silent connections, in milliseconds. */
const LOOK = 100
/**
 * The shortest pause between two replacements of all connections, in milliseconds. Without it, each request to a read-only server
 * would replace them.
 */
const RENEWAL = 1_000

export class Server {
  readonly name: string
  readonly config: pg.ClientConfig
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
      // After a broken network, the server itself must end a transaction that this process has given up.
      idle_in_transaction_session_timeout: this.limit,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
      // Rows that we read often are in memory, so random reads are cheap. With the default of 4, PostgreSQL would scan small
      // tables, and reading a match would take 10 % more CPU.
      options: '-c timezone=UTC -c datestyle=ISO -c jit=off -c random_page_cost=1.1',
    }
    // If a search waits for a lock, the time limit for locks must come first. Otherwise the search would be reported as too wide.
    const limitsOfSearches = {
      statement_timeout: limits.search,
      lock_timeout: Math.min(limits.lock, limits.search / 2),
    }
    this.#connector = new Connector(
      (role) => ({
        ...this.config,
        ...(role === 'search' ? limitsOfSearches : {}),
        ...(role === 'reader' ? { statement_timeout: limits.read } : {}),
      }),
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
    // `setImmediate` lets a busy process first read what has arrived. Otherwise its connections would seem silent.
    this.#watch = setInterval(() => setImmediate(() => this.#look()), LOOK)
    this.#watch.unref()
  }

  /**
   * Throws BrokenConnection if another connection could still get the answer. If the client of a search is `gone`, the search is
   * stopped. A slow read holds up the reads behind it on its shared connection, so the server soon stops it, and it is sent again
   * as a search.
   */
  async send<R extends Row>(statement: Sql<R>, until: number, requester: Requester = {}): Promise<R[]> {
    const { kind } = statement.sending
    if (kind === 'search') return this.#searches.send<R>(statement, until, requester)
    if (kind === 'bulk') return this.#exporters.send<R>(statement, until, requester)
    try {
      return await this.#inTurn(requester.caller, until, () => this.#leastBusy().send<R>(statement, until))
    } catch (error) {
      if (!isCancelled(error)) throw error
      return this.#asSearch(statement, until, requester)
    }
  }

  /** Sends two statements that are not searches. The second one sees a newer snapshot. */
  async sendBoth<F extends Row, S extends Row>(
    first: Sql<F>,
    second: Sql<S>,
    until: number,
    requester: Requester = {},
  ): Promise<[F[], S[]]> {
    try {
      return await this.#inTurn(requester.caller, until, () =>
        this.#leastBusy().sendBoth(first, second, until),
      )
    } catch (error) {
      if (!isCancelled(error)) throw error
      const before = await this.#asSearch(first, until, requester)
      return [before, await this.#asSearch(second, until, requester)]
    }
  }

  /** How often a read is sent: once for each reader, because each reader's connection could be broken. */
  get attempts(): number {
    return this.#readers.length
  }

  /** How busy each pool is. If a connection carries several reads, one of them counts as running and the others as waiting. */
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

  get open(): number {
    return this.#connector.open.size
  }

  /** A check has a connection of its own. If it waited for a free one, it would say nothing about the server. */
  async check<R extends Row>(statement: Sql<R>): Promise<R[]> {
    const until = performance.now() + CHECK
    return this.#checks.send<R>(statement, until).catch((error: unknown) => {
      throw error instanceof BrokenConnection ? error.cause : error
    })
  }

  renew(): void {
    const now = performance.now()
    if (now - this.#renewed < RENEWAL) return
    this.#renewed = now
    for (const connection of this.#connector.open) connection.outdated = true
    for (const some of this.#all) void some.renew()
    this.#hooks.renewed()
  }

  /** Ends all connections at once. Everything that is running or waiting fails. */
  cut(reason: string): void {
    const error = new DatabaseUnavailable(reason)
    this.#connector.cut(error)
    for (const pool of [this.#searchers, this.#exporters, this.writers]) pool.refuse(error)
  }

  /** Closes all connections. It waits for running statements, but at most for the time in which an answer is due. */
  async close(): Promise<void> {
    const until = performance.now() + this.limit
    await Promise.all(this.#all.map((some) => some.close(until)))
    clearInterval(this.#watch)
    this.#connector.close()
  }

  get #all(): (Pool | Reader)[] {
    return [this.#searchers, this.#exporters, this.writers, this.#checks, ...this.#readers]
  }

  /**
   * Cancels a search over another connection. It compares the process id and the connection's name, because a pooler can invent
   * process ids.
   */
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
      // A silent writer is not ended at once: together, its statements can take longer than a single statement may.
      if (connection.hurried && connection.role !== 'writer') this.#end(connection)
      else void this.#ask(connection)
    }
  }

  /** Ends this connection, and replaces all others, because they may be dead too. */
  #end(connection: Connection): void {
    const { outdated } = connection
    connection.destroy(new DatabaseUnavailable('The database did not answer, and its connection was ended.'))
    if (!outdated) this.renew()
  }

  /** Asks over another connection whether the server is still working on this connection's statement. */
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
      // The server is idle, but its answer may still be on its way. If it has not come after this pause, it is lost.
      const lost = (await isIdle()) && (await sleep(this.#silence), isSilent()) && (await isIdle())
      if (lost && isSilent()) this.#end(connection)
      else await sleep(this.#silence)
    } catch {
      // If something else has ended this connection, the other connections may be dead too.
      if (isSilent() || connection.broken) this.#end(connection)
    } finally {
      this.#asked.delete(connection)
    }
  }

  /** Reads of a caller wait for a turn. Reads of the service itself do not. */
  #inTurn<T>(caller: string | undefined, until: number, read: () => Promise<T>): Promise<T> {
    return caller === undefined ? read() : this.#turns.run(caller, until, read)
  }

  async #asSearch<R extends Row>(statement: Sql<R>, until: number, requester: Requester): Promise<R[]> {
    try {
      return await inTime(this.#searches.send<R>(search(statement), until, requester), until, tooSlow)
    } catch (error) {
      throw error instanceof SearchTooWide ? tooSlow(error) : error
    }
  }

  #leastBusy(): Reader {
    return this.#readers.reduce((best, reader) => (reader.inFlight < best.inFlight ? reader : best))
  }
}
