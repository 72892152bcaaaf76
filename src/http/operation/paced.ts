/** Sends a long answer as fast as its client reads it, and gives up if the client reads too slowly. */
import { Readable } from 'node:stream'

/** The longest time for a piece of some 256 KiB, in milliseconds. A slower client could hold memory and a turn for days. */
export const SLOWEST = 60_000

export function paced(pieces: AsyncIterable<string>, slowest = SLOWEST): Readable {
  const stream = Readable.from(timed(), { objectMode: false, highWaterMark: 1 })
  return stream

  async function* timed(): AsyncGenerator<string> {
    for await (const piece of pieces) {
      const tooSlow = setTimeout(() => stream.destroy(new Error('The client reads too slowly.')), slowest)
      try {
        yield piece
      } finally {
        clearTimeout(tooSlow)
      }
    }
  }
}
