/** Deletes old rows in batches. Any number of instances can do so at once. */
import { type Background, type Warn, runAll, startWork } from './background.ts'
import type { Database } from './database.ts'
import type { Sql } from './sql.ts'

/** The number of rows that one statement deletes. The statement ends before the time limit of 4 s, even if the rows are long. */
const BATCH = 1_000
const HOUR = 3_600_000

/** Makes a statement that deletes up to `most` rows, skips locked rows, and returns a row for each deleted one. */
export type Purge = (most: number) => Sql

export async function purge(db: Database, batch: Purge): Promise<number> {
  let purged = 0
  for (;;) {
    const rows = await db.transaction((tx) => tx.many(batch(BATCH)))
    purged += rows.length
    if (rows.length < BATCH) return purged
  }
}

export const startPurging = (db: Database, purges: readonly Purge[], warn: Warn, every = HOUR): Background =>
  startWork({
    name: 'the purging of old rows',
    every,
    warn,
    round: (stopping) =>
      runAll(
        purges.map((one) => () => purge(db, one)),
        stopping,
      ),
  })
