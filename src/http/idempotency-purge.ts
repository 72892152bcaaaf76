/** Deletes idempotency keys past their retention. Any number of instances may do so at once. */
import type { Database } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { RETENTION_DAYS } from './idempotency.ts'

/** Small enough for a statement that may run for 4 s, even if each answer is long. */
const BATCH = 1_000
const HOUR = 3_600_000

/** Deletes in batches until no old key is left; returns how many there were. */
export async function purgeIdempotencyKeys(db: Database): Promise<number> {
  let purged = 0
  for (;;) {
    const rows = await db.transaction((tx) => tx.many(batch))
    purged += rows.length
    if (rows.length < BATCH) return purged
  }
}

/** Purges now and every hour until `stop`. After a failure it calls `warn`, and tries again the next hour. */
export function startPurging(db: Database, warn: (error: unknown) => void): { stop: () => Promise<void> } {
  let underWay: Promise<unknown> = Promise.resolve()
  const purge = () => {
    underWay = purgeIdempotencyKeys(db).catch(warn)
  }
  purge()
  const timer = setInterval(purge, HOUR)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await underWay
    },
  }
}

const batch = sql`
  delete from idempotency_keys where (caller, key) in (
    select caller, key from idempotency_keys
    where created_at < now() - make_interval(days => ${RETENTION_DAYS})
    order by created_at limit ${BATCH} for update skip locked)
  returning 1`
