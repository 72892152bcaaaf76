/** Deletes old rows in batches. Any number of instances can do this at once. */
import { type Background, type Warn, runAll, startWork } from './background.ts'
import type { Database } from './database.ts'
import type { Sql } from './sql.ts'

/** How many rows one statement deletes. Even if the rows are long, it ends before its time limit of 4 s. */
const BATCH = 1_000
const HOUR = 3_600_000

/** Makes a statement that deletes up to `most` rows. It must skip locked rows, and return a row for each deleted one. */
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
