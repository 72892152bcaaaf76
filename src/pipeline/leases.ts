/** How a worker gets and loses the lease of items. With every write, the worker must show the token of its lease. */
import type { Queryable } from '../db/database.ts'
import { type Row, type Sql, empty, sql } from '../db/sql.ts'
import { uuidv7 } from '../db/uuid.ts'
import type { Step } from './control/schema.ts'

export interface Pace {
  /** In milliseconds: the pause between two calls of the step's service. All instances together keep it. */
  pause: number
  dailyCalls: number | undefined
  dailyTokens: number | undefined
}

const UNBOUNDED: Pace = { pause: 0, dailyCalls: undefined, dailyTokens: undefined }

/** The items of a step: the rows of a table, in the order of a partial index. */
interface Queue {
  table: Sql
  where: Sql
  order: Sql
  key: Sql
  /** The column with the reason why an attempt failed. */
  reason: Sql
}

/** The queue of a step that works on candidates. Candidates for which a service failed come last. */
const OF_CANDIDATES = {
  table: sql`candidates`,
  order: sql`i.service_failures, i.rank_order, i.id`,
  key: sql`id`,
  reason: sql`last_failure`,
}

export const queues: Record<Step, Queue> = {
  ENRICH_FROM_CATALOG: {
    table: sql`catalog_entries`,
    where: sql`i.pending`,
    order: sql`i.service_failures, i.enrich_order, i.catalog_id`,
    key: sql`catalog_id`,
    reason: sql`failure_reason`,
  },
  COLLECT_RULES: { ...OF_CANDIDATES, where: sql`i.stage = 'PENDING_RULES' and i.status = 'PENDING'` },
  INTERPRET_RULES: { ...OF_CANDIDATES, where: sql`i.stage = 'RULES_COLLECTED' and i.status = 'PENDING'` },
  PUBLISH: { ...OF_CANDIDATES, where: sql`i.status = 'APPROVED' and not i.blocked and not i.waiting` },
}

/** A lease is lost if it ends without a result. An item is given up after this number of lost leases. */
export const MOST_LOST = 3

/** Leases up to `most` items for `lease` milliseconds. If the step is paused or suspended or must wait, it leases none. */
export async function leaseItems<R extends Row>(
  db: Queryable,
  step: Step,
  columns: Sql,
  { most = 1, lease, pace = UNBOUNDED }: { most?: number; lease: number; pace?: Pace | undefined },
): Promise<{ token: string; items: R[] }> {
  const { table, where, order, key } = queues[step]
  const token = uuidv7()
  const items = await db.many<R>(sql`
    with step as (
      select step from pipeline_steps
      where step = ${step} and not paused and (suspended_until is null or suspended_until <= now())
        and next_call_at <= now() and not ${spent(pace)}
      for no key update
    ), due as (
      select i.${key} from step cross join lateral (
        select i.${key} from ${table} i
        where ${where} and i.due_at <= now() and (i.lease_until is null or i.lease_until < now())
          and i.lost_leases + (i.lease_token is not null)::int < ${MOST_LOST}
        order by ${order} limit ${most} for update skip locked) i
    ), taken as (
      update ${table} i set
        lease_token = ${token}, lease_until = now() + ${lease}::int * interval '1 millisecond',
        lost_leases = i.lost_leases + (i.lease_token is not null)::int
      from due where i.${key} = due.${key}
      returning i.*
    ), counted as (
      update pipeline_steps s set
        next_call_at = clock_timestamp() + ${pace.pause}::int * interval '1 millisecond',
        calls = case when s.usage_day = ${TODAY} then s.calls else 0 end + 1,
        tokens = case when s.usage_day = ${TODAY} then s.tokens else 0 end,
        usage_day = ${TODAY}
      where s.step = ${step} and exists (select from taken)
    )
    select ${columns} from taken i order by ${order}`)
  return { token, items }
}

/** Prolongs a lease. Returns false if the worker has lost it. */
export async function renew(db: Queryable, step: Step, token: string, lease: number): Promise<boolean> {
  const rows = await db.many(sql`
    update ${queues[step].table} set lease_until = now() + ${lease}::int * interval '1 millisecond'
    where lease_token = ${token} returning 1`)
  return rows.length > 0
}

