/**
 * Sends statements to PostgreSQL: reads share a few pipelined connections; a search has one to itself, and so has a
 * transaction. Whatever the server or the network does, an answer or an error arrives in time. Of several servers, changes
 * go to the primary, and reads to standbys that have what their caller must see.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Connection as OpenConnection } from './connection.ts'
import { type Connection, type Host, hostsOf } from './hosts.ts'
import { type Hearing, Listener } from './listener.ts'
import type { Asking } from './pool.ts'
import { type Queryable, type Traffic, only } from './queryable.ts'
import { CONNECTIONS, LIMITS, Server } from './server.ts'
import { BEHIND, type Choice, GUARD, POSITION, Servers } from './servers.ts'
import { type Row, type Sql, sql } from './sql.ts'
import { type Changes, Transaction } from './transaction.ts'
import { BrokenConnection, DatabaseUnavailable, isConnectionLoss, isReadOnly, named } from './unavailable.ts'

export type { Connection } from './hosts.ts'
export { CONNECTIONS } from './server.ts'
export { type Queryable, type Traffic, changeAndShow, withoutTimeout } from './queryable.ts'
export { Transaction } from './transaction.ts'
export { Abandoned, DatabaseUnavailable, SearchTooWide } from './unavailable.ts'

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
  /** Logs which of several servers is the primary, and which is not used. */
  told?: (message: string, facts: object) => void
}

/** Who reads, and what they must see. */
export interface Reading {
  /** Sees what they have changed, and nothing older than what they have read. */
  caller: string
  /** A position that a change has told: a read with it sees the change. */
  after?: string | undefined
  /** For a search: aborts when its client goes away. */
  gone?: AbortSignal | undefined
}

/** Instances tell one another here who has changed something: the caller and the position. */
const CHANGES = 'scorebook_changes'

export class Database implements Queryable {
  readonly traffic: Traffic = { statements: 0, roundTrips: 0 }
  readonly #primary: (until: number) => Server | Promise<Server>
  /** The first one, which is the only one if there are not several. */
  readonly #first: Server
  /** Undefined for one server, which is the primary. */
  readonly #servers: Servers | undefined
  readonly #changes: Changes | undefined
  readonly #listeners = new Set<Listener>()
  /** Hears what other instances change. */
  #others: Listener | undefined
  #hearsOthers = false
  #serving: Promise<void> | undefined

  constructor(connection: Connection, options: DatabaseOptions = {}) {
    const { told = () => {}, statementTimeout, searchTimeout, lockTimeout, ...numbers } = options
    const limits = {
      ...CONNECTIONS,
      ...numbers,
      statement: statementTimeout ?? LIMITS.statement,
      search: searchTimeout ?? LIMITS.search,
      lock: lockTimeout ?? LIMITS.lock,
    }
    const hosts = hostsOf(connection)
    const renewed = () => this.#renewed()
    if (hosts.length > 1) {
      const servers = new Servers(hosts, limits, { renewed, told })
      this.#servers = servers
      this.#changes = changesKeptBy(servers)
      this.#primary = (until) => servers.primary(until)
      this.#first = servers.first
    } else {
      const server = new Server(hosts[0] as Host, limits, { renewed })
      this.#primary = () => server
      this.#first = server
    }
  }

  /**
   * Sends one statement to the primary, in a snapshot of its own. If its connection breaks, it uses another, as often as
   * connections may be broken. A search ends early if its client is `gone`. Of several callers, the one with the fewest
   * statements under way is next.
   */
  async many<R extends Row>(statement: Sql<R>, asking?: Asking): Promise<R[]> {
    const until = performance.now() + this.#first.limit
    return this.#atPrimary((server) => server.send(statement, until, asking), until)
  }

  async maybe<R extends Row>(statement: Sql<R>): Promise<R | undefined> {
    return (await this.many<R>(statement))[0]
  }

  async one<R extends Row>(statement: Sql<R>): Promise<R> {
    return only(await this.many<R>(statement))
  }

