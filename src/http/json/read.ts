/** A strict reader for JSON request bodies. It follows RFC 8259 to the letter, and neither loses nor guesses anything. */
import { JsonError, describe, failure, shown } from './error.ts'
import { readNumber } from './number.ts'
import { MINUS, type Open, QUOTE, type Reader, isDigit, nextCode } from './reader.ts'
import { SourceText } from './source.ts'
import { readString } from './string.ts'
import type { JsonObject, JsonValue } from './value.ts'

/**
 * Reads a JSON text. It refuses repeated keys, NUL and lone surrogates, which would fail or be lost later. Throws `JsonError`.
 */
export function parseJson(text: string): JsonValue {
  const work = parsed(text)
  let step = work.next()
  while (!step.done) step = work.next()
  return step.value.value
}

/** Runs work that can pause at each `yield`. `inSlices` is such a function. */
type Run = <T>(work: Generator<unknown, T>) => Promise<T>

interface CountedValue {
  value: JsonValue
  /** How many values were read: objects, lists, texts, numbers, true, false and null. */
  values: number
}

/**
 * Reads a long text with many pauses, because a body of 64 MiB takes a second. Refuses a text with more than `mostValues` values.
 */
export const parseLongJson = (text: string, mostValues: number, run: Run): Promise<CountedValue> =>
  run(parsed(text, { mostValues }))

/** Checks a text without keeping its values, because the values of a text of 600 kB could take 20 MB. */
export async function checkLongJson(text: string, run: Run): Promise<void> {
  await run(parsed(text, { keeps: false }))
}

function* parsed(
  text: string,
  { mostValues = Infinity, keeps = true } = {},
): Generator<undefined, CountedValue> {
  const reader: Reader = { text, at: 0, path: [], open: [], keeps, values: 0, mostValues }
  if (text.charCodeAt(0) === BYTE_ORDER_MARK) {
    throw failure(reader, 0, 'The body begins with a byte order mark', 'send UTF-8 without one')
  }
  if (Number.isNaN(nextCode(reader))) {
    throw failure(reader, reader.at, 'The body is empty', 'send a JSON value')
  }
  const value = yield* readValue(reader)
  nextCode(reader)
  if (reader.at < text.length) {
    const found = describe(text, reader.at)
    throw failure(
      reader,
      reader.at,
      `The JSON value is followed by ${found}`,
      'send a single value and nothing after it',
    )
  }
  return { value, values: reader.values }
}

export const MAX_DEPTH = 100

const BYTE_ORDER_MARK = 0xfeff
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const LOWER_F = 0x66
const LOWER_N = 0x6e
const LOWER_T = 0x74
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** How many characters we read between two pauses. They take a tenth of a millisecond. */
const STRETCH = 8_192

/** Reads a value. It is not recursive, so that it can pause at any depth. */
function* readValue(reader: Reader): Generator<undefined, JsonValue> {
  let pauseAt = reader.at + STRETCH
  for (;;) {
    if (reader.at >= pauseAt) {
      yield
      pauseAt = reader.at + STRETCH
    }
    let value = beginValue(reader)
    while (value !== undefined) {
      if (reader.open.length === 0) return value
      value = putValue(reader, value) ? undefined : leave(reader)
    }
  }
}

/**
 * Begins to read a value. If an object or array with content begins here, it is only opened, and the function returns undefined.
 */
function beginValue(reader: Reader): JsonValue | undefined {
  if (++reader.values > reader.mostValues) throw tooManyValues(reader)
  const code = nextCode(reader)
  if (code === QUOTE) return readString(reader)
  if (code === OPEN_BRACE) return beginObject(reader)
  if (code === OPEN_BRACKET) return beginArray(reader)
  if (code === MINUS || isDigit(code)) return readNumber(reader)
  if (code === LOWER_T) return readWord(reader, 'true', true)
  if (code === LOWER_F) return readWord(reader, 'false', false)
  if (code === LOWER_N) return readWord(reader, 'null', null)
  throw noValue(reader)
}

