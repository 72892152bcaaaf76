/** When a history becomes public or private, marks the rows that the request itself left. Several instances can work at once. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../db/database.ts'
import { type Background, type Warn, startWork } from '../../db/background.ts'
import { sql } from '../../db/sql.ts'
import { markBatch } from './public-marks.ts'

/** The pause between two looks for work, in milliseconds. */
const LOOK = 1_000

/** After each batch it pauses for as long as the batch took, so that other work gets its turn. */
export async function markWhatIsLeft(db: Database, isStopped = () => false): Promise<void> {
  while (!isStopped() && (await db.maybe(sql`select from markings limit 1`))) {
    const since = performance.now()
    if (!(await db.transaction((tx) => marked(tx)))) return
    await sleep(performance.now() - since)
  }
}

/**
 * Marks one batch of the history that has waited longest. Returns false if nothing is left, or if other instances are working on
 * all of it.
 */
async function marked(tx: Pick<Database, 'many' | 'maybe'>): Promise<boolean> {
  const due = await tx.maybe(sql<{ userId: string }>`
    select user_id as "userId" from markings order by updated_at limit 1 for update skip locked`)
  if (!due) return false
  await Promise.all(markBatch(due.userId).map((statement) => tx.many(statement)))
  return true
}

export const startMarking = (db: Database, warn: Warn, look = LOOK): Background =>
  startWork({
    name: 'the marking of histories',
    every: look,
    warn,
    round: (stopping) => markWhatIsLeft(db, () => stopping.aborted),
  })
