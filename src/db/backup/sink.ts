/** A file that is written once. `end` waits until the file is on the disk, and returns its size and SHA-256. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'

export class Sink {
  readonly #input = new PassThrough()
  readonly #hash = createHash('sha256')
  readonly #done: Promise<void>
  #bytes = 0

  constructor(file: string, { packed }: { packed: boolean }) {
    const count = async function* (this: Sink, chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        this.#hash.update(chunk)
        this.#bytes += chunk.length
        yield chunk
      }
    }.bind(this)
    const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
    this.#done = packed
      ? pipeline(this.#input, createZstdCompress(CHECKED), count, target)
      : pipeline(this.#input, count, target)
    this.#done.catch(() => {}) // `write` and `end` throw the error
  }

  async write(chunk: Buffer): Promise<void> {
    if (!this.#input.write(chunk)) await Promise.race([once(this.#input, 'drain'), this.#done])
  }

  async end(): Promise<{ bytes: number; sha256: string }> {
    this.#input.end()
    await this.#done
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }

  /** Resolves when nothing writes to the file any more. */
  async abandon(): Promise<void> {
    this.#input.destroy()
    await this.#done.catch(() => {})
  }
}

/** Adds a checksum, so that unpacking notices if the file was changed. */
const CHECKED = { params: { [constants.ZSTD_c_checksumFlag]: 1 } }
