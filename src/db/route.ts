/**
 * The way of statements to the servers of a database. Usually there is only one server (`OneServer`). `standbys.ts` is for
 * several.
 */
import type { Connection } from './connection.ts'
import type { Requester } from './pool.ts'
import type { Traffic } from './queryable.ts'
import type { Server } from './server.ts'
import type { Row, Sql } from './sql.ts'
import type { CommitPositions } from './transaction.ts'
import { BrokenConnection, isReadOnly, unavailableOr } from './unavailable.ts'

export interface ReadOptions {
  /** Who reads. The caller must see their own changes, and nothing older than they have already seen. */
  caller: string
  after?: string | undefined
  /** Aborted when the client of a search goes away. */
  gone?: AbortSignal | undefined
}

export interface Route {
  readonly limit: number
  readonly servers: Server[]
  readonly current: Server | undefined
  readonly spread: ReadSpread | undefined
  /** What happens with the position of a commit. Undefined if there are no standbys. */
  readonly commits: CommitPositions | undefined
  /** Waits until some server takes changes. */
  primary: (until: number) => Server | Promise<Server>
  /** Calls `work` with the primary. If the connection or the server breaks, calls `work` again with another one. */
  send: <T>(work: (server: Server) => Promise<T>, until: number) => Promise<T>
  /** Sends the statement to any server that has everything the caller must see. */
  read: <R extends Row>(statement: Sql<R>, options: ReadOptions, until: number) => Promise<R[]>
  /** Lends a connection for a transaction. It must be given back to `server.writers`. */
  writer: (until: number, caller: string | undefined) => Promise<Writer>
  /** Must be called when the caller was looked up at the primary. The next reads must see at least what the primary has now. */
  seenAtPrimary: (caller: string) => void
  /** The error that the caller gets after `server` has failed with `error`. */
  failure: (error: unknown, server: Server) => unknown
  close: () => Promise<void>
}

export interface Writer {
  server: Server
  connection: Connection
}

export interface ReadSpread {
  /** The server that takes the changes, and its timeline, which rises with each failover. Undefined while none is known. */
  primary: { name: string; timeline: number } | undefined
  standbys: StandbyLoad[]
  /** For how many milliseconds no standby has answered reads. 0 if a standby answers. */
  aloneFor: number
}

export interface StandbyLoad {
  name: string
  isRead: boolean
  /**
   * How many bytes of the primary's log the standby has not replayed yet. Undefined if it does not answer, or follows another
   * primary.
   */
  behind: number | undefined
}

export class OneServer implements Route {
  readonly current: Server
  readonly spread = undefined
  readonly commits = undefined
  readonly #traffic: Traffic

  constructor(server: Server, traffic: Traffic) {
    this.current = server
    this.#traffic = traffic
  }

  get limit(): number {
    return this.current.limit
  }

  get servers(): Server[] {
    return [this.current]
  }

  primary(): Server {
    return this.current
  }

  async send<T>(work: (server: Server) => Promise<T>, until: number): Promise<T> {
    const server = this.current
    this.#traffic.statements++
    this.#traffic.roundTrips++
    for (let broken = 0; ; broken++) {
      try {
        return await work(server)
      } catch (error) {
        if (!(error instanceof BrokenConnection)) throw this.failure(error)
        if (broken === server.attempts || performance.now() >= until) throw this.failure(error.cause)
      }
    }
  }

  read<R extends Row>(statement: Sql<R>, requester: Requester, until: number): Promise<R[]> {
    return this.send((server) => server.send(statement, until, requester), until)
  }

  async writer(until: number, caller: string | undefined): Promise<Writer> {
    const server = this.current
    try {
      return { server, connection: await server.writers.take(until, { caller }) }
    } catch (error) {
      throw this.failure(error)
    }
  }

  seenAtPrimary(): void {}

  failure(error: unknown): unknown {
    if (isReadOnly(error)) this.current.renew() // because its address may now lead to another server
    return unavailableOr(error)
  }

  close(): Promise<void> {
    return this.current.close()
  }
}