function beginObject(reader: Reader): JsonObject | undefined {
  const object: JsonObject = {}
  enter(reader, object)
  if (nextCode(reader) !== CLOSE_BRACE) return readKey(reader, object)
  reader.at++
  return leave(reader) as JsonObject
}

function beginArray(reader: Reader): JsonValue[] | undefined {
  enter(reader, [])
  if (nextCode(reader) === CLOSE_BRACKET) {
    reader.at++
    return leave(reader) as JsonValue[]
  }
  reader.path[reader.path.length - 1] = 0
  return undefined
}

/** Puts a value into the innermost open object or array. Returns false if that is now complete. */
function putValue(reader: Reader, read: JsonValue): boolean {
  const { path, open, keeps } = reader
  const level = path.length - 1
  const container = open[level]?.value
  if (Array.isArray(container)) {
    if (keeps) container.push(read)
    if (!continues(reader, CLOSE_BRACKET, ']')) return false
    path[level] = (path[level] as number) + 1
    return true
  }
  const object = container as JsonObject
  const key = path[level] as string
  const value = keeps ? read : null
  if (key === '__proto__') {
    // An assignment to the key `__proto__` would change the prototype.
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
  } else object[key] = value
  if (!continues(reader, CLOSE_BRACE, '}')) return false
  path[level] = undefined
  readKey(reader, object)
  return true
}

/** Reads a key and the colon after it. */
function readKey(reader: Reader, object: JsonObject): undefined {
  if (nextCode(reader) !== QUOTE) throw noKey(reader)
  const keyAt = reader.at
  const key = readString(reader)
  reader.path[reader.path.length - 1] = key
  if (Object.hasOwn(object, key)) {
    throw failure(reader, keyAt, `The key ${shown(key)} appears twice in its object`, 'give each key once')
  }
  if (nextCode(reader) !== COLON) {
    const found = describe(reader.text, reader.at)
    throw failure(
      reader,
      reader.at,
      `Found ${found} after the key ${shown(key)}`,
      'a key is followed by ":" and a value',
    )
  }
  reader.at++
}

function enter(reader: Reader, value: JsonObject | JsonValue[]): void {
  if (reader.open.length === MAX_DEPTH) {
    throw failure(
      reader,
      reader.at,
      `The body is nested more than ${MAX_DEPTH} levels deep`,
      'send a flatter value',
    )
  }
  reader.open.push({ value, start: reader.at })
  reader.path.push(undefined)
  reader.at++
}

function leave({ text, at, path, open, keeps }: Reader): JsonObject | JsonValue[] {
  path.pop()
  const { value, start } = open.pop() as Open
  if (keeps) SourceText.keep(value, text.slice(start, at))
  return value
}

/** Reads the sign after a value: returns true for a comma, false for the closing bracket. */
function continues(reader: Reader, close: number, closeText: string): boolean {
  const code = nextCode(reader)
  if (code !== COMMA && code !== close) {
    const found = describe(reader.text, reader.at)
    throw failure(
      reader,
      reader.at,
      `Found ${found} after a value`,
      `a value is followed by "," or "${closeText}" here`,
    )
  }
  reader.at++
  return code === COMMA
}

function readWord<T>(reader: Reader, word: string, value: T): T {
  if (!reader.text.startsWith(word, reader.at)) throw noValue(reader)
  reader.at += word.length
  return value
}

const tooManyValues = ({ at, mostValues }: Reader) =>
  new JsonError(
    `The body has more than ${mostValues} values, counting each object, list, text, number, true, false and null; send fewer at once.`,
    at,
    '',
    'TOO_MANY_ITEMS',
  )

function noValue(reader: Reader): JsonError {
  const found = describe(reader.text, reader.at)
  const right = 'a value is an object, an array, a string in double quotes, a number, true, false or null'
  return failure(reader, reader.at, `Found ${found} instead of a value`, right)
}

function noKey(reader: Reader): JsonError {
  const found = describe(reader.text, reader.at)
  return failure(reader, reader.at, `Found ${found} instead of a key`, 'a key is a string in double quotes')
}
