/** The SQL of the pipeline's state. */
import { type Queryable, changeAndShow } from '../../db/database.ts'
import { type Sql, join, sql } from '../../db/sql.ts'
import type { Shown } from '../../http/operation/operation.ts'
import { STAGES, STATUSES } from '../candidates/schema.ts'
import { TODAY, queues } from '../leases.ts'
import { disabledReason } from '../presence.ts'
import { wake } from '../wake.ts'
import { STEPS, type Step } from './schema.ts'

const countsBy = (column: Sql, values: readonly string[]) => sql`(
  select json_object_agg(v.value, (select count(*) from candidates c where ${column} = v.value) order by v.position)
  from unnest(${values}::text[]) with ordinality v (value, position))`

const stepJson = sql`
        'step': s.step,
        'paused': s.paused,
        'suspendedUntil': case when s.suspended_until > now() then rfc3339(s.suspended_until) end,
        'suspendReason': coalesce(o.disabled_reason, case when s.suspended_until > now() then s.suspend_reason end),
        'running': o.disabled_reason is null and not s.paused and (s.suspended_until is null or s.suspended_until <= now())`

const steps = sql`pipeline_steps s cross join lateral (select ${disabledReason} as disabled_reason) o`

export const statusJson = sql`json_object(
    'steps': (select json_agg(json_object(${stepJson} absent on null) order by s.position) from ${steps}),
    'unlinkedRankings': (select count(*) from catalog_entries e where e.pending and e.unlinked),
    'candidatesByStage': ${countsBy(sql`c.stage`, STAGES)},
    'candidatesByStatus': ${countsBy(sql`c.status`, STATUSES)})`

export const showStatus: Sql<Shown> = sql<Shown>`select (${statusJson})::text as body`

/** Counts the items of each step. Both numbers come from indexes alone: the queue of a ranking has 180,000 entries. */
const items = sql`(
  ${join(
    STEPS.map((step) => {
      const { table, where } = queues[step]
      return sql`
        select ${step}::text as step, (select count(*) from ${table} i where ${where}) as all_items,
          (select count(*) from ${table} i where i.lease_token is not null and i.lease_until > now() and ${where}) as in_work`
    }),
    ' union all ',
  )})`

export const showSteps: Sql<Shown> = sql<Shown>`
  select json_object('steps': json_agg(json_object(${stepJson},
    'waiting': n.all_items - n.in_work,
    'inWork': n.in_work,
    'callsToday': case when s.usage_day = ${TODAY} then s.calls else 0 end,
    'tokensToday': case when s.usage_day = ${TODAY} then s.tokens else 0 end,
    'lastSuccessAt': rfc3339(s.last_success_at),
    'lastFailureAt': rfc3339(s.last_failure_at),
    'lastFailure': s.last_failure
    absent on null) order by s.position))::text as body
  from ${steps} join ${items} n on n.step = s.step`

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
        insert into catalog_entries (catalog_id, requested_at)
        select id, now() from unnest(${catalogIds}::bigint[]) id order by id
        on conflict (catalog_id) do update set
          requested_at = excluded.requested_at, pending = true, outcome = null, failure_reason = null, due_at = excluded.due_at
        where catalog_entries.candidate_id is null
        returning 1
      )
      select count(*)::int as queued, ${catalogIds.length}::int - count(*)::int as known from asked`),
    db.many(wake),
  ])
  return queued
}
