/** Reads the catalogue's export of its ranking as a stream. Broken rows are skipped and counted. */
import { UnreadableExport, linesOf } from './lines.ts'
import { type Columns, type RankingRow, columnsOf, rowOf } from './row.ts'

export { ExportTooLarge, MOST_BYTES, UnreadableExport } from './lines.ts'
export type { RankingRow } from './row.ts'

const BATCH = 1_000

/**
 * Calls `take` with each batch of rows, and waits for it. Rejects with `UnreadableExport`, `ExportTooLarge`, or the error of
 * `take`.
 */
export async function readRankings(
  source: AsyncIterable<Uint8Array>,
  take: (rows: RankingRow[]) => Promise<void>,
): Promise<{ storedRows: number; unreadableRows: number }> {
  let columns: Columns | undefined
  let storedRows = 0
  let unreadableRows = 0
  let batch: RankingRow[] = []
  const seen = new Set<number | string>()
  for await (const lines of linesOf(source)) {
    for (const line of lines) {
      if (line === '') continue
      if (columns === undefined) {
        columns = columnsOf(line ?? '')
        continue
      }
      const row = line === undefined ? undefined : rowOf(line, columns)
      if (row === undefined || !isNew(row.catalogId, seen)) {
        unreadableRows++
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
  return { storedRows, unreadableRows }
}

/** Notes an id. If possible it is a number, because numbers take a third of the memory of texts. */
function isNew(catalogId: string, seen: Set<number | string>): boolean {
  const key = catalogId.length < 16 ? Number(catalogId) : catalogId
  if (seen.has(key)) return false
  seen.add(key)
  return true
}