  /**
   * Sends a statement that changes nothing, to a standby if one has what the caller must see. It costs one round trip then;
   * a standby that is behind, or fails, costs another one, to the primary.
   */
  async read<R extends Row>(statement: Sql<R>, { caller, after, gone }: Reading): Promise<R[]> {
    const servers = this.#servers
    const asking = { caller, gone }
    if (servers === undefined) return this.many(statement, asking)
    const until = performance.now() + this.#first.limit
    const choice = this.#hearsOthers ? servers.choose(caller, BigInt(after ?? 0)) : undefined
    // A search at a standby that is behind would take its whole time for nothing.
    if (choice && (choice.needed === undefined || !(statement.search || statement.bulk))) {
      const rows = await this.#atStandby(choice, statement, until, { gone })
      if (rows) return rows
    }
    if (statement.search || statement.bulk) {
      const rows = await this.#atPrimary((server) => server.send(statement, until, asking), until)
      servers.positions.mustSeeThis(caller)
      return rows
    }
    const since = performance.now()
    this.traffic.statements++
    const [rows, [behind]] = await this.#atPrimary(
      (server) => server.sendBoth(statement, BEHIND, until, asking),
      until,
    )
    if (behind) servers.positions.mustSee(caller, BigInt(behind.position), since)
    return rows
  }

  /** To be called when the caller was looked up at the primary: their reads find at least what was there. */
  met(caller: string): void {
    this.#servers?.positions.mustSeeThis(caller)
  }

  /**
   * Runs `work` in one transaction and commits when it returns. A deadlock or serialization failure runs it
   * again from the start, so `work` must have no effects but its statements. The next reads of the caller see the change, also
   * at other instances.
   */
  async transaction<T>(work: (db: Transaction) => Promise<T>, caller?: string): Promise<T> {
    let until = performance.now() + this.#first.limit
    for (let attempt = 1; ; attempt++) {
      const { server, connection } = await this.#writer(until, caller)
      const db = new Transaction(connection, this.traffic, until, this.#changes)
      try {
        const result = await work(db)
        await db.commit(undefined, caller)
        return result
      } catch (error) {
        // The first error is the one to throw. A connection of which nobody knows whether its transaction ended is not used again.
        await db.rollback().catch((failed: Error) => connection.destroy(failed))
        if (!db.hurried) until = performance.now() + this.#first.limit
        if (attempt === 4 || !isRetried(error) || performance.now() >= until) throw this.#named(error, server)
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
    return this.#servers ? this.#servers.all : [this.#first]
  }

  /** How reads are spread, for metrics; undefined for one server. */
  get spread(): Pick<Servers, 'standbys' | 'aloneFor'> | undefined {
    return this.#servers
  }

  /** Throws `DatabaseUnavailable` if the database does not answer soon, or takes no changes. Simultaneous calls share the answer. */
  async mustServe(): Promise<void> {
    this.#serving ??= this.#serves().finally(() => (this.#serving = undefined))
    return this.#serving
  }

  /** Calls `heard` when another connection notifies the channel, until the listener is closed. */
  listen(channel: string, heard: (payload: string) => void, hearing?: Hearing): Listener {
    const config = () => this.#current?.config
    const ended = () => this.#listeners.delete(listener)
    const listener = new Listener(config, channel, heard, hearing, ended)
    this.#listeners.add(listener)
    return listener
  }

  /** Waits for statements under way, for as long as an answer may take, and closes every connection. */
  async close(): Promise<void> {
    await Promise.all([this.#others?.close(), (this.#servers ?? this.#first).close()])
  }

  async #atPrimary<T>(send: (server: Server) => Promise<T>, until: number): Promise<T> {
    this.traffic.statements++
    this.traffic.roundTrips++
    for (let broken = 0; ; broken++) {
      const server = await this.#primary(until)
      try {
        const answer = await send(server)
        if (this.#servers === undefined || this.#servers.current === server) return answer
        throw new BrokenConnection('The primary was replaced.', { cause: new DatabaseUnavailable(REPLACED) })
      } catch (error) {
        if (!(error instanceof BrokenConnection)) throw this.#named(error, server)
        const isLast = this.#servers === undefined && broken === server.attempts
        if (isLast || performance.now() >= until) throw this.#named(error.cause, server)
        if (broken >= server.attempts) await this.#servers?.search()
      }
    }
  }

  /**
   * Undefined if the standby is behind or fails; an error of the statement itself is thrown. Nothing waits for turns here: behind
   * reads of a standby that hangs there would be no time left to ask the primary.
   */
  async #atStandby<R extends Row>(
    { server, needed, judge }: Choice,
    statement: Sql<R>,
    until: number,
    asking: Asking,
  ): Promise<R[] | undefined> {
    this.traffic.statements += needed === undefined ? 1 : 2
    this.traffic.roundTrips++
    try {
      if (needed === undefined) return await server.send<R>(statement, until, asking)
      const [[guard], rows] = await server.sendBoth(GUARD, statement, until)
      return judge(guard) ? rows : undefined
    } catch (error) {
      const isItsOwn = !(error instanceof BrokenConnection || named(error) instanceof DatabaseUnavailable)
      if (isItsOwn || performance.now() >= until)
        throw named(error instanceof BrokenConnection ? error.cause : error)
      return undefined
    }
  }

  /** Nothing is sent yet, so another primary is as good. */
  async #writer(
    until: number,
    caller: string | undefined,
  ): Promise<{ server: Server; connection: OpenConnection }> {
    for (;;) {
      const server = await this.#primary(until)
      try {
        return { server, connection: await server.writers.take(until, { caller }) }
      } catch (error) {
        if (!this.#servers || !isConnectionLoss(error) || performance.now() >= until)
          throw this.#named(error, server)
        await this.#servers.search()
      }
    }
  }

  /** The server that takes changes, as far as it is known. */
  get #current(): Server | undefined {
    return this.#servers ? this.#servers.current : this.#first
  }

  async #serves(): Promise<void> {
    const server = this.#current
    if (server === undefined) throw this.#servers?.missing()
    const [row] = await server
      .check<{ writable: boolean }>(sql`select current_setting('transaction_read_only') = 'off' as writable`)
      .catch((error: unknown) => {
        throw this.#named(error, server)
      })
    if (row?.writable) return
    server.renew()
    throw new DatabaseUnavailable('The database takes no changes.')
  }

  /** Finds a replaced server again, over new connections. */
  #named(error: unknown, server: Server): unknown {
    if (isReadOnly(error)) server.renew()
    if (isReadOnly(error) || isConnectionLoss(error)) void this.#servers?.search()
    const failure = named(error)
    const isAway = failure instanceof DatabaseUnavailable && failure.reason === 'away'
    return (isAway && this.#servers?.replaced) || failure
  }

  #renewed(): void {
    for (const listener of this.#listeners) listener.renew()
    const servers = this.#servers
    if (servers === undefined || this.#others) return
    this.#others = this.listen(CHANGES, (told) => hear(told, servers), {
      opened: () => {
        servers.positions.allMustSeeThis() // what was told before is not known
        this.#hearsOthers = true
      },
      lost: () => (this.#hearsOthers = false),
    })
  }
}

const REPLACED = 'The primary was replaced while it was asked.'

/** The other instances hear of the change at the latest when its client does, or a moment later. */
const changesKeptBy = ({ positions }: Servers): Changes => ({
  tell: (caller) => sql<{ position: string }>`
    select position, pg_notify(${CHANGES}, ${caller} || ' ' || position) from (select ${POSITION} as position) behind`,
  changed(caller, position) {
    if (position === undefined) positions.mustSeeThis(caller)
    else positions.mustSee(caller, BigInt(position))
  },
})

function hear(told: string, { positions }: Servers): void {
  const [, caller, position] = /^(\S+) (\d{1,20})$/.exec(told) ?? []
  if (caller !== undefined && position !== undefined) positions.mustSee(caller, BigInt(position))
}

/** deadlock_detected, serialization_failure */
const isRetried = (error: unknown) =>
  error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001')
