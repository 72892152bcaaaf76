/** Errors in a JSON body. Each has a line, a column and a path. */
import { QUOTE, type Reader, SPACE } from './reader.ts'

/** The message is a full sentence for the client. */
export class JsonError extends Error {
  readonly code: 'MALFORMED_BODY' | 'TOO_MANY_ITEMS'
  /** The place of the error, in UTF-16 code units from the start. */
  readonly position: number
  /** The path of the wrong value, such as `participants[1].score`. If the whole body is wrong, it is ''. */
  readonly path: string

  constructor(message: string, position: number, path: string, code: JsonError['code'] = 'MALFORMED_BODY') {
    super(message)
    this.name = 'JsonError'
    this.code = code
    this.position = position
    this.path = path
  }
}

export function failure(
  reader: Pick<Reader, 'text' | 'path'>,
  position: number,
  problem: string,
  right: string,
): JsonError {
  const { line, column } = placeOf(reader.text, position)
  return new JsonError(
    `${problem} at line ${line}, column ${column}; ${right}.`,
    position,
    pathText(reader.path),
  )
}

/** Lines and columns are counted from 1. */
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

/** Describes the character at this place in words, for a message. */
export function describe(text: string, at: number): string {
  const code = text.codePointAt(at)
  if (code === undefined) return 'the end of the body'
  if (code > SPACE && code < 0x7f) return code === QUOTE ? 'a double quote' : `"${String.fromCharCode(code)}"`
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}

export function shown(key: string): string {
  return JSON.stringify(key.length > 100 ? `${key.slice(0, 100)}…` : key)
}
