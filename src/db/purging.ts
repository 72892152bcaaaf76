/** Deletes old rows in batches. Any number of instances can do so at once. */
import type { Database } from './database.ts'
import type { Sql } from './sql.ts'

/** In rows. A statement for this number ends within its 4 s, even if every row is long. */
const BATCH = 1_000
const HOUR = 3_600_000

/** A statement that deletes up to `most` rows, skips locked rows, and returns a row for each deleted one. */
export type Purge = (most: number) => Sql

/** Deletes until no old row is left; returns the number of deleted rows. */
export async function purge(db: Database, batch: Purge): Promise<number> {
  let purged = 0
  for (;;) {
    const rows = await db.transaction((tx) => tx.many(batch(BATCH)))
    purged += rows.length
    if (rows.length < BATCH) return purged
  }
}

/** Purges now and every hour until `stop`. After a failure it calls `warn`, and tries again the next hour. */
export function startPurging(
  db: Database,
  purges: readonly Purge[],
  warn: (error: unknown) => void,
): { stop: () => Promise<void> } {
  let underWay: Promise<unknown> = Promise.resolve()
  const purgeAll = async () => {
    for (const one of purges) await purge(db, one).catch(warn)
  }
  underWay = purgeAll()
  const timer = setInterval(() => {
    underWay = purgeAll()
  }, HOUR)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await underWay
    },
  }
}
