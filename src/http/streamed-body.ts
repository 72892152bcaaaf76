/** A body that is handed on as it comes, such as an export of many megabytes: counted, hashed, and read once. */
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { Problem, invalid, unavailable } from './problem.ts'

/** A client that sends nothing for so long is gone, in milliseconds. */
const LONGEST_SILENCE = 30_000

export class StreamedBody implements AsyncIterable<Uint8Array> {
  readonly #source: Readable
  readonly #limit: number
  readonly #hash = createHash('sha256')
  #begun = false

  /** `limit` in bytes. */
  constructor(source: Readable, limit: number) {
    this.#source = source
    this.#limit = limit
  }

  /** Throws 413 past the limit, and 400 where the client leaves in the middle. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    // A transaction that begins again after a deadlock has nothing left to read.
    if (this.#begun) throw unavailable('Another request was in the way; nothing was changed.')
    this.#begun = true
    let bytes = 0
    for await (const chunk of unlessCut(this.#source)) {
      bytes += chunk.length
      if (bytes > this.#limit) throw tooLarge(this.#limit)
      this.#hash.update(chunk)
      yield chunk
    }
  }

  /** What was sent, to its last byte, as 32 bytes. */
  async digest(): Promise<Buffer> {
    if (!this.#begun) for await (const _ of this);
    return this.#hash.copy().digest()
  }
}

export const tooLarge = (limit: number) =>
  new Problem(413, 'validation', `The body is larger than ${limit} bytes.`)

async function* unlessCut(source: Readable): AsyncGenerator<Uint8Array> {
  const chunks = source.iterator({ destroyOnReturn: false })
  try {
    for (;;) {
      const next = await withoutSilence(chunks.next())
      if (next.done) return
      yield next.value
    }
  } catch {
    throw invalid([{ field: 'body', code: 'MALFORMED_BODY', message: 'The body ended before its end.' }])
  } finally {
    // Many clients read the answer when they have sent all, so what nobody wants any more is let through.
    void chunks.return?.().then(() => source.resume())
  }
}

async function withoutSilence<T>(next: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Nothing came any more.')), LONGEST_SILENCE)
  })
  try {
    return await Promise.race([next, silence])
  } finally {
    clearTimeout(timer)
  }
}
