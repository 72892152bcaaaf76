/** The metrics that come from the database. A single statement reads small tables and the last hour of the audit. */
import type { Database } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { AUDIT_KINDS } from '../identity/audit/record.ts'
import { type Family, gauge, labels } from '../metrics/families.ts'
import { STAGES } from '../pipeline/candidates/schema.ts'

type Measures = {
  events: Record<string, number>
  steps: { step: string; running: boolean }[]
  stages: Record<string, number>
  webhooks: { sending: number; failing: number; disabled: number }
  deliveries: { waiting: number; failed: number; oldest: number }
  linkMails: { waiting: number; delayed: number }
  devices: { idle: number; waiting: number; delayed: number }
  imports: { waiting: number; running: number; failing: number; plays: number; oldest: number }
}

const measures = sql<Measures>`
  select
    (select coalesce(json_object_agg(kind, n), '{}') from (
      select kind, sum(coalesce((details ->> 'times')::int, 1)) as n from audit_events where created_at > now() - interval '1 hour' group by 1) e) as events,
    (select json_agg(json_build_object('step', step,
      'running', not paused and coalesce(suspended_until <= now(), true)) order by position) from pipeline_steps) as steps,
    (select coalesce(json_object_agg(stage, n), '{}') from (select stage, count(*) as n from candidates group by 1) s) as stages,
    (select json_build_object('sending', count(*) filter (where disabled_at is null and failing_since is null),
      'failing', count(*) filter (where disabled_at is null and failing_since is not null), 'disabled', count(disabled_at))
      from webhooks) as webhooks,
    (select json_build_object('waiting', count(*), 'oldest', coalesce(round(extract(epoch from now() - min(created_at))), 0),
      'failed', (select count(*) from webhook_deliveries where state = 'FAILED'))
      from webhook_deliveries where state = 'WAITING') as deliveries,
    (select json_build_object('waiting', count(*) filter (where attempts = 0), 'delayed', count(*) filter (where attempts > 0))
      from link_mails where kind <> 'QUESTION' and ends_at > now()) as "linkMails",
    (select json_build_object('idle', count(*) filter (where due_at is null and attempts = 0),
      'waiting', count(*) filter (where due_at is not null and attempts = 0), 'delayed', count(*) filter (where attempts > 0))
      from push_devices) as devices,
    (select json_build_object('waiting', count(*) filter (where worked_at = started_at and failures = 0),
      'running', count(*) filter (where worked_at <> started_at and failures = 0), 'failing', count(*) filter (where failures > 0),
      'plays', coalesce(sum((counts ->> 'playsToDo')::int), 0),
      'oldest', coalesce(round(extract(epoch from now() - min(worked_at))), 0))
      from imports where state = 'RUNNING') as imports`

export async function measured(db: Database): Promise<Family[]> {
  const { events, steps, stages, webhooks, deliveries, linkMails, devices, imports } = await db.one(measures)
  return [
    gauge(
      'scorebook_sign_ins',
      'Attempts to sign in during the last hour, through any instance',
      by('outcome', [
        ['succeeded', events['SIGNED_IN'] ?? 0],
        ['failed', events['SIGN_IN_FAILED'] ?? 0],
      ]),
    ),
    gauge(
      'scorebook_audit_events',
      'Audit events of the last hour, through any instance',
      by(
        'kind',
        AUDIT_KINDS.map((kind) => [kind, events[kind] ?? 0]),
      ),
    ),
    gauge(
      'scorebook_pipeline_step_running',
      '1 while a step of the pipeline runs; 0 while it is paused or suspended',
      by(
        'step',
        steps.map(({ step, running }) => [step, running ? 1 : 0]),
      ),
    ),
    gauge(
      'scorebook_pipeline_candidates',
      'Candidates of the catalogue by stage',
      by(
        'stage',
        STAGES.map((stage) => [stage, stages[stage] ?? 0]),
      ),
    ),
    gauge(
      'scorebook_webhooks',
      'Webhooks that send, whose endpoint has failed since the last success, and that are disabled',
      by('state', Object.entries(webhooks)),
    ),
    gauge(
      'scorebook_webhook_deliveries',
      'Deliveries to webhooks that wait, and that have failed within a week',
      by('state', [
        ['waiting', deliveries.waiting],
        ['failed', deliveries.failed],
      ]),
    ),
    gauge('scorebook_webhook_oldest_delivery_seconds', 'The age of the oldest delivery that waits', [
      ['', deliveries.oldest],
    ]),
    gauge(
      'scorebook_link_mails',
      'Mails with links that wait, and that the mail server has put off',
      by('state', Object.entries(linkMails)),
    ),
    gauge(
      'scorebook_push_devices',
      'Devices with nothing to send, with a push message that waits, and whose push service has put one off',
      by('state', Object.entries(devices)),
    ),
    gauge(
      'scorebook_imports',
      'Imports that wait for their first matches, that have some, and whose last try has failed',
      by('state', [
        ['waiting', imports.waiting],
        ['running', imports.running],
        ['failing', imports.failing],
      ]),
    ),
    gauge('scorebook_import_plays', 'Plays of running imports that are still to become matches', [
      ['', imports.plays],
    ]),
    gauge(
      'scorebook_import_oldest_seconds',
      'How long the import that has waited longest has waited for its next matches',
      [['', imports.oldest]],
    ),
  ]
}

const by = (name: string, values: [string, number][]) =>
  values.map(([value, n]): [string, number] => [labels({ [name]: value }), n])
