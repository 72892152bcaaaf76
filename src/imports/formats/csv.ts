/** Reads CSV with a row for each participant: our own export, and tables that people have made themselves. */
import type { Plays } from '../play.ts'
import { type Columns, type CsvRow, cellOf, columnsIn } from './csv-columns.ts'
import { type MatchRows, addMatch } from './csv-match.ts'
import { type Row, rowsIn } from './csv-rows.ts'
import { Gathered } from './gathered.ts'
import { MOST_PARTICIPANTS, MOST_ROWS } from './limits.ts'
import { idOf } from './names.ts'
import { isNemeStatsTable, readNemeStatsTable } from './nemestats.ts'
import { UnreadableFile } from './unreadable.ts'

export function readCsv(text: string, isGuessed: boolean): Plays {
  const rows = rowsIn(text)
  const header = rows.next()
  const names = header.done ? [] : header.value.cells.map((name) => name.trim())
  if (isNemeStatsTable(names)) return readNemeStatsTable(names, rows)
  const gathered = new Gathered()
  if (isGuessed) gathered.fault('', 'ENCODING_GUESSED', 'no UTF-8, so read as Windows-1252')
  const columns = columnsIn(names)
  for (const match of matchesIn(rows, names.length, columns, gathered).values())
    addMatch(match, columns, gathered)
  return gathered.all('csv')
}

/**
 * Rows with the same id are one match, wherever they are in the file. Without ids, a match is a run of rows with the same time
 * and game.
 */
function matchesIn(rows: Iterable<Row>, width: number, columns: Columns, gathered: Gathered) {
  const matches = new Map<string, MatchRows>()
  const unnamed = new Unnamed()
  let count = 0
  for (const { line, cells, isCut } of rows) {
    if (++count > MOST_ROWS)
      throw new UnreadableFile(
        `The file has more than ${MOST_ROWS.toLocaleString('en')} rows; export fewer plays at once.`,
      )
    const isHalf = isCut && cells.length < width
    if (isHalf && columns.isOurs) throw halfFile(line)
    const row: CsvRow = { at: `line ${line}`, cell: cellOf(cells, columns), cells }
    if (cells.slice(width).some((cell) => cell.trim() !== ''))
      gathered.fault(row.at, 'LEFT_OUT', cells.slice(width).join(' '))
    const id = idOf(row.cell('match'))
    const key = id === undefined ? unnamed.keyOf(row) : `=${id}`
    const match = matches.get(key) ?? { id, rows: [], count: 0, isCut: false }
    matches.set(key, match)
    match.count++
    if (match.rows.length < MOST_PARTICIPANTS) match.rows.push(row)
    if (isHalf) match.isCut = true
  }
  return matches
}

/** A fault if the file seems to be cut: in our export all rows have all cells. */
const halfFile = (line: number) =>
  new UnreadableFile(
    `The file ends in the middle of the row at line ${line}, so a part of it is missing; export it again and pick the whole file.`,
  )

/** Finds the matches in rows without ids. If a person appears a second time, the next match begins. */
class Unnamed {
  #number = 0
  #before = ''
  #people = new Set<string>()

  keyOf({ cell }: CsvRow): string {
    const key = JSON.stringify((['playedAt', 'localTime', 'game', 'gameRef', 'bggId'] as const).map(cell))
    const player = cell('player')
    if (key !== this.#before || this.#people.has(player)) {
      this.#number++
      this.#people = new Set()
    }
    this.#before = key
    this.#people.add(player)
    return `#${this.#number}`
  }
}
