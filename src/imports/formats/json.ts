/** Reads JSON from strangers. Memory and depth are checked before any value is made. */
import { MOST_LEVELS, MOST_VALUES } from './limits.ts'
import { UnreadableFile, placeOf, shown } from './unreadable.ts'

/** Files, unlike bodies of requests, may contain NUL, repeated keys and halves of surrogates: their texts are cleaned later. */
export function jsonIn(text: string): unknown {
  measure(text)
  try {
    return JSON.parse(text)
  } catch (error) {
    const position = Number(/position (\d+)/.exec(String(error))?.[1] ?? Number.NaN)
    throw new UnreadableFile(
      Number.isNaN(position)
        ? 'The file is no valid JSON; export it again, and pick it as the app wrote it.'
        : `The file is no valid JSON at ${placeOf(text, position)}, where it has "${shown(text.slice(position, position + 20))}"; export it again, and pick it as the app wrote it.`,
      { cause: error },
    )
  }
}

export type Fields = Record<string, unknown>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a field of the file, and never a field that every object inherits, such as `constructor`. */
export const field = (fields: unknown, name: string): unknown =>
  isFields(fields) && Object.hasOwn(fields, name) ? fields[name] : undefined

export const listIn = (fields: unknown, name: string): unknown[] => {
  const list = field(fields, name)
  return Array.isArray(list) ? list : []
}

/** True for `true`, and for 1, which some versions write. */
export const isTrue = (value: unknown) => value === true || value === 1

/** The names of fields in this text, which separates them by one space. */
export const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** The fields of an object that is written as JSON text inside the file. Undefined if the text is not an object. */
export function fieldsIn(text: unknown): Fields | undefined {
  if (typeof text !== 'string' || text === '') return undefined
  try {
    const value = jsonIn(text)
    return isFields(value) ? value : undefined
  } catch {
    return undefined
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d]

function measure(text: string): void {
  let level = 0
  let values = 1
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = endOfString(text, at)
      continue
    }
    if (code === COMMA) values++
    else if (code === OPEN_BRACKET || code === OPEN_BRACE) {
      values++
      if (++level > MOST_LEVELS)
        throw new UnreadableFile(
          `The file is nested more than ${MOST_LEVELS} levels deep at ${placeOf(text, at)}, which no export of plays is; pick another file.`,
        )
    } else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) level--
    if (values > MOST_VALUES)
      throw new UnreadableFile(
        `The file has more than ${MOST_VALUES.toLocaleString('en')} values up to ${placeOf(text, at)}; export fewer plays at once.`,
      )
  }
  if (level > 0) throw halfFile()
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  for (;;) {
    const end = text.indexOf('"', at)
    if (end === -1) throw halfFile()
    let before = end
    while (text.charCodeAt(before - 1) === BACKSLASH) before--
    if ((end - before) % 2 === 0) return end
    at = end + 1
  }
}

const halfFile = () =>
  new UnreadableFile(
    'The file ends in the middle of its JSON, so a part of it is missing; export it again and pick the whole file.',
  )
