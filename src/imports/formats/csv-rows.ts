/** Splits CSV into rows: RFC 4180, with commas, semicolons or tabs. */
import { LONGEST_CELL, MOST_COLUMNS } from './limits.ts'
import { UnreadableFile } from './unreadable.ts'

export interface Row {
  /** The line on which the row begins, counted from 1. */
  line: number
  cells: string[]
  /** True if the file ends in this row, without the end of a line. */
  isCut: boolean
}

/** Returns the rows without empty lines. */
export function* rowsIn(text: string): Generator<Row, void> {
  const table: Table = { text, at: 0, line: 1, separator: separatorOf(text) }
  const endsLine = /[\r\n]$/.test(text.slice(-1))
  if (/^sep=.\r?\n/.test(text)) table.at = nextLine(table)
  for (skipEmptyLines(table); table.at < text.length; skipEmptyLines(table)) {
    const line = table.line
    const cells = cellsIn(table)
    const isCut = table.at >= text.length && !endsLine
    if (cells.some((cell) => cell.trim() !== '')) yield { line, cells, isCut }
  }
}

function skipEmptyLines(table: Table): void {
  const { text } = table
  for (; text[table.at] === '\n' || text[table.at] === '\r'; table.at++)
    if (text[table.at] === '\n' || text[table.at + 1] !== '\n') table.line++
}

interface Table {
  readonly text: string
  readonly separator: string
  at: number
  line: number
}

const SEPARATORS = [',', ';', '\t']

/**
 * The separator that appears most often in the first line. A spreadsheet can also name the separator in a first line such as
 * `sep=;`.
 */
function separatorOf(text: string): string {
  const named = /^sep=(.)\r?\n/.exec(text)?.[1]
  if (named !== undefined) return named
  const [first = ''] = text.slice(0, LONGEST_CELL).split(/[\r\n]/, 1)
  const plain = first.replaceAll(/"[^"]*"/g, '')
  const counts = SEPARATORS.map((separator) => plain.split(separator).length)
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ','
}

/** Reads a row and the end of its line. */
function cellsIn(table: Table): string[] {
  const { text, separator } = table
  const line = table.line
  const cells: string[] = []
  for (;;) {
    const cell = text[table.at] === '"' ? quotedCell(table) : plainCell(table)
    if (cell.length > LONGEST_CELL) throw longCell(line, cell.length)
    if (cells.length >= MOST_COLUMNS)
      throw new UnreadableFile(
        `The row at line ${line} has more than ${MOST_COLUMNS} cells; leave out the columns that are about no play.`,
      )
    cells.push(cell)
    if (text[table.at] !== separator) {
      table.at = nextLine(table)
      return cells
    }
    table.at++
  }
}

const longCell = (line: number, length: number) =>
  new UnreadableFile(
    `The row at line ${line} has a cell of ${length} characters, more than the ${LONGEST_CELL} that an import reads; check that its quotes are closed.`,
  )

function plainCell(table: Table): string {
  const { text, separator } = table
  const start = table.at
  let at = start
  while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at++
  table.at = at
  return text.slice(start, at)
}

/** Two quotes inside a cell mean one quote. Characters between the closing quote and the separator belong to the cell. */
function quotedCell(table: Table): string {
  const { text } = table
  const start = table.at
  for (let at = start + 1; ; at += 2) {
    at = text.indexOf('"', at)
    if (at === -1)
      throw new UnreadableFile(
        `The quote that opens a cell at line ${table.line} is never closed; close it, or export the file again if its end is missing.`,
      )
    if (at - start > 4 * LONGEST_CELL) throw longCell(table.line, at - start)
    if (text[at + 1] === '"') continue
    const quoted = text.slice(start + 1, at)
    table.line += quoted.split('\n').length - 1
    table.at = at + 1
    return quoted.replaceAll('""', '"') + plainCell(table)
  }
}

/** A line ends with CR LF, with LF, or with CR alone. */
function nextLine(table: Table): number {
  const { text } = table
  let at = table.at
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at++
  table.line++
  return text[at] === '\r' && text[at + 1] === '\n' ? at + 2 : at + 1
}
