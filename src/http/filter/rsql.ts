/** Reads RSQL into a tree. The grammar is the one of the reference parser, jirutka/rsql-parser. */

export type RsqlNode = { and: RsqlNode[] } | { or: RsqlNode[] } | Comparison

export interface Comparison {
  selector: string
  operator: Operator
  values: Value[]
  /** The index in the filter's text at which the selector begins. */
  position: number
}

type Operator = '==' | '!=' | '=gt=' | '=ge=' | '=lt=' | '=le=' | '=in=' | '=out=' | '=null='

export interface Value {
  /** The argument, exactly as the reference parser returns it. */
  text: string
  /** The texts between the wildcards. An escaped star belongs to its text. */
  parts: string[]
}

/** The message says where the filter is wrong, and what would be right. */
export class RsqlError extends Error {
  override name = 'RsqlError'
  readonly position: number

  constructor(message: string, position: number) {
    super(message)
    this.position = position
  }
}

export const MAX_LENGTH = 4000
export const MAX_COMPARISONS = 64
export const MAX_DEPTH = 16
export const MAX_VALUES = 100

/** Parses a filter. `;` binds tighter than `,`. Throws RsqlError. */
export function parseRsql(input: string): RsqlNode {
  if (input.length > MAX_LENGTH && [...input].length > MAX_LENGTH) {
    throw new RsqlError(`The filter is longer than ${MAX_LENGTH} characters.`, MAX_LENGTH)
  }
  const reader: Reader = { input, at: 0, depth: 0, comparisons: 0 }
  const tree = readOr(reader)
  if (reader.at < input.length) throw unexpected(reader, '; or , or the end')
  return tree
}

interface Reader {
  input: string
  at: number
  depth: number
  comparisons: number
}

function readOr(reader: Reader): RsqlNode {
  const parts = [readAnd(reader)]
  while (takeConnective(reader, ',', 'or')) parts.push(readAnd(reader))
  return only(parts) ?? { or: parts }
}

function readAnd(reader: Reader): RsqlNode {
  const parts = [readConstraint(reader)]
  while (takeConnective(reader, ';', 'and')) parts.push(readConstraint(reader))
  return only(parts) ?? { and: parts }
}

const only = (parts: RsqlNode[]) => (parts.length === 1 ? parts[0] : undefined)

function readConstraint(reader: Reader): RsqlNode {
  skipSpace(reader)
  if (reader.input[reader.at] !== '(') return readComparison(reader)
  if (++reader.depth > MAX_DEPTH)
    throw new RsqlError(`The filter nests deeper than ${MAX_DEPTH} parentheses.`, reader.at)
  reader.at++
  const inner = readOr(reader)
  skipSpace(reader)
  if (reader.input[reader.at] !== ')') throw unexpected(reader, '; or , or )')
  reader.at++
  reader.depth--
  skipSpace(reader)
  return inner
}

/** Reads a connective: either the sign (`;` or `,`), or the word (`and` or `or`) with white space around it. */
function takeConnective(reader: Reader, sign: string, word: string): boolean {
  skipSpace(reader)
  const { input, at } = reader
  const isWord = input.startsWith(word, at) && isSpace(input[at - 1]) && isSpace(input[at + word.length])
  if (input[at] !== sign && !isWord) return false
  reader.at += isWord ? word.length : 1
  return true
}

function readComparison(reader: Reader): Comparison {
  const position = reader.at
  const selector = takeUnreserved(reader)
  if (selector === '') throw unexpected(reader, 'a field or (')
  skipSpace(reader)
  const operator = readOperator(reader)
  skipSpace(reader)
  if (++reader.comparisons > MAX_COMPARISONS) {
    throw new RsqlError(`The filter has more than ${MAX_COMPARISONS} comparisons.`, position)
  }
  const values = readValues(reader)
  if (values.length > 1 && operator !== '=in=' && operator !== '=out=') {
    throw new RsqlError(
      `${operator} at character ${position + 1} takes one value; =in= and =out= take a list.`,
      position,
    )
  }
  return { selector, operator, values, position }
}

