/** The instances that run the pipeline's workers, and what each of them can do. Each announces itself while it runs. */
import type { Database } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { uuidv7 } from '../db/uuid.ts'
import type { Step } from './control/schema.ts'

export interface Instance {
  /** Why the instance can't do a step. It does every step that has no reason here. */
  disabledReasons: Partial<Record<Step, string>>
  /** Ports of the instance's own machine that it is allowed to fetch rulebooks from. */
  loopbackPorts: readonly number[]
}

/** How often an instance announces itself, and how long that is valid, in milliseconds: two announcements can get lost. */
const EVERY = 10_000
const HOLDS = 30_000

export const announce = (id: string, { disabledReasons, loopbackPorts }: Instance, holds = HOLDS): Sql => sql`
  insert into pipeline_instances (id, alive_until, disabled_reasons, loopback_ports)
  values (
    ${id}, now() + ${holds}::int * interval '1 millisecond', ${JSON.stringify(disabledReasons)}::jsonb,
    ${loopbackPorts}::int[])
  on conflict (id) do update set alive_until = excluded.alive_until`

/** Announces the instance until `leave`. It logs no failure: the workers ask the same database every second, and log it. */
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
      // When the database is gone, the announcement ends by itself.
      await db.many(sql`delete from pipeline_instances where id = ${id}`).catch(() => {})
    },
  }
}

const alive = sql`select i.disabled_reasons, i.loopback_ports from pipeline_instances i where i.alive_until > now()`

/** Why no instance does the step `s`; null when one does. */
export const disabledReason: Sql = sql`(
  select case
      when count(*) = 0 then ${"no instance runs the pipeline's workers (SCOREBOOK_PIPELINE=off)"}
      when count(*) = count(a.disabled_reasons ->> s.step) then min(a.disabled_reasons ->> s.step)
    end
  from (${alive}) a)`

/** The ports of their own machines that instances are allowed to fetch rulebooks from: none outside of tests. */
export const loopbackPorts: Sql = sql`(
  select coalesce(array_agg(p.port), '{}') from (${alive}) a cross join unnest(a.loopback_ports) p (port))`
