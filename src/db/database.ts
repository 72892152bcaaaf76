/**
 * Sends statements to PostgreSQL. Reads share a few pipelined connections; a search or a transaction has a connection to itself.
 * Whatever the server or the network does, an answer or an error comes in time. `route.ts` chooses the server.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Connection, type Host, hostsOf } from './hosts.ts'
import { Listener, type ListenerEvents } from './listener.ts'
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
  /** Connections that reads share; each carries many reads at once. */
  readers?: number
  /** Searches at once; others wait for a free connection. */
  searchers?: number
  /** Pages of exports at once. */
  exporters?: number
  /** Transactions at once; others wait for a free connection. */
  writers?: number
  /** The longest that the server lets a statement run, in milliseconds. */
  statementTimeout?: number
  /** The same for a search. */
  searchTimeout?: number
  /** The longest that the server lets a statement wait for a lock, in milliseconds. */
  lockTimeout?: number
  /** Logs which of several servers is the primary, and which are not used. */
  log?: (message: string, facts: object) => void
}

export class Database implements Queryable {
  readonly traffic: Traffic = { statements: 0, roundTrips: 0 }
  readonly #route: Route
  readonly #listeners = new Set<Listener>()
  #serving: Promise<void> | undefined

  constructor(connection: Connection, options: DatabaseOptions = {}) {
    const { log = () => {}, statementTimeout, searchTimeout, lockTimeout, ...numbers } = options
    const limits = {
      ...CONNECTIONS,
      ...numbers,
      statement: statementTimeout ?? LIMITS.statement,
      search: searchTimeout ?? LIMITS.search,
      lock: lockTimeout ?? LIMITS.lock,
    }
    const hosts = hostsOf(connection)
    const renewed = () => {
      for (const listener of this.#listeners) listener.renew()
    }
    this.#route =
      hosts.length > 1
        ? new Standbys(hosts, limits, this.traffic, { renewed, log, listen: this.listen.bind(this) })
        : new OneServer(new Server(hosts[0] as Host, limits, { renewed }), this.traffic)
  }

  /**
   * Sends one statement to the primary, in a snapshot of its own. If its connection breaks, it uses another one. A search ends
   * early if its client is `gone`. If several callers wait, the one with the fewest statements under way is next.
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

  /** Sends a statement that changes nothing, to any server that has what the caller must see. */
  async read<R extends Row>(statement: Sql<R>, options: ReadOptions): Promise<R[]> {
    return this.#route.read(statement, options, performance.now() + this.#route.limit)
  }

  /** Call it after you have looked up the caller at the primary: their next reads see at least what the primary has now. */
  seenAtPrimary(caller: string): void {
    this.#route.seenAtPrimary(caller)
  }

  /**
   * Runs `work` in one transaction and commits when it returns. After a deadlock or serialization failure it runs `work` again,
   * so `work` must have no effects except its statements. The caller's next reads see the change, on other instances too.
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
        // We throw the first error. If the rollback fails, the transaction might still be open, so the connection must end.
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

  /** The servers with their connections, for metrics. */
  get servers(): Pick<Server, 'name' | 'pools' | 'open'>[] {
    return this.#route.servers
  }

  /** How reads are spread over standbys, for metrics; undefined for one server. */
  get spread(): ReadSpread | undefined {
    return this.#route.spread
  }

  /**
   * Throws `DatabaseUnavailable` if the database does not answer soon, or takes no changes. Simultaneous calls share the answer.
   */
  async mustServe(): Promise<void> {
    this.#serving ??= this.#serves().finally(() => (this.#serving = undefined))
    return this.#serving
  }

  /** Calls `received` when another connection notifies the channel, until the listener is closed. */
  listen(channel: string, received: (payload: string) => void, events?: ListenerEvents): Listener {
    const config = () => this.#route.current?.config
    const ended = () => this.#listeners.delete(listener)
    const listener = new Listener(config, channel, received, events, ended)
    this.#listeners.add(listener)
    return listener
  }

  /** Waits for statements under way, up to the time limit of an answer, and closes every connection. */
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

/** deadlock_detected, serialization_failure */
const isRetried = (error: unknown) =>
  error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001')
