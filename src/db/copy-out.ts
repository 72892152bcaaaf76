/** What the server sends by COPY, as a stream that its reader can slow down: a table, a base backup, or the log of changes. */
import { Readable } from 'node:stream'
import type { Socket } from 'node:net'
import pg from 'pg'

/** The connection that `pg` passes to a query with data. The types of `pg` lack it. */
interface CopyConnection {
  stream: Socket
  sendCopyFromChunk: (chunk: Buffer) => void
  endCopyFrom: () => void
}

/** Each chunk is one message of the server. For a table that is a row with its newline. */
export class CopyOut extends Readable {
  readonly #connection: CopyConnection
  #over = false

  /**
   * Nothing else may use the client until the stream has ended. If you destroy the stream before its end, the client ends, too.
   */
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

  /** Sends a message to the server, for a stream in both directions. */
  send(message: Buffer): void {
    if (!this.#over) this.#connection.sendCopyFromChunk(message)
  }

  /** Asks the server to end a stream in both directions. */
  finish(): void {
    if (!this.#over) this.#connection.endCopyFrom()
  }

  override _read(): void {
    this.#connection.stream.resume()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    // The rest of the stream would arrive before any other answer.
    if (!this.#over) this.#connection.stream.destroy()
    else this.#connection.stream.resume()
    done(error)
  }
}

/** How many messages wait for the reader. A message of a base backup has up to 32 KiB, a message of a table one row. */
const HELD = 256

/** With pipelining `pg` accepts only queries of its own class. */
class Query extends pg.Query {
  readonly #take: (chunk: Buffer) => void

  constructor(text: string, take: (chunk: Buffer) => void) {
    super(text)
    this.#take = take
  }

  /** Copies the chunk, because the parser will reuse its memory. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.#take(Buffer.from(chunk))
  }
}
