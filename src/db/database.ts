/** Sends statements to PostgreSQL. Whatever the server or the network does, the sender gets an answer or an error in time. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Connection, type Host, hostsOf } from './hosts.ts'
import { Listener, type ListenerEvents, type Subscription } from './listener.ts'
import type { Requester } from './pool.ts'
import { type Queryable, type Traffic, only } from './queryable.ts'
import { OneServer, type ReadOptions, type ReadSpread, type Route } from './route.ts'
import { CONNECTIONS, LIMITS, Server } from './server.ts'
import { type Row, type Sql, sql } from './sql.ts'
import { Standbys } from './standbys.ts'
import { Transaction } from './transaction.ts'
import { DatabaseUnavailable } from './unavailable.ts'

export type { Connection } from './hosts.ts'
export { CONNECTIONS } from './server.ts'
export { type Queryable, type Traffic, changeAndShow, withoutTimeout } from './queryable.ts'
export { Transaction } from './transaction.ts'
export { Abandoned, DatabaseUnavailable, SearchTooWide } from './unavailable.ts'

export interface DatabaseOptions {
  /** The number of connections for reads. */
  readers?: number
  /** The number of searches that may run at the same time. Further searches wait for a free connection. */
  searchers?: number
  /** The number of pages of exports that may be read at the same time. */
  exporters?: number
  /** The number of transactions that may run at the same time. Further transactions wait for a free connection. */
  writers?: number
  /** The server stops a statement after this number of milliseconds. */
  statementTimeout?: number
  /** A plain read that takes longer than this number of milliseconds is sent again as a search. */
  readTimeout?: number
  /** The server stops a search after this number of milliseconds. */
  searchTimeout?: number
  /** The server stops a statement that has waited for a lock for this number of milliseconds. */
  lockTimeout?: number
  /** Logs which of several servers is the primary, and which servers are not used. */
  log?: (message: string, facts: object) => void
}

export class Database implements Queryable {
  readonly traffic: Traffic = { statements: 0, roundTrips: 0 }
  readonly #route: Route
  #listener: Listener | undefined
  #serving: Promise<void> | undefined

  constructor(connection: Connection, options: DatabaseOptions = {}) {
    const { log = () => {}, statementTimeout, readTimeout, searchTimeout, lockTimeout, ...numbers } = options
    const statement = statementTimeout ?? LIMITS.statement
    const limits = {
      ...CONNECTIONS,
      ...numbers,
      statement,
      read: Math.min(readTimeout ?? LIMITS.read, statement),
      search: searchTimeout ?? LIMITS.search,
      lock: lockTimeout ?? LIMITS.lock,
    }
    const hosts = hostsOf(connection)
    const renewed = () => this.#listener?.renew()
    this.#route =
      hosts.length > 1
        ? new Standbys(hosts, limits, this.traffic, { renewed, log, listen: this.listen.bind(this) })
        : new OneServer(new Server(hosts[0] as Host, limits, { renewed }), this.traffic)
  }

  /**
   * Sends one statement to the primary. If the connection breaks, it sends the statement again. If the client of a search goes
   * away (`gone`), the search is stopped.
   */
  async many<R extends Row>(statement: Sql<R>, requester?: Requester): Promise<R[]> {
    const until = performance.now() + this.#route.limit
    return this.#route.send((server) => server.send(statement, until, requester), until)
  }

  async maybe<R extends Row>(statement: Sql<R>): Promise<R | undefined> {
    return (await this.many<R>(statement))[0]
  }

  async one<R extends Row>(statement: Sql<R>): Promise<R> {
    return only(await this.many<R>(statement))
  }

  /** Sends a statement that changes nothing. Any server can answer that has everything the caller must see. */
  async read<R extends Row>(statement: Sql<R>, options: ReadOptions): Promise<R[]> {
    return this.#route.read(statement, options, performance.now() + this.#route.limit)
  }

  /**
   * Must be called after the caller was looked up at the primary. From then on the caller's reads see at least what the primary
   * has now.
   */
  seenAtPrimary(caller: string): void {
    this.#route.seenAtPrimary(caller)
  }

  /**
   * Runs `work` in a transaction. After a deadlock `work` runs again, so it may do nothing but send statements. Later reads of
   * the caller see the change.
   */
  async transaction<T>(work: (db: Transaction) => Promise<T>, caller?: string): Promise<T> {
    const route = this.#route
    let until = performance.now() + route.limit
    for (let attempt = 1; ; attempt++) {
      const { server, connection } = await route.writer(until, caller)
      const db = new Transaction(connection, this.traffic, until, route.commits)
      try {
        const result = await work(db)
        await db.commit(undefined, caller)
        return result
      } catch (error) {
        // If the rollback fails, the transaction may still be open, so we end the connection. The caller gets the first error.
        await db.rollback().catch((failed: Error) => connection.destroy(failed))
        if (!db.hurried) until = performance.now() + route.limit
        if (attempt === 4 || !isRetried(error) || performance.now() >= until)
          throw route.failure(error, server)
      } finally {
        db.end()
        if (connection.inTransaction)
          connection.destroy(new DatabaseUnavailable('A transaction did not end.'))
        server.writers.give(connection)
      }
      await sleep(Math.random() * 20 * attempt)
    }
  }

  get servers(): Pick<Server, 'name' | 'pools' | 'open'>[] {
    return this.#route.servers
  }

  /** How reads are spread over the standbys, for metrics. Undefined if there is only one server. */
  get spread(): ReadSpread | undefined {
    return this.#route.spread
  }

  /** Throws `DatabaseUnavailable` if the database does not answer soon, or takes no changes. */
  async mustServe(): Promise<void> {
    this.#serving ??= this.#serves().finally(() => (this.#serving = undefined))
    return this.#serving
  }

  /**
   * Calls `received` for each notification that another connection sends on this channel. All subscriptions share one connection.
   */
  listen(channel: string, received: (payload: string) => void, events?: ListenerEvents): Subscription {
    const ended = () => (this.#listener = undefined)
    this.#listener ??= new Listener(() => this.#route.current?.config, ended)
    return this.#listener.subscribe(channel, received, events)
  }

  /** Closes all connections. It waits for running statements, but at most for the time in which an answer is due. */
  async close(): Promise<void> {
    await this.#route.close()
  }

  async #serves(): Promise<void> {
    const server = await this.#route.primary(performance.now())
    const [row] = await server
      .check<{ writable: boolean }>(sql`select current_setting('transaction_read_only') = 'off' as writable`)
      .catch((error: unknown) => {
        throw this.#route.failure(error, server)
      })
    if (row?.writable) return
    server.renew()
    throw new DatabaseUnavailable('The database takes no changes.')
  }
}

/** PostgreSQL's codes for a deadlock and a failed serialization. After these a transaction may run again. */
const isRetried = (error: unknown) =>
  error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001')
