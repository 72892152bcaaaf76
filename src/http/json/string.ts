/** Reads JSON strings. */
import { describe, failure } from './error.ts'
import { QUOTE, type Reader, SPACE } from './reader.ts'

const BACKSLASH = 0x5c
const LOWER_U = 0x75
const FIRST_SURROGATE = 0xd800

export function readString(reader: Reader): string {
  const { text } = reader
  const start = reader.at
  let at = start + 1
  let escaped = false
  let surrogates = false
  for (;;) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) break
    if (code === BACKSLASH) {
      at = skipEscape(reader, at)
      escaped = true
    } else if (code >= SPACE) {
      if (code >= FIRST_SURROGATE) surrogates = true
      at++
    } else throw unfitCharacter(reader, start, at)
  }
  reader.at = at + 1
  // JSON.parse is faster than joining pieces. It cannot fail, because the escapes were checked already.
  const string = escaped ? String(JSON.parse(text.slice(start, at + 1))) : text.slice(start + 1, at)
  if ((escaped || surrogates) && !string.isWellFormed()) {
    throw failure(reader, start, 'A string has half of a surrogate pair', 'send whole Unicode characters')
  }
  return string
}

/** Returns the index after an escape such as `\n`. */
function skipEscape(reader: Reader, at: number): number {
  const { text } = reader
  if (text.charCodeAt(at + 1) !== LOWER_U) {
    if (at + 1 < text.length && '"\\/bfnrt'.includes(text.charAt(at + 1))) return at + 2
    const found = describe(text, at + 1)
    throw failure(
      reader,
      at,
      `A backslash in a string is followed by ${found}`,
      String.raw`a backslash itself is written \\`,
    )
  }
  const digits = text.slice(at + 2, at + 6)
  if (!/^[0-9a-fA-F]{4}$/.test(digits)) {
    throw failure(
      reader,
      at,
      String.raw`A \u in a string lacks its four hexadecimal digits`,
      String.raw`write them as in \u00e9`,
    )
  }
  if (digits === '0000') throw failure(reader, at, 'A string has the character NUL (U+0000)', 'leave it out')
  return at + 6
}

/** Makes the error for a control character in a string, or for a text that ends inside a string. */
function unfitCharacter(reader: Reader, start: number, at: number) {
  if (at >= reader.text.length)
    return failure(reader, start, 'A string is never closed', 'close it with a double quote')
  const found = describe(reader.text, at)
  return failure(
    reader,
    at,
    `A string has the bare control character ${found}`,
    String.raw`escape it, as in \n or \u001f`,
  )
}
