/** Reports to `scorebook doctor` how the making of imported matches is going on. */
import type { Queryable } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** In minutes. An import gets a slice at least every few seconds, so one that waits for longer has no worker. */
const PATIENCE = 10

type Health = { running: number; plays: number; failed: number; oldest: number }

/** Throws an error if an import gets no slice. */
export async function healthOfImports(db: Queryable): Promise<string> {
  const { running, plays, failed, oldest } = await db.one(HEALTH)
  if (oldest > PATIENCE * 60)
    throw new Error(
      `${running === 1 ? 'an import waits' : `${running} imports wait`}, and nothing was done for ${Math.floor(oldest / 60)} minutes. \`scorebook serve\` makes their matches: start it, or look for "a slice of an import has failed" in its log.`,
    )
  const broken = failed === 0 ? '' : `, ${failed} failed within 90 days`
  return running === 0 ? `none runs${broken}` : `${running} in work, ${plays} plays to do${broken}`
}

const HEALTH = sql<Health>`
  select count(*) filter (where state = 'RUNNING')::int as running, count(*) filter (where state = 'FAILED')::int as failed,
    coalesce(sum((counts ->> 'playsToDo')::int) filter (where state = 'RUNNING'), 0)::int as plays,
    coalesce(extract(epoch from now() - min(worked_at) filter (where state = 'RUNNING')), 0)::int as oldest
  from imports where state in ('RUNNING', 'FAILED')`
