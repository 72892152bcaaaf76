/** What races share: how often they are run, the statuses of those who ran, and whether any met in a deadlock. */
import type { Database } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import type { Reply } from '../support.ts'

/** 10 in `npm test`, 100 in `npm run test:slow`. */
export const ROUNDS = Number(process.env['SCOREBOOK_TEST_ROUNDS'])

/** In order of their numbers, as one line. */
export const statuses = (replies: Reply[]): string =>
  replies
    .map(({ status }) => String(status))
    .toSorted()
    .join(' ')

/** So far, in the test's own database. A deadlock ends by running again who lost, a second later. */
export async function deadlocks(db: Database): Promise<number> {
  const row = await db.one(sql<{ deadlocks: number }>`
    select deadlocks::int from pg_stat_database where datname = current_database()`)
  return row.deadlocks
}