const OPERATORS: Readonly<Record<string, Operator>> = {
  '==': '==',
  '!=': '!=',
  '=gt=': '=gt=',
  '>': '=gt=',
  '=ge=': '=ge=',
  '>=': '=ge=',
  '=lt=': '=lt=',
  '<': '=lt=',
  '=le=': '=le=',
  '<=': '=le=',
  '=in=': '=in=',
  '=out=': '=out=',
  '=null=': '=null=',
}

function readOperator(reader: Reader): Operator {
  const sign = at(/=[A-Za-z]*=|[<>]=?|!=/y, reader)
  if (sign === undefined) throw unexpected(reader, 'an operator such as ==')
  const operator = Object.hasOwn(OPERATORS, sign) ? OPERATORS[sign] : undefined
  if (!operator) {
    throw new RsqlError(
      `${sign} at character ${reader.at + 1} is not an operator; ${Object.keys(OPERATORS).join(' ')} are.`,
      reader.at,
    )
  }
  reader.at += sign.length
  return operator
}

function readValues(reader: Reader): Value[] {
  if (reader.input[reader.at] !== '(') return [readValue(reader)]
  reader.at++
  const values: Value[] = []
  do {
    skipSpace(reader)
    if (values.length === MAX_VALUES)
      throw new RsqlError(`A list has more than ${MAX_VALUES} values.`, reader.at)
    values.push(readValue(reader))
  } while (takeConnective(reader, ',', 'or'))
  if (reader.input[reader.at] !== ')') throw unexpected(reader, ', or )')
  reader.at++
  return values
}

function readValue(reader: Reader): Value {
  const quote = reader.input[reader.at]
  if (quote === '"' || quote === "'") return readQuoted(reader, quote)
  const text = takeUnreserved(reader)
  if (text === '') throw unexpected(reader, 'a value (quoted, where it is empty or has reserved characters)')
  return { text, parts: partsOf(text, '') }
}

/** Inside quotes, a backslash escapes any character. Outside quotes, it escapes only a star. */
function readQuoted(reader: Reader, quote: string): Value {
  const start = ++reader.at
  const { input } = reader
  while (reader.at < input.length && input[reader.at] !== quote)
    reader.at += input[reader.at] === '\\' ? 2 : 1
  if (reader.at >= input.length) {
    throw new RsqlError(`The quote at character ${start} is not closed; a ${quote} must follow.`, start - 1)
  }
  const raw = input.slice(start, reader.at++)
  return { text: raw.replace(/\\(.)/gs, '$1'), parts: partsOf(raw, '$1') }
}

/**
 * Splits a text at its wildcards. `others` says what happens to backslashes before other characters: `$1` removes them, '' keeps
 * them.
 */
function partsOf(raw: string, others: '' | '$1'): string[] {
  const parts = ['']
  for (const [piece] of raw.matchAll(/\\.|\*|[^\\*]+|\\/gs)) {
    if (piece === '*') parts.push('')
    else
      parts[parts.length - 1] +=
        piece === '\\*' ? '*' : others === '' ? piece : piece.replace(/^\\(.)$/s, '$1')
  }
  return parts
}

const takeUnreserved = (reader: Reader): string => {
  const found = at(/[^"'();,=!~<> \t\n\r\f]+/y, reader) ?? ''
  reader.at += found.length
  return found
}

/** Only ASCII white space counts. A no-break space is a part of a value. */
const isSpace = (character = '') => character !== '' && ' \t\n\r\f'.includes(character)

function skipSpace(reader: Reader): void {
  reader.at += at(/[ \t\n\r\f]+/y, reader)?.length ?? 0
}

function at(form: RegExp, reader: Reader): string | undefined {
  form.lastIndex = reader.at
  return form.exec(reader.input)?.[0]
}

function unexpected({ input, at: position }: Reader, expected: string): RsqlError {
  const found =
    position < input.length ? `'${String.fromCodePoint(input.codePointAt(position) ?? 0)}'` : 'the end'
  return new RsqlError(
    `The filter has ${found} at character ${position + 1} instead of ${expected}.`,
    position,
  )
}
