/**
 * Reads what the server sends by COPY: a table, a base backup, or the log of changes. It is a stream, so that a slow reader slows
 * the server down.
 */
import { Readable } from 'node:stream'
import type { Socket } from 'node:net'
import pg from 'pg'

/** `pg` passes its connection to a query that receives data, but the types of `pg` do not say so. */
interface CopyConnection {
  stream: Socket
  sendCopyFromChunk: (chunk: Buffer) => void
  endCopyFrom: () => void
}

/** Each chunk of the stream is one message of the server. When a table is copied, each message is one row with its newline. */
export class CopyOut extends Readable {
  readonly #connection: CopyConnection
  #over = false

  /** Until the stream has ended, nothing else may use the client. Destroying the stream early also ends the client. */
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

  /** Ends the copy in both directions, as the protocol demands. */
  finish(): void {
    if (!this.#over) this.#connection.endCopyFrom()
  }

  override _read(): void {
    this.#connection.stream.resume()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    // If we kept the connection, we would first have to read the rest of the stream.
    if (!this.#over) this.#connection.stream.destroy()
    else this.#connection.stream.resume()
    done(error)
  }
}

/** How many messages we hold in memory. A message of a base backup has up to 32 KiB, a message of a table is one row. */
const HELD = 256

/** With pipelining, `pg` accepts only queries of its own class. */
class Query extends pg.Query {
  readonly #take: (chunk: Buffer) => void

  constructor(text: string, take: (chunk: Buffer) => void) {
    super(text)
    this.#take = take
  }

  /** We copy the chunk, because the parser uses its memory again. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.#take(Buffer.from(chunk))
  }
}