/** Gives back all items of the lease, or only those with these `keys`, without changing them. */
export const release = (step: Step, token: string, keys?: readonly string[]): Sql => sql`
  update ${queues[step].table} set lease_token = null, lease_until = null
  where lease_token = ${token}${keys ? sql` and ${queues[step].key}::text = any (${keys}::text[])` : empty}`

/**
 * Suspends a step because its service has refused us, or has asked us to wait. If the step is suspended already, the later end
 * counts.
 */
export const suspend = (step: Step, until: Date, reason: string): Sql => sql`
  update pipeline_steps set
    suspend_reason = case when suspended_until > ${until} then suspend_reason else ${reason} end,
    suspended_until = greatest(suspended_until, ${until})
  where step = ${step}`

/** After this number of failures in a row, we say that the service has an outage. */
export const MOST_FAILURES = 3

/** In minutes. The wait doubles with each further failure. */
export const FIRST_WAIT = 1
export const LONGEST_WAIT = 30

type Outage = {
  failures: number
  until: Date | null
}

/**
 * Counts a failure of the step's service. Returns no row if the step is already suspended: then the call began before the
 * suspension, and does not count.
 */
export const countFailure = (step: Step, reason: string) => sql<Outage>`
  with failed as (
    select step, least(failures + 1, 100) as failures,
      case when failures + 1 >= ${MOST_FAILURES} then
        now() + least(${LONGEST_WAIT}, ${FIRST_WAIT} * 2 ^ least(failures + 1 - ${MOST_FAILURES}, 10)) * interval '1 minute'
      end as until
    from pipeline_steps where step = ${step} for no key update
  )
  update pipeline_steps s set
    failures = f.failures, outage_until = f.until, suspended_until = f.until,
    suspend_reason = case when f.until is not null then
      ${reason}::text || ' It has failed ' || f.failures::text || ' times in a row.'
    end
  from failed f
  where s.step = f.step and (s.suspended_until is null or s.suspended_until <= now())
  returning s.failures, s.suspended_until as until`

/** Ends the outage and the suspension, because the service answers again. Returns a row if there was an outage. */
export const endFailures = (step: Step): Sql<{ failures: number }> => sql<{ failures: number }>`
  update pipeline_steps set
    failures = 0, outage_until = null,
    suspend_reason = case when suspended_until = outage_until then null else suspend_reason end,
    suspended_until = case when suspended_until = outage_until then null else suspended_until end
  where step = ${step} and failures > 0
  returning old.failures`

export const noteSuccess = (step: Step): Sql =>
  sql`update pipeline_steps set last_success_at = now() where step = ${step}`

export const noteFailure = (step: Step, reason: string): Sql =>
  sql`update pipeline_steps set last_failure_at = now(), last_failure = ${reason} where step = ${step}`

/** Gives the items back and puts them behind all others. The attempt does not count. */
export const putOff = (step: Step, token: string, reason: string, set: Sql = empty): Sql => sql`
  update ${queues[step].table} set
    service_failures = least(service_failures + 1, 1000), ${queues[step].reason} = ${reason},
    lease_token = null, lease_until = null${set}
  where lease_token = ${token}`

export const spend = (step: Step, tokens: number): Sql => sql`
  update pipeline_steps set
    tokens = case when usage_day = ${TODAY} then tokens else 0 end + ${tokens}::bigint,
    calls = case when usage_day = ${TODAY} then calls else 0 end, usage_day = ${TODAY}
  where step = ${step}`

/** If a step has used up its budget for the day, suspends it until the end of the day in UTC, even if somebody has resumed it. */
export const suspendWhereSpent = (step: Step, pace: Pace): Sql => sql`
  update pipeline_steps set
    suspended_until = (${TODAY} + 1)::timestamp at time zone 'UTC',
    suspend_reason = ${'The daily budget is spent.'}
  where step = ${step} and ${spent(pace)} and (suspended_until is null or suspended_until <= now())`

export const hasBudget = ({ dailyCalls, dailyTokens }: Pace) =>
  dailyCalls !== undefined || dailyTokens !== undefined

export const TODAY = sql`(now() at time zone 'UTC')::date`

const spent = ({ dailyCalls, dailyTokens }: Pace): Sql => sql`(
  usage_day = ${TODAY} and (calls >= ${dailyCalls ?? null}::bigint or tokens >= ${dailyTokens ?? null}::bigint) is true)`
