/** Sends rows into a table by COPY. If one side is slow, the other waits. */
import { once } from 'node:events'
import type { Socket } from 'node:net'
import pg from 'pg'

/** Takes rows in PostgreSQL's text format, each with a newline at its end. */
export interface CopyTarget {
  write: (lines: string | Buffer) => Promise<void>
}

/** Resolves when the server has all rows. Throws the errors of `write` and of the server. */
export async function copyInto(
  client: pg.ClientBase,
  statement: string,
  write: (target: CopyTarget) => Promise<void>,
): Promise<void> {
  const copy = new Copy(statement)
  const ended = copy.ended.then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  client.query(copy)
  const connection = await Promise.race([copy.begun, copy.ended])
  if (connection === undefined) return
  try {
    await write({
      async write(lines) {
        const refused = copy.failed
        if (refused !== undefined) throw refused
        connection.sendCopyFromChunk(typeof lines === 'string' ? Buffer.from(lines) : lines)
        if (connection.stream.writableNeedDrain) await Promise.race([once(connection.stream, 'drain'), ended])
      },
    })
  } catch (error) {
    connection.sendCopyFail('given up')
    await ended
    throw error
  }
  connection.endCopyFrom()
  const failure = await ended
  if (failure) throw failure.error
}

/** The text of a value in COPY's format. Undefined becomes `\\N`, which means null. */
export function copyValue(value: string | number | boolean | undefined): string {
  if (value === undefined) return '\\N'
  return typeof value === 'string'
    ? value.replace(/[\\\n\r\t]/g, (sign) => ESCAPED[sign] ?? sign)
    : String(value)
}

const ESCAPED: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** `pg` passes its connection to a query that sends data, but the types of `pg` do not say so. */
interface CopyConnection {
  stream: Socket
  sendCopyFromChunk: (chunk: Buffer) => void
  endCopyFrom: () => void
  sendCopyFail: (reason: string) => void
}

/** With pipelining, `pg` accepts only queries of its own class. */
class Copy extends pg.Query {
  readonly begun: Promise<CopyConnection>
  readonly ended: Promise<undefined>
  failed: Error | undefined
  #begin: (connection: CopyConnection) => void

  constructor(text: string) {
    super(text)
    const begun = Promise.withResolvers<CopyConnection>()
    const ended = Promise.withResolvers<undefined>()
    this.begun = begun.promise
    this.ended = ended.promise
    this.#begin = begun.resolve
    this.on('error', (error: Error) => {
      this.failed = error
      ended.reject(error)
    })
    this.on('end', () => ended.resolve(undefined))
  }

  handleCopyInResponse(connection: CopyConnection): void {
    this.#begin(connection)
  }
}
