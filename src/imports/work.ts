/** The background work of imports. It makes the matches of an import slice by slice, and pauses between two slices. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Background, type Warn, startWork } from '../db/background.ts'
import type { Database } from '../db/database.ts'
import { DatabaseUnavailable } from '../db/unavailable.ts'
import { sql } from '../db/sql.ts'
import { counted } from './plan.ts'
import { correctNext } from './corrections.ts'
import { type Running, makeNew } from './slice.ts'

/** The pause between two looks for started imports, in milliseconds. */
const LOOK = 1_000
/** If this number of slices in a row has failed, the import has failed. */
export const MOST_FAILURES = 5

/**
 * Each instance runs this. The row of an import is locked during a slice, so that no two instances make the same matches. If a
 * process dies, its lock ends, and what its slice has made is rolled back.
 */
export function startImports(db: Database, warn: Warn, look = LOOK): Background {
  return startWork({
    name: 'the making of imported matches',
    every: look,
    warn,
    async round(stopping) {
      for (let worked = true; worked && !stopping.aborted;) {
        const since = performance.now()
        worked = await workOn(db, warn)
        // The work leaves a third of the time to others.
        if (worked)
          await sleep((performance.now() - since) / 2, undefined, { signal: stopping }).catch(() => {})
      }
    },
  })
}

/** Runs a slice of the import that has waited longest. Returns false if no import needs work. */
export async function workOn(db: Database, warn: Warn): Promise<boolean> {
  const next = await db.maybe(sql<{ id: string }>`
    select i.id from imports i where i.state = 'RUNNING' order by i.worked_at, i.id limit 1`)
  if (!next) return false
  try {
    return await db.transaction((tx) => slice(tx, next.id))
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error
    warn('a slice of an import has failed', { err: error, import: next.id })
    await db.many(failed(next.id))
    return true
  }
}

/** The owner is locked before the import. An erasure locks in the same order. */
async function slice(
  tx: Parameters<Parameters<Database['transaction']>[0]>[0],
  id: string,
): Promise<boolean> {
  const [, running] = await Promise.all([
    tx.many(sql`
      select from users where id = (select owner_id from imports where id = ${id}) and erased_at is null for share`),
    tx.maybe(sql<Running>`
      select i.id, i.owner_id as "ownerId", i.format from imports i
      where i.id = ${id} and i.state = 'RUNNING' for update skip locked`),
  ])
  if (!running) return false
  const made = (await makeNew(tx, running)) || (await correctNext(tx, running))
  await Promise.all([
    tx.many(sql`
      update imports set failures = 0, worked_at = clock_timestamp(),
        state = case when ${made === 0} then 'DONE' else state end, ended_at = case when ${made === 0} then now() end
      where id = ${id}`),
    tx.many(counted(id)),
  ])
  return true
}

const failed = (id: string) => sql`
  update imports set failures = failures + 1, worked_at = clock_timestamp(), version = version + 1, updated_at = now(),
    state = case when failures + 1 >= ${MOST_FAILURES} then 'FAILED' else state end,
    failure = case when failures + 1 >= ${MOST_FAILURES} then ${FAILED} end,
    ended_at = case when failures + 1 >= ${MOST_FAILURES} then now() end
  where id = ${id} and state = 'RUNNING'`

const FAILED = 'Some plays could not be made into matches; the log of the service says why.'
