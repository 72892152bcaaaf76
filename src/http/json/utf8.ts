/** Decodes UTF-8 strictly. */
import { type JsonError, failure } from './error.ts'

/** Decodes UTF-8. A byte order mark stays in the text, so that `parseJson` can refuse it. Throws JsonError. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return strictDecoder.decode(bytes)
  } catch {
    throw invalidUtf8(bytes)
  }
}

const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lossyDecoder = new TextDecoder('utf-8', { ignoreBOM: true })

function invalidUtf8(bytes: Uint8Array): JsonError {
  const text = lossyDecoder.decode(bytes)
  const at = firstReplaced(text, bytes)
  return failure({ text, path: [] }, at, 'The body is not valid UTF-8', 'encode it as UTF-8')
}

/** Finds the first U+FFFD that the decoder inserted for invalid bytes. */
function firstReplaced(text: string, bytes: Uint8Array): number {
  let at = text.indexOf('\ufffd')
  let offset = Buffer.byteLength(text.slice(0, at))
  while (bytes[offset] === 0xef && bytes[offset + 1] === 0xbf && bytes[offset + 2] === 0xbd) {
    const next = text.indexOf('\ufffd', at + 1)
    offset += Buffer.byteLength(text.slice(at, next))
    at = next
  }
  return at
}
