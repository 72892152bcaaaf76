/** One connection to the server: it sends statements, knows how long the server has been silent, and ends for good. */
import type { Socket } from 'node:net'
import type pg from 'pg'
import { type CopyTarget, copyInto } from './copy.ts'
import { inTime } from './in-time.ts'
import type { Row, Sql } from './sql.ts'
import { preparedName } from './statement-names.ts'
import { isConnectionLoss, tooSlow } from './unavailable.ts'

/** A server that was told goodbye closes the connection in milliseconds; one that hangs is not waited for longer. */
const GOODBYE = 1_000

export class Connection {
  /** Statements that were sent and have no answer yet. */
  inFlight = 0
  /** A server that is silent for long about a statement that takes its time is not dead for that. */
  hurried = true
  /** Others are to take its place: nothing new is sent over it, and it ends when it is free. */
  outdated = false
  /** It serves nobody any more. */
  broken = false
  readonly #client: pg.Client
  #bytes = 0
  #quietSince = 0
  #drained: (() => void) | undefined

  constructor(client: pg.Client, ended: () => void) {
    this.#client = client
    const broke = () => {
      this.broken = true
      ended()
    }
    client.on('error', broke)
    client.on('end', broke)
  }

  async send<R extends Row>(statement: Sql<R> | string): Promise<R[]> {
    return this.#tracked(() => sent<R>(this.#client, statement))
  }

  async copy(statement: string, write: (target: CopyTarget) => Promise<void>): Promise<void> {
    return this.#tracked(() => copyInto(this.#client, statement, write))
  }

  /** What is sent in one turn of the event loop goes out in one write: 1.1 to 1.3 times the reads a second, measured in turns. */
  gather(): void {
    const socket = this.#socket
    if (socket.writableCorked > 0) return
    socket.cork()
    setImmediate(() => socket.uncork())
  }

  get inTransaction(): boolean {
    return this.#client.getTransactionStatus() !== 'I'
  }

  /** The process that serves it. */
  get pid(): number | null {
    return (this.#client as pg.Client & { processID: number | null }).processID
  }

  /** For how long the server has said nothing though it owes an answer, in milliseconds; as exact as it is asked often. */
  quietFor(now: number): number {
    const { bytesRead } = this.#socket
    if (bytesRead !== this.#bytes) {
      this.#bytes = bytesRead
      this.#quietSince = now
    }
    return this.inFlight === 0 ? 0 : now - this.#quietSince
  }

  /** Whatever is in flight fails with `reason`. */
  destroy(reason: Error): void {
    this.broken = true
    this.#socket.destroy(reason)
  }

  /** Says goodbye when the last answer is there. */
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

  /** With TLS it is another than the one that was opened. */
  get #socket(): Socket {
    return socketOf(this.#client)
  }

  async #tracked<T>(work: () => Promise<T>): Promise<T> {
    if (this.inFlight++ === 0) this.#quietSince = performance.now()
    try {
      return await work()
    } catch (error) {
      // The server says that it is about to close the connection before it does so.
      if (!this.broken && isConnectionLoss(error)) this.destroy(error as Error)
      throw error
    } finally {
      if (--this.inFlight === 0) this.#drained?.()
    }
  }
}

export const socketOf = (client: pg.Client): Socket => client.connection.stream as Socket

/** Prepared statements, which a connection keeps under a name, are more than twice as fast. */
async function sent<R extends Row>(client: pg.ClientBase, statement: Sql<R> | string): Promise<R[]> {
  if (typeof statement === 'string') return (await client.query<R>(statement)).rows
  const { text, values, prepared = 'always', label = 'statement' } = statement
  const name = preparedName(text, prepared, label)
  return (await client.query<R>(name === undefined ? { text, values } : { name, text, values })).rows
}
