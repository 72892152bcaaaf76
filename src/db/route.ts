/** The way of statements to the servers of a database. `OneServer` is the usual one; `standbys.ts` has the other. */
import type { Connection } from './connection.ts'
import type { Requester } from './pool.ts'
import type { Traffic } from './queryable.ts'
import type { Server } from './server.ts'
import type { Row, Sql } from './sql.ts'
import type { CommitPositions } from './transaction.ts'
import { BrokenConnection, isReadOnly, unavailableOr } from './unavailable.ts'

/** Who reads, and what they must see. */
export interface ReadOptions {
  /** Sees what they have changed, and nothing older than what they have read. */
  caller: string
  /** The position of a change, which the read must see. */
  after?: string | undefined
  /** Aborts when the client of a search goes away. */
  gone?: AbortSignal | undefined
}

export interface Route {
  /** The longest time for a read or a transaction, in milliseconds. */
  readonly limit: number
  readonly servers: Server[]
  /** The server that takes changes; undefined while none is known. */
  readonly current: Server | undefined
  /** With standbys: how reads are spread. */
  readonly spread: ReadSpread | undefined
  /** With standbys: what a transaction does with the position of its commit. */
  readonly commits: CommitPositions | undefined
  /** The server that takes changes; waits until there is one. */
  primary: (until: number) => Server | Promise<Server>
  /** Runs `work` with the server that takes changes; again with another connection or server if one breaks. */
  send: <T>(work: (server: Server) => Promise<T>, until: number) => Promise<T>
  /** Sends a statement that changes nothing to a server that has what the caller must see. */
  read: <R extends Row>(statement: Sql<R>, options: ReadOptions, until: number) => Promise<R[]>
  /** Lends a connection for a transaction; `server.writers` takes it back. */
  writer: (until: number, caller: string | undefined) => Promise<Writer>
  /** The caller was looked up at the primary, so their next reads must see at least what the primary has now. */
  seenAtPrimary: (caller: string) => void
  /** The error for the caller after `server` has failed with `error`. */
  failure: (error: unknown, server: Server) => unknown
  close: () => Promise<void>
}

export interface Writer {
  server: Server
  connection: Connection
}

export interface ReadSpread {
  standbys: StandbyLoad[]
  /** For how long the primary has answered every read, in milliseconds; 0 while a standby answers reads. */
  aloneFor: number
}

export interface StandbyLoad {
  name: string
  isRead: boolean
  /** In bytes of the primary's log; undefined if the server is no standby of this primary, or does not answer. */
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
    if (isReadOnly(error)) this.current.renew() // its address may lead to another server now
    return unavailableOr(error)
  }

  close(): Promise<void> {
    return this.current.close()
  }
}
