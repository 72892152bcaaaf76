/** A JSON text, and how far we have read it. */
import type { JsonObject, JsonValue } from './value.ts'

export interface Reader {
  readonly text: string
  at: number
  /** The path to the current place: for each open object its key, and for each open array its index. */
  readonly path: (string | number | undefined)[]
  readonly open: Open[]
  /** False if the text is only checked and its values are not needed. */
  readonly keeps: boolean
  values: number
  readonly mostValues: number
}

export interface Open {
  readonly value: JsonObject | JsonValue[]
  readonly start: number
}

export const SPACE = 0x20
export const QUOTE = 0x22
export const MINUS = 0x2d
const TAB = 0x09
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
export const DIGIT_0 = 0x30
const DIGIT_9 = 0x39

/** Skips white space. Returns the code of the next character without reading it, or NaN at the end. */
export function nextCode(reader: Reader): number {
  const { text } = reader
  let at = reader.at
  let code = text.charCodeAt(at)
  while (code === SPACE || code === LINE_FEED || code === CARRIAGE_RETURN || code === TAB) {
    code = text.charCodeAt(++at)
  }
  reader.at = at
  return code
}

export const isDigit = (code: number): boolean => code >= DIGIT_0 && code <= DIGIT_9
