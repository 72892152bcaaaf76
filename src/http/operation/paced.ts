/** The stream of a long answer: it makes a piece when the client has taken the one before, and ends for one who reads too slowly. */
import { Readable } from 'node:stream'

/** For one piece of some 256 KiB, in milliseconds. A slower client would hold memory and its turn for days. */
const SLOWEST = 60_000

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
