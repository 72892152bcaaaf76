/** A strict reader of JSON request bodies: RFC 8259 to the letter, and nothing that was sent is lost or guessed. */
import { atOnce, inSlices } from './slices.ts'

export type JsonValue = null | boolean | number | string | InexactNumber | JsonValue[] | JsonObject
export interface JsonObject {
  [key: string]: JsonValue
}

/**
 * The value of a JSON text. Beyond the grammar it refuses what would get lost or break later: a key twice in one
 * object, NUL, lone surrogates, nesting over 100 levels. Throws JsonError.
 */
export const parseJson = (text: string): JsonValue => atOnce(parsed(text))

/** The same in slices: a body of 64 MiB takes a second. */
export const parseJsonInSlices = (text: string): Promise<JsonValue> => inSlices(parsed(text))

function* parsed(text: string): Generator<undefined, JsonValue> {
  const reader: Reader = { text, at: 0, path: [], open: [] }
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
  return value
}

/** The text of bytes in UTF-8, a byte order mark included (parseJson refuses it by name). Throws JsonError. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return strictDecoder.decode(bytes)
  } catch {
    throw invalidUtf8(bytes)
  }
}

/**
 * The verbatim text of an object or array that parseJson made, for storing it exactly as it was sent: `1.0`, `1e400`,
 * the order of keys, escapes. Undefined for any other object, a copy included.
 */
export function sourceOf(value: object): string | undefined {
  return Sourced.read(value)
}

/** An object or array that was sent in so long a text that to check it takes more than a few milliseconds. */
export const isLong = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && (sourceOf(value)?.length ?? 0) > LONG

/**
 * One text for one JSON value, whatever its spelling: keys sorted by code unit, numbers by value (1.0 = 1 = 1e0, -0 = 0),
 * no white space. For fingerprints; not meant to be sent.
 */
export function canonicalJson(value: JsonValue): string {
  if (value instanceof InexactNumber) return normalNumber(value.text)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object' && value !== null) return canonicalObject(value)
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}

/** The canonical text in pieces, for work in slices: what is not long is one piece. */
export function* canonicalPieces(value: JsonValue): Generator<string, void> {
  if (!isLong(value)) yield canonicalJson(value)
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield index === 0 ? '[' : ','
      yield* canonicalPieces(item)
    }
    yield ']'
  } else {
    const members = Object.entries(value as JsonObject).sort(([one], [other]) => (one < other ? -1 : 1))
    for (const [index, [key, member]] of members.entries()) {
      yield `${index === 0 ? '{' : ','}${JSON.stringify(key)}:`
      yield* canonicalPieces(member)
    }
    yield '}'
  }
}

/** A number whose decimal value a double doesn't hold, such as 1e400 or 12345678901234567890123: its own text. */
export class InexactNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Why a body was refused: the message is a full sentence for the client. */
export class JsonError extends Error {
  /** Zero-based, in UTF-16 code units of the text. */
  readonly position: number
  /** Where in the value, such as `participants[1].score`; '' for the whole. */
  readonly path: string

  constructor(message: string, position: number, path: string) {
    super(message)
    this.name = 'JsonError'
    this.position = position
    this.path = path
  }
}

const MAX_DEPTH = 100
const LONG = 65_536
/** Arithmetic on exponents of any length would take seconds: bigint needs 0.5 s for a million digits. */
const MAX_EXPONENT_LENGTH = 1000

/** Lets a subclass add its private fields to an object that exists already. */
// oxlint-disable-next-line typescript/no-extraneous-class -- returning the argument is all that it is for
class Given {
  constructor(object: object) {
    return object
  }
}

/**
 * Keeps the source of an object or array in a private field of it: invisible to everything else and never copied. A
 * WeakMap does the same at six times the cost: 3.3 s for a body of 32 MB in 1.5 million objects against 0.5 s.
 */
class Sourced extends Given {
  readonly #source: string

  private constructor(object: object, source: string) {
    super(object)
    this.#source = source
  }

  static keep(object: object, source: string): void {
    void new Sourced(object, source)
  }

  static read(object: object): string | undefined {
    return #source in object ? object.#source : undefined
  }
}

/** The text, how far it is read, and for each open object or array the key or index at work (undefined: none yet). */
interface Reader {
  readonly text: string
  at: number
  readonly path: (string | number | undefined)[]
  readonly open: Open[]
}

