/** Reads JSON numbers without losing a digit. */
import { describe, failure } from './error.ts'
import { DIGIT_0, MINUS, type Reader, isDigit } from './reader.ts'
import { InexactNumber } from './value.ts'

/** In characters. Longer exponents would be slow: adding to an exponent of a million digits takes 0.5 s. */
const MAX_EXPONENT_LENGTH = 1000

const PLUS = 0x2b
const POINT = 0x2e
const UPPER_E = 0x45
const LOWER_E = 0x65

export function readNumber(reader: Reader): number | InexactNumber {
  const { text } = reader
  const start = reader.at
  const first = text.charCodeAt(start) === MINUS ? start + 1 : start
  let at = skipDigits(reader, first, 'A number has no digit where a digit is needed')
  if (at > first + 1 && text.charCodeAt(first) === DIGIT_0) {
    throw failure(reader, first, 'A number begins with a superfluous 0', 'write it without leading zeros')
  }
  let code = text.charCodeAt(at)
  if (code === POINT) {
    at = skipDigits(reader, at + 1, 'A number has no digit after its decimal point')
    code = text.charCodeAt(at)
  }
  const mantissaEnd = at
  if (code === LOWER_E || code === UPPER_E) {
    const sign = text.charCodeAt(at + 1)
    at = skipDigits(
      reader,
      sign === PLUS || sign === MINUS ? at + 2 : at + 1,
      'A number has no digit in its exponent',
    )
    if (at - mantissaEnd > MAX_EXPONENT_LENGTH) {
      const problem = `A number has an exponent of more than ${MAX_EXPONENT_LENGTH} characters`
      throw failure(reader, mantissaEnd, problem, 'send a shorter one')
    }
  }
  reader.at = at
  const number = text.slice(start, at)
  // A double keeps numbers of up to fifteen digits exactly.
  return mantissaEnd === at && at - first <= 15 ? Number(number) : exactly(number)
}

/** Returns the index after the digits that begin at `at`. Without a digit, it throws an error with the text `otherwise`. */
function skipDigits(reader: Reader, at: number, otherwise: string): number {
  let end = at
  while (isDigit(reader.text.charCodeAt(end))) end++
  if (end === at) {
    throw failure(reader, at, otherwise, `found ${describe(reader.text, at)}, write it as in 0, -1.5 or 1e10`)
  }
  return end
}

/** Returns a double if JSON.stringify writes the same value again. Otherwise it returns the text as an `InexactNumber`. */
function exactly(text: string): number | InexactNumber {
  const number = Number(text)
  const spelling = String(number)
  if (spelling === text) return number
  return Number.isFinite(number) && normalNumber(spelling) === normalNumber(text)
    ? number
    : new InexactNumber(text)
}

/** All spellings of a number give the same text. The number can be of any size. */
export function normalNumber(text: string): string {
  const sign = text.startsWith('-') ? '-' : ''
  const e = Math.max(text.indexOf('e'), text.indexOf('E'))
  const mantissa = text.slice(sign.length, e < 0 ? text.length : e)
  const point = mantissa.indexOf('.')
  const fractionLength = point < 0 ? 0 : mantissa.length - point - 1
  const digits = point < 0 ? mantissa : mantissa.slice(0, point) + mantissa.slice(point + 1)
  let from = 0
  while (digits.charCodeAt(from) === DIGIT_0) from++
  if (from === digits.length) return '0'
  let to = digits.length
  while (digits.charCodeAt(to - 1) === DIGIT_0) to--
  const shift = digits.length - to - fractionLength
  return `${sign}${digits.slice(from, to)}e${e < 0 ? shift : plus(text.slice(e + 1), shift)}`
}

/** Adds to an exponent. Up to 15 digits, doubles are exact, and many times faster than bigints. */
function plus(exponent: string, shift: number): number | bigint {
  return exponent.length <= 15 ? Number(exponent) + shift : BigInt(exponent) + BigInt(shift)
}
