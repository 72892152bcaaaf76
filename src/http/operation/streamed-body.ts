/** A request body that the operation reads while it arrives. */
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { Problem, invalid, unavailable } from '../problem.ts'

/** In milliseconds. A client that sends nothing for this long counts as gone. */
export const LONGEST_SILENCE = 30_000

export class StreamedBody implements AsyncIterable<Uint8Array> {
  readonly #source: Readable
  readonly #limit: number
  readonly #hash = createHash('sha256')
  #begun = false

  /** `limit` is in bytes. */
  constructor(source: Readable, limit: number) {
    this.#source = source
    this.#limit = limit
  }

  /** The pieces of the body. Throws 413 if the body is too large, and 400 if the client leaves before its end. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    // After a deadlock the transaction would run again, but a body can be read only once.
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
    throw invalid([{ field: 'body', code: 'MALFORMED_BODY', message: 'The body is incomplete.' }])
  } finally {
    // Many clients send the whole body before they read an answer. So we read the rest and throw it away.
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