/** An object or array that has begun and not ended. */
interface Open {
  readonly value: JsonObject | JsonValue[]
  readonly start: number
}

const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lossyDecoder = new TextDecoder('utf-8', { ignoreBOM: true })

const BYTE_ORDER_MARK = 0xfeff
const TAB = 0x09
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const SPACE = 0x20
const QUOTE = 0x22
const PLUS = 0x2b
const COMMA = 0x2c
const MINUS = 0x2d
const POINT = 0x2e
const DIGIT_0 = 0x30
const DIGIT_9 = 0x39
const COLON = 0x3a
const UPPER_E = 0x45
const OPEN_BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSE_BRACKET = 0x5d
const LOWER_E = 0x65
const LOWER_F = 0x66
const LOWER_N = 0x6e
const LOWER_T = 0x74
const LOWER_U = 0x75
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const FIRST_SURROGATE = 0xd800

/** Skips white space and looks at what comes next, NaN at the end; consumes nothing else. */
function nextCode(reader: Reader): number {
  const { text } = reader
  let at = reader.at
  let code = text.charCodeAt(at)
  while (code === SPACE || code === LINE_FEED || code === CARRIAGE_RETURN || code === TAB) {
    code = text.charCodeAt(++at)
  }
  reader.at = at
  return code
}

/** Pauses every so many characters, which take a tenth of a millisecond. */
const STRETCH = 8_192

/** Keeps what is open in a list of its own instead of recursing, so that it can pause at any depth. */
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

