/** What the server streams by COPY, as a stream that is read at its own pace: a table, a base backup, or the log of changes. */
import { Readable } from 'node:stream'
import type { Socket } from 'node:net'
import pg from 'pg'

/** The connection that `pg` passes to a query with data; its types don't have it. */
interface CopyConnection {
  stream: Socket
  sendCopyFromChunk: (chunk: Buffer) => void
  endCopyFrom: () => void
}

/** Each chunk is one message of the server: for a table a row with its newline. */
export class CopyOut extends Readable {
  readonly #connection: CopyConnection
  #over = false

  /** Nothing else may use the client until the stream has ended; one that is destroyed before takes the client with it. */
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

  /** For a stream in both directions: a message to the server. */
  say(message: Buffer): void {
    if (!this.#over) this.#connection.sendCopyFromChunk(message)
  }

  /** For a stream in both directions: asks the server to end it. */
  finish(): void {
    if (!this.#over) this.#connection.endCopyFrom()
  }

  override _read(): void {
    this.#connection.stream.resume()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    // The rest of the stream would come before any other answer.
    if (!this.#over) this.#connection.stream.destroy()
    else this.#connection.stream.resume()
    done(error)
  }
}

/** Messages that wait for whoever reads; one has 32 KiB at most of a base backup, and a row of a table. */
const HELD = 256

/** With pipelining `pg` accepts only queries of its own class. */
class Query extends pg.Query {
  readonly #take: (chunk: Buffer) => void

  constructor(text: string, take: (chunk: Buffer) => void) {
    super(text)
    this.#take = take
  }

  /** The parser uses its memory again, so the chunk is copied. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.#take(Buffer.from(chunk))
  }
}
