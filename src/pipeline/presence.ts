/**
 * The instances that run workers of the pipeline, and the steps that each of them can do. An instance announces itself as long as
 * it runs.
 */
import type { Database } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { uuidv7 } from '../db/uuid.ts'
import type { Step } from './control/schema.ts'

export interface Instance {
  /** The steps that the instance cannot do, each with the reason. It does all other steps. */
  disabledReasons: Partial<Record<Step, string>>
  /** The ports of the instance's machine from which it may fetch rulebooks. */
  loopbackPorts: readonly number[]
}

/** The pause between two announcements, in milliseconds. If two announcements are lost, the instance still counts. */
const EVERY = 10_000
const HOLDS = 30_000

export const announce = (id: string, { disabledReasons, loopbackPorts }: Instance, holds = HOLDS): Sql => sql`
  insert into pipeline_instances (id, alive_until, disabled_reasons, loopback_ports)
  values (
    ${id}, now() + ${holds}::int * interval '1 millisecond', ${JSON.stringify(disabledReasons)}::jsonb,
    ${loopbackPorts}::int[])
  on conflict (id) do update set alive_until = excluded.alive_until`

/** Announces the instance until it stops. Failures are not logged, because the workers use the same database and log them. */
export async function keepAnnouncing(
  db: Database,
  instance: Instance,
  every = EVERY,
): Promise<{ leave: () => Promise<void> }> {
  const id = uuidv7()
  const announceNow = () => db.many(announce(id, instance))
  await db.many(sql`delete from pipeline_instances where alive_until < now()`)
  await announceNow()
  let announcing: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    announcing = announceNow().catch(() => {})
  }, every)
  return {
    async leave() {
      clearInterval(timer)
      await announcing
      // If the database is away, the announcement need not be deleted: it ends by itself.
      await db.many(sql`delete from pipeline_instances where id = ${id}`).catch(() => {})
    },
  }
}

const alive = sql`select i.disabled_reasons, i.loopback_ports from pipeline_instances i where i.alive_until > now()`

/** Selects the reason why no instance does the step `s`. Null if an instance does it. */
export const disabledReason: Sql = sql`(
  select case
      when count(*) = 0 then ${"no instance runs the pipeline's workers (SCOREBOOK_PIPELINE=off)"}
      when count(*) = count(a.disabled_reasons ->> s.step) then min(a.disabled_reasons ->> s.step)
    end
  from (${alive}) a)`

export const loopbackPorts: Sql = sql`(
  select coalesce(array_agg(p.port), '{}') from (${alive}) a cross join unnest(a.loopback_ports) p (port))`
