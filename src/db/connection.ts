/** One connection to the server: it sends statements, and knows how long the server has been silent. */
import type { Socket } from 'node:net'
import type pg from 'pg'
import { type CopyTarget, copyInto } from './copy.ts'
import { inTime } from './in-time.ts'
import { preparedStatement } from './prepared-statements.ts'
import { type Columns, RoundTrip } from './round-trip.ts'
import type { Row, Sql } from './sql.ts'
import { isConnectionLoss, tooSlow } from './unavailable.ts'

/** The purpose of a connection; pg_stat_activity shows it. */
export type Role = 'reader' | 'search' | 'export' | 'writer' | 'check' | 'listener'

/** In milliseconds. A server closes a connection at once when asked to; for one that hangs we wait no longer than this. */
const GOODBYE = 1_000

export class Connection {
  /** The number of statements that were sent and have no answer yet. */
  inFlight = 0
  /** False for statements without a time limit: the server may be silent about them for long. */
  hurried = true
  /** True if a new connection replaces it: nothing new is sent over it, and it ends when it is free. */
  outdated = false
  /** True if it can no longer be used. */
  broken = false
  readonly role: Role
  readonly #client: pg.Client
  #bytes = 0
  #quietSince = 0
  #drained: (() => void) | undefined
  /** What the server selects by each of its prepared statements. */
  readonly #known = new Map<string, Columns>()
  #gathered: RoundTrip | undefined

  constructor(client: pg.Client, role: Role, ended: () => void) {
    this.role = role
    this.#client = client
    const broke = () => {
      this.broken = true
      ended()
    }
    client.on('error', broke)
    client.on('end', broke)
  }

  /** Sends a statement alone. It leaves with those of others, in one write, but an error of theirs is nothing to it. */
  async send<R extends Row>(statement: Sql<R>): Promise<R[]> {
    return this.#tracked(() => {
      const trip = new RoundTrip(this.#known)
      const answer = trip.add<R>(preparedStatement(statement))
      this.#cork()
      this.#client.query(trip)
      return answer
    })
  }

  /** Sends two statements alone, with one Sync behind both. The second has the younger snapshot. */
  async sendBoth<F extends Row, S extends Row>(first: Sql<F>, second: Sql<S>): Promise<[F[], S[]]> {
    return this.#tracked(() => {
      const trip = new RoundTrip(this.#known)
      const answers = Promise.all([
        trip.add<F>(preparedStatement(first)),
        trip.add<S>(preparedStatement(second)),
      ])
      this.#cork()
      this.#client.query(trip)
      return answers
    })
  }

  /** Sends a statement of a transaction, with all others of this turn of the event loop. If one fails, those behind it do. */
  async sendTogether<R extends Row>(statement: Sql<R>): Promise<R[]> {
    return this.#tracked(() => {
      if (this.#gathered === undefined) {
        this.#gathered = new RoundTrip(this.#known)
        setImmediate(() => this.#depart())
      }
      return this.#gathered.add<R>(preparedStatement(statement))
    })
  }

  async copy(statement: string, write: (target: CopyTarget) => Promise<void>): Promise<void> {
    this.#depart()
    return this.#tracked(() => copyInto(this.#client, statement, write))
  }

  /** Sends what is gathered. */
  #depart(): void {
    const trip = this.#gathered
    this.#gathered = undefined
    if (trip) this.#client.query(trip)
  }

  /** Sends all statements of one turn of the event loop in one write: 1.1 to 1.3 times the reads a second, measured in turns. */
  #cork(): void {
    const socket = this.#socket
    if (socket.writableCorked > 0) return
    socket.cork()
    setImmediate(() => socket.uncork())
  }

  get inTransaction(): boolean {
    return this.#client.getTransactionStatus() !== 'I'
  }

  /** The server process of this connection. */
  get pid(): number | null {
    return (this.#client as pg.Client & { processID: number | null }).processID
  }

  /** How long the server has been silent though it owes an answer, in milliseconds; as exact as the calls are frequent. */
  quietFor(now: number): number {
    const { bytesRead } = this.#socket
    if (bytesRead !== this.#bytes) {
      this.#bytes = bytesRead
      this.#quietSince = now
    }
    return this.inFlight === 0 ? 0 : now - this.#quietSince
  }

  /** Ends the connection; all statements in flight fail with `reason`. */
  destroy(reason: Error): void {
    this.broken = true
    this.#socket.destroy(reason)
  }

  /** Closes the connection after the last answer. */
  async end(): Promise<void> {
    this.outdated = true
    if (this.inFlight > 0)
      await new Promise<void>((resolve) => {
        this.#drained = resolve
      })
    if (this.broken) return
    await inTime(this.#client.end(), performance.now() + GOODBYE, tooSlow).catch(() =>
      this.destroy(tooSlow()),
    )
  }

  /** With TLS the socket is not the one that was opened. */
  get #socket(): Socket {
    return socketOf(this.#client)
  }

  async #tracked<T>(work: () => Promise<T>): Promise<T> {
    if (this.inFlight++ === 0) this.#quietSince = performance.now()
    try {
      return await work()
    } catch (error) {
      // The server announces with an error that it will close the connection.
      if (!this.broken && isConnectionLoss(error)) this.destroy(error as Error)
      throw error
    } finally {
      if (--this.inFlight === 0) this.#drained?.()
    }
  }
}

export const socketOf = (client: pg.Client): Socket => client.connection.stream as Socket
