/** What the server sends by COPY, as a stream that its reader can slow down: a table, a base backup, or the log of changes. */
import { Readable } from 'node:stream'
import type { Socket } from 'node:net'
import pg from 'pg'

/** The types of `pg` do not say that `pg` passes its connection to a query with data. */
interface CopyConnection {
  stream: Socket
  sendCopyFromChunk: (chunk: Buffer) => void
  endCopyFrom: () => void
}

/** Each chunk is one message of the server. In a copy of a table, each message is a row with its newline. */
export class CopyOut extends Readable {
  readonly #connection: CopyConnection
  #over = false

  /** Nothing else may use the client until the stream has ended. If you destroy the stream early, the client ends too. */
  constructor(client: pg.Client, statement: string) {
    super({ objectMode: true, highWaterMark: HELD })
    this.#connection = client.connection as unknown as CopyConnection
    const query = new Query(statement, (chunk) => {
      if (!this.push(chunk)) this.#connection.stream.pause()
    })
    query.on('end', () => {
      this.#over = true
      this.push(null)
    })
    query.on('error', (error: Error) => {
      this.#over = true
      this.destroy(error)
    })
    client.query(query)
  }

  send(message: Buffer): void {
    if (!this.#over) this.#connection.sendCopyFromChunk(message)
  }

  /** Ends a stream in both directions, in agreement with the server. */
  finish(): void {
    if (!this.#over) this.#connection.endCopyFrom()
  }

  override _read(): void {
    this.#connection.stream.resume()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    // If we kept the connection, the rest of the stream would arrive before any other answer.
    if (!this.#over) this.#connection.stream.destroy()
    else this.#connection.stream.resume()
    done(error)
  }
}

/**
 * The number of messages that we hold in memory. A message of a base backup has up to 32 KiB; a message of a table is one row.
 */
const HELD = 256

/** With pipelining `pg` accepts only queries of its own class. */
class Query extends pg.Query {
  readonly #take: (chunk: Buffer) => void

  constructor(text: string, take: (chunk: Buffer) => void) {
    super(text)
    this.#take = take
  }

  /** The parser reuses the chunk's memory, so we copy it. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.#take(Buffer.from(chunk))
  }
}
