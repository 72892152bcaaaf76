/** The journal: each request and each answer of a client. An entry is on the disk before the client continues. */
import { type FileHandle, open } from 'node:fs/promises'
import type { Method } from './request.ts'

export type Entry = Sent | Answered | Silent | Fault | Mended

export interface Sent {
  is: 'sent'
  /** The number of the request. Its answer has the same number. */
  n: number
  by: string
  /** The number of the instance that got the request. */
  instance: number
  method: Method
  path: string
  body?: unknown
  /** The Idempotency-Key of a change. */
  key?: string
  ifMatch?: string
  position?: string
}

export interface Answered {
  is: 'answered'
  n: number
  ms: number
  status: number
  /** The headers of the answer that `KEPT` lists. */
  headers: Readonly<Record<string, string>>
  text: string
}

/** The headers that are compared with the document and with earlier answers. */
export const KEPT = [
  'allow',
  'content-type',
  'etag',
  'idempotent-replayed',
  'location',
  'retry-after',
  'scorebook-position',
  'www-authenticate',
  'x-request-id',
] as const

/** There was no answer: the connection ended, or the client gave up. */
export interface Silent {
  is: 'silent'
  n: number
  why: string
}

interface Fault {
  is: 'fault'
  name: string
}

/** The fault is over, and every instance has acknowledged a change since then. */
interface Mended {
  is: 'mended'
}

export class Journal {
  readonly #file: FileHandle
  #waiting: { line: string; written: PromiseWithResolvers<void> }[] = []
  #writing: Promise<void> | undefined

  private constructor(file: FileHandle) {
    this.#file = file
  }

  static async open(name: string): Promise<Journal> {
    return new Journal(await open(name, 'ax', 0o600))
  }

  /** Resolves when the entry is on the disk. Entries that come during a write share the next fsync, in their order. */
  write(entry: Entry): Promise<void> {
    const written = Promise.withResolvers<void>()
    this.#waiting.push({ line: `${JSON.stringify(entry)}\n`, written })
    this.#writing ??= this.#writeAll()
    return written.promise
  }

  async close(): Promise<void> {
    await this.#writing
    await this.#file.close()
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const entries = this.#waiting
      this.#waiting = []
      try {
        await this.#file.appendFile(entries.map(({ line }) => line).join(''))
        await this.#file.datasync()
        for (const { written } of entries) written.resolve()
      } catch (error) {
        for (const { written } of entries) written.reject(error)
      }
    }
    this.#writing = undefined
  }
}

/** The entries of a journal, in their order. An incomplete last line is left out. */
export async function* entriesOf(name: string): AsyncGenerator<Entry> {
  const file = await open(name)
  for await (const line of file.readLines()) {
    if (line.endsWith('}')) yield JSON.parse(line) as Entry
  }
}
