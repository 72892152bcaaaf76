/** The SQL of the pipeline's state. */
import { type Queryable, changeAndShow } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { Shown } from '../../http/operation/operation.ts'
import { STAGES, STATUSES } from '../candidates/schema.ts'
import { disabledReason } from '../presence.ts'
import { wake } from '../wake.ts'
import { STEPS, type Step } from './schema.ts'

const countsBy = (column: Sql, values: readonly string[]) => sql`(
  select json_object_agg(v.value, (select count(*) from candidates c where ${column} = v.value) order by v.position)
  from unnest(${values}::text[]) with ordinality v (value, position))`

export const statusJson = sql`json_object(
    'steps': (
      select json_agg(json_object(
        'step': s.step,
        'paused': s.paused,
        'suspendedUntil': case when s.suspended_until > now() then rfc3339(s.suspended_until) end,
        'suspendReason': coalesce(o.disabled_reason, case when s.suspended_until > now() then s.suspend_reason end),
        'running': o.disabled_reason is null and not s.paused and (s.suspended_until is null or s.suspended_until <= now())
        absent on null) order by s.position)
      from pipeline_steps s cross join lateral (select ${disabledReason} as disabled_reason) o),
    'unlinkedRankings': (
      select count(*) from catalog_entries e
      where e.pending and e.candidate_id is null and e.outcome is null and e.imported_at is not null),
    'candidatesByStage': ${countsBy(sql`c.stage`, STAGES)},
    'candidatesByStatus': ${countsBy(sql`c.status`, STATUSES)})`

export const showStatus: Sql<Shown> = sql<Shown>`select (${statusJson})::text as body`

/**
 * Pauses steps. When the answer is sent, no step begins another item: a worker that is just taking a lease has a lock on the
 * step's row, and this waits for it.
 */
export const pause = (db: Queryable, step: Step | undefined): Promise<Shown> =>
  changeAndShow(db, [sql`update pipeline_steps set paused = true where ${which(step)}`], showStatus)

export const resume = (db: Queryable, step: Step | undefined): Promise<Shown> =>
  changeAndShow(
    db,
    [
      sql`
        update pipeline_steps set paused = false, suspended_until = null, suspend_reason = null
        where ${which(step)}`,
      wake,
    ],
    showStatus,
  )

const which = (step: Step | undefined): Sql => sql`step = any (${step ? [step] : STEPS}::text[])`

type QueueCounts = {
  queued: number
  known: number
}

/** Queues these ids, even if the catalogue did not have them before. All statements lock ids in ascending order. */
export async function enrich(db: Queryable, catalogIds: readonly string[]): Promise<QueueCounts> {
  const [queued] = await Promise.all([
    db.one(sql<QueueCounts>`
      with asked as (
        insert into catalog_entries (catalog_id, requested)
        select id, true from unnest(${catalogIds}::bigint[]) id order by id
        on conflict (catalog_id) do update set
          requested = true, pending = true, outcome = null, failure_reason = null, due_at = excluded.due_at
        where catalog_entries.candidate_id is null
        returning 1
      )
      select count(*)::int as queued, ${catalogIds.length}::int - count(*)::int as known from asked`),
    db.many(wake),
  ])
  return queued
}
