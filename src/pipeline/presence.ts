/** Which instances run the pipeline's workers, and what each of them can do: each says so again and again while it runs. */
import type { Database } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { uuidv7 } from '../db/uuid.ts'
import type { Step } from './control/schema.ts'

export interface Instance {
  /** Why it cannot do a step; a step without a reason it does. */
  standstills: Partial<Record<Step, string>>
  /** Ports of its own machine that it may fetch rulebooks from. */
  loopbackPorts: readonly number[]
}

/** How often it says so, and how long that holds, in milliseconds: two may be lost. */
const EVERY = 10_000
const HOLDS = 30_000

export const present = (id: string, { standstills, loopbackPorts }: Instance, holds = HOLDS): Sql => sql`
  insert into pipeline_instances (id, alive_until, disabled_reasons, loopback_ports)
  values (${id}, now() + ${holds}::int * interval '1 millisecond', ${JSON.stringify(standstills)}::jsonb, ${loopbackPorts}::int[])
  on conflict (id) do update set alive_until = excluded.alive_until`

/** Until `leave`. A failure isn't told: the workers tell it, who ask the same database every second. */
export async function attend(
  db: Database,
  instance: Instance,
  every = EVERY,
): Promise<{ leave: () => Promise<void> }> {
  const id = uuidv7()
  const say = () => db.many(present(id, instance))
  await db.many(sql`delete from pipeline_instances where alive_until < now()`)
  await say()
  let saying: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    saying = say().catch(() => {})
  }, every)
  return {
    async leave() {
      clearInterval(timer)
      await saying
      // Where the database is gone too, it is over by itself.
      await db.many(sql`delete from pipeline_instances where id = ${id}`).catch(() => {})
    },
  }
}

const alive = sql`select i.disabled_reasons, i.loopback_ports from pipeline_instances i where i.alive_until > now()`

/** Why nobody does the step `s`, whatever its other state; null where somebody does. */
export const standstill: Sql = sql`(
  select case
      when count(*) = 0 then ${"no instance runs the pipeline's workers (SCOREBOOK_PIPELINE=off)"}
      when count(*) = count(a.disabled_reasons ->> s.step) then min(a.disabled_reasons ->> s.step)
    end
  from (${alive}) a)`

/** The ports of their own machines that the instances may fetch rulebooks from: none outside of tests. */
export const loopbackPorts: Sql = sql`(
  select coalesce(array_agg(p.port), '{}') from (${alive}) a cross join unnest(a.loopback_ports) p (port))`