/** The value, or undefined where an object or array begins that has something in it: its first value comes next. */
function beginValue(reader: Reader): JsonValue | undefined {
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

/** Puts a value where it belongs; true where another one follows, false where the object or array ends. */
function putValue(reader: Reader, value: JsonValue): boolean {
  const { path, open } = reader
  const level = path.length - 1
  const container = open[level]?.value
  if (Array.isArray(container)) {
    container.push(value)
    if (!continues(reader, CLOSE_BRACKET, ']')) return false
    path[level] = container.length
    return true
  }
  const object = container as JsonObject
  const key = path[level] as string
  if (key === '__proto__') {
    // An assignment would set the prototype instead.
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
  } else object[key] = value
  if (!continues(reader, CLOSE_BRACE, '}')) return false
  path[level] = undefined
  readKey(reader, object)
  return true
}

/** Consumes the colon too. */
function readKey(reader: Reader, object: JsonObject): undefined {
  if (nextCode(reader) !== QUOTE) throw noKey(reader)
  const keyAt = reader.at
  const key = readString(reader)
  reader.path[reader.path.length - 1] = key
  if (Object.hasOwn(object, key)) {
    throw failure(
      reader,
      keyAt,
      `The key ${shown(key)} stands a second time in its object`,
      'give each key once',
    )
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

/** Consumes the bracket. */
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

/** The object or array that has just ended. */
function leave({ text, at, path, open }: Reader): JsonObject | JsonValue[] {
  path.pop()
  const { value, start } = open.pop() as Open
  Sourced.keep(value, text.slice(start, at))
  return value
}

/** After an element: consumes a comma (there is more) or the closing bracket (there isn't). */
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

function readString(reader: Reader): string {
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
  // The escapes are checked, so that JSON.parse can't fail; it is faster than piecing the string together.
  const string = escaped ? String(JSON.parse(text.slice(start, at + 1))) : text.slice(start + 1, at)
  if ((escaped || surrogates) && !string.isWellFormed()) {
    throw failure(reader, start, 'A string holds half of a surrogate pair', 'send whole Unicode characters')
  }
  return string
}

/** Where the text goes on after the escape whose backslash stands at `at`. */
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
  if (digits === '0000')
    throw failure(reader, at, 'A string holds the character NUL (U+0000)', 'leave it out')
  return at + 6
}

function readNumber(reader: Reader): number | InexactNumber {
  const { text } = reader
  const start = reader.at
  const first = text.charCodeAt(start) === MINUS ? start + 1 : start
  let at = skipDigits(reader, first, 'A number has no digit where one must stand')
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
  // Fifteen significant digits survive the way through a double and back, short of its limits.
  return mantissaEnd === at && at - first <= 15 ? Number(number) : exactly(number)
}

/** Where the run of digits that must begin at `at` ends. */
function skipDigits(reader: Reader, at: number, otherwise: string): number {
  let end = at
  while (isDigit(reader.text.charCodeAt(end))) end++
  if (end === at) {
    throw failure(reader, at, otherwise, `found ${describe(reader.text, at)}, write it as in 0, -1.5 or 1e10`)
  }
  return end
}

function isDigit(code: number): boolean {
  return code >= DIGIT_0 && code <= DIGIT_9
}

/** The number itself if its shortest spelling has the value of the text, which is what a reader of it would get back. */
function exactly(text: string): number | InexactNumber {
  const number = Number(text)
  const spelling = String(number)
  if (spelling === text) return number
  return Number.isFinite(number) && normalNumber(spelling) === normalNumber(text)
    ? number
    : new InexactNumber(text)
}

/**
 * A text that two JSON numbers share if they have the same decimal value: the digits without zeros at either end, and
 * the power of ten. Works on the text alone, so no number is too large or too long for it.
 */
function normalNumber(text: string): string {
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

/** Past 15 digits an exponent needs a bigint; before, a number is many times faster. */
function plus(exponent: string, shift: number): number | bigint {
  return exponent.length <= 15 ? Number(exponent) + shift : BigInt(exponent) + BigInt(shift)
}

function canonicalObject(object: JsonObject): string {
  const members: string[] = []
  for (const key of Object.keys(object).sort()) {
    const value = object[key]
    if (value !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(value)}`)
  }
  return `{${members.join(',')}}`
}

function readWord<T>(reader: Reader, word: string, value: T): T {
  if (!reader.text.startsWith(word, reader.at)) throw noValue(reader)
  reader.at += word.length
  return value
}

function noValue(reader: Reader): JsonError {
  const found = describe(reader.text, reader.at)
  const right = 'a value is an object, an array, a string in double quotes, a number, true, false or null'
  return failure(reader, reader.at, `Found ${found} where a value must stand`, right)
}

function noKey(reader: Reader): JsonError {
  const found = describe(reader.text, reader.at)
  return failure(
    reader,
    reader.at,
    `Found ${found} where a key must stand`,
    'a key is a string in double quotes',
  )
}

/** A control character, or the end of the text (whose code is NaN), inside the string that begins at `start`. */
function unfitCharacter(reader: Reader, start: number, at: number): JsonError {
  if (at >= reader.text.length)
    return failure(reader, start, 'A string is never closed', 'close it with a double quote')
  const found = describe(reader.text, at)
  return failure(
    reader,
    at,
    `A string holds the bare control character ${found}`,
    String.raw`escape it, as in \n or \u001f`,
  )
}

function invalidUtf8(bytes: Uint8Array): JsonError {
  const text = lossyDecoder.decode(bytes)
  const at = firstReplaced(text, bytes)
  return failure({ text, at, path: [], open: [] }, at, 'The body is not valid UTF-8', 'encode it as UTF-8')
}

/** The first U+FFFD that the decoder put in: up to there text and bytes agree, and the bytes there aren't U+FFFD's own. */
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

function failure(reader: Reader, position: number, problem: string, right: string): JsonError {
  const { line, column } = placeOf(reader.text, position)
  return new JsonError(
    `${problem} at line ${line}, column ${column}; ${right}.`,
    position,
    pathText(reader.path),
  )
}

/** Both from one. */
function placeOf(text: string, position: number): { line: number; column: number } {
  let line = 1
  let lineStart = 0
  for (let end = text.indexOf('\n'); end >= 0 && end < position; end = text.indexOf('\n', lineStart)) {
    line++
    lineStart = end + 1
  }
  return { line, column: position - lineStart + 1 }
}

function pathText(path: Reader['path']): string {
  let text = ''
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`
    else if (step === undefined) continue
    else if (/^[\w$-]{1,100}$/.test(step)) text += text === '' ? step : `.${step}`
    else text += `[${shown(step)}]`
  }
  return text
}

function describe(text: string, at: number): string {
  const code = text.codePointAt(at)
  if (code === undefined) return 'the end of the body'
  if (code > SPACE && code < 0x7f) return code === QUOTE ? 'a double quote' : `"${String.fromCharCode(code)}"`
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}

/** A key in a message: escaped, and not at any length. */
function shown(key: string): string {
  return JSON.stringify(key.length > 100 ? `${key.slice(0, 100)}…` : key)
}
