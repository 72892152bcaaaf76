/** What the database knows of the service, for its metrics: one statement over small tables and the last hour of the audit. */
import type { Database } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { type Family, gauge, labels } from '../metrics/families.ts'
import { STAGES } from '../pipeline/candidates/schema.ts'

type Measures = {
  succeeded: number
  failed: number
  steps: { step: string; running: boolean }[]
  stages: Record<string, number>
}

const measures = sql<Measures>`
  select
    (select count(*)::int from audit_events where kind = 'SIGNED_IN' and created_at > now() - interval '1 hour') as succeeded,
    (select count(*)::int from audit_events where kind = 'SIGN_IN_FAILED' and created_at > now() - interval '1 hour') as failed,
    (select json_agg(json_build_object('step', step,
      'running', not paused and coalesce(suspended_until <= now(), true)) order by position) from pipeline_steps) as steps,
    (select coalesce(json_object_agg(stage, n), '{}') from (select stage, count(*) as n from candidates group by 1) s) as stages`

export async function measured(db: Database): Promise<Family[]> {
  const { succeeded, failed, steps, stages } = await db.one(measures)
  return [
    gauge(
      'scorebook_sign_ins',
      'Attempts to sign in in the last hour, through any instance',
      by('outcome', [
        ['succeeded', succeeded],
        ['failed', failed],
      ]),
    ),
    gauge(
      'scorebook_pipeline_step_running',
      '0 while a step of the pipeline is paused or suspended',
      by(
        'step',
        steps.map(({ step, running }) => [step, running ? 1 : 0]),
      ),
    ),
    gauge(
      'scorebook_pipeline_candidates',
      'Candidates of the catalogue',
      by(
        'stage',
        STAGES.map((stage) => [stage, stages[stage] ?? 0]),
      ),
    ),
  ]
}

const by = (name: string, values: [string, number][]) =>
  values.map(([value, n]): [string, number] => [labels({ [name]: value }), n])
