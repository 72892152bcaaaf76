/** Reads the catalogue's export of its ranking as a stream. Broken rows are skipped and counted. */
import { UnreadableExport, linesOf } from './lines.ts'
import { cut } from '../outside/escaped-text.ts'
import { type Columns, type RankingRow, type RowFault, columnsOf, rowOf } from './row.ts'

export { ExportTooLarge, MOST_BYTES, UnreadableExport } from './lines.ts'
export type { RankingRow } from './row.ts'

const BATCH = 1_000

/** The number of unreadable rows that are kept, from the beginning of the export. */
export const MOST_KEPT = 100
/** In characters: how much is kept of an unreadable row. */
const LONGEST_KEPT = 200

interface UnreadableRow {
  line: number
  text: string
  reason: RowFault
}

export interface ReadExport {
  storedRows: number
  unreadableRows: number
  /** The first unreadable rows. */
  unreadable: UnreadableRow[]
}

/**
 * Calls `take` with each batch of rows, and waits for it. Rejects with `UnreadableExport`, `ExportTooLarge`, or the error of
 * `take`.
 */
export async function readRankings(
  source: AsyncIterable<Uint8Array>,
  take: (rows: RankingRow[]) => Promise<void>,
): Promise<ReadExport> {
  let columns: Columns | undefined
  let storedRows = 0
  let unreadableRows = 0
  const unreadable: UnreadableRow[] = []
  let batch: RankingRow[] = []
  let number = 0
  const seen = new Set<number | string>()
  for await (const lines of linesOf(source)) {
    for (const line of lines) {
      number++
      if (line === '') continue
      if (columns === undefined) {
        columns = columnsOf(line ?? '')
        continue
      }
      const row = line === undefined ? 'TOO_LONG' : newRow(line, columns, seen)
      if (typeof row === 'string') {
        unreadableRows++
        if (unreadable.length < MOST_KEPT)
          unreadable.push({ line: number, text: kept(line ?? ''), reason: row })
        continue
      }
      batch.push(row)
      storedRows++
      if (batch.length === BATCH) {
        await take(batch)
        batch = []
      }
    }
  }
  if (columns === undefined) throw new UnreadableExport('The export is empty; it must begin with a header.')
  if (batch.length > 0) await take(batch)
  return { storedRows, unreadableRows, unreadable }
}

/** PostgreSQL refuses NUL. */
const kept = (line: string) => cut(line.replaceAll('\0', ''), LONGEST_KEPT)

function newRow(line: string, columns: Columns, seen: Set<number | string>): RankingRow | RowFault {
  const row = rowOf(line, columns)
  return typeof row === 'string' || isNew(row.catalogId, seen) ? row : 'REPEATED_ID'
}

/** Notes an id. If possible it is a number, because numbers take a third of the memory of texts. */
function isNew(catalogId: string, seen: Set<number | string>): boolean {
  const key = catalogId.length < 16 ? Number(catalogId) : catalogId
  if (seen.has(key)) return false
  seen.add(key)
  return true
}
