/** Splits a stream of UTF-8 into lines. It never needs more memory than for the longest line that is allowed. */
import { isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'

/** The export cannot be read. None of its rows was stored. */
export class UnreadableExport extends Error {
  override name = 'UnreadableExport'
}

/** The export has more than `MOST_BYTES` bytes. None of its rows was stored. */
export class ExportTooLarge extends Error {
  override name = 'ExportTooLarge'
}

export const MOST_BYTES = 64 * 1024 * 1024

/** In bytes. The longest row of a real export has some 300 bytes. */
export const LONGEST_ROW = 64 * 1024

/** The lines without their ends. A line that is too long is returned as `undefined`. */
export async function* linesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<(string | undefined)[]> {
  let size = 0
  let rest: Uint8Array = Buffer.alloc(0)
  let isFirst = true
  let skipped: TextDecoder | undefined
  for await (let chunk of source) {
    size += chunk.length
    if (size > MOST_BYTES) throw new ExportTooLarge(`The export has more than ${MOST_BYTES} bytes.`)
    const lines: (string | undefined)[] = []
    if (skipped !== undefined) {
      const end = chunk.indexOf(NEWLINE)
      decodeOrRefuse(skipped, chunk.subarray(0, end === -1 ? undefined : end), end === -1)
      if (end === -1) continue
      skipped = undefined
      lines.push(undefined)
      chunk = chunk.subarray(end + 1)
    }
    const end = chunk.lastIndexOf(NEWLINE)
    const whole = end === -1 ? undefined : Buffer.concat([rest, chunk.subarray(0, end)])
    rest = end === -1 ? Buffer.concat([rest, chunk]) : chunk.subarray(end + 1)
    if (whole !== undefined) {
      for (const line of textOf(whole, isFirst).split('\n')) lines.push(lineOf(line))
      isFirst = false
    }
    if (rest.length > LONGEST_ROW) {
      skipped = new TextDecoder('utf-8', { fatal: true })
      decodeOrRefuse(skipped, rest, true)
      rest = Buffer.alloc(0)
    }
    yield lines
  }
  if (skipped !== undefined) {
    decodeOrRefuse(skipped, rest, false)
    yield [undefined]
  } else {
    yield textOf(rest, isFirst).split('\n').map(lineOf)
  }
}

const NEWLINE = 0x0a

const NOT_UTF8 = 'The export is not UTF-8 text.'

/** The text of these bytes. They end where a line ends, so no character is cut. */
function textOf(bytes: Uint8Array, isFirst: boolean): string {
  if (!isUtf8(bytes)) throw new UnreadableExport(NOT_UTF8)
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
  return isFirst && text.startsWith('\uFEFF') ? text.slice(1) : text
}

function decodeOrRefuse(decoder: TextDecoder, bytes: Uint8Array, stream: boolean): void {
  try {
    decoder.decode(bytes, { stream })
  } catch (cause) {
    throw new UnreadableExport(NOT_UTF8, { cause })
  }
}

function lineOf(line: string): string | undefined {
  if (line.length * 3 > LONGEST_ROW && Buffer.byteLength(line) > LONGEST_ROW) return undefined
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
