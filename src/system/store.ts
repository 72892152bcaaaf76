/** The SQL of the state of the system: a single statement that reads small tables and PostgreSQL's statistics. */
import packageFile from '../../package.json' with { type: 'json' }
import { sql } from '../db/sql.ts'
import type { Found } from '../http/operation/operation.ts'
import { goesOn } from '../identity/sessions/store.ts'
import { statusJson } from '../pipeline/control/store.ts'

/** Each instance listens for notifications on one connection. These connections are counted to count instances. */
export const show = sql<Found>`
  select json_object(
    'version': ${packageFile.version}::text,
    'instances': (
      select coalesce(json_agg(json_object('name': i.name, 'since': rfc3339(i.since)) order by i.since, i.name), '[]')
      from (
        select split_part(application_name, ' ', 3) as name, min(backend_start) as since from pg_stat_activity
        where application_name like 'scorebook listener %' and datname = current_database() group by 1
      ) i),
    'database': (
      select json_object(
        'version': current_setting('server_version'),
        'bytes': pg_database_size(current_database()),
        'connections': count(*) filter (where backend_type = 'client backend'),
        'mostConnections': current_setting('max_connections')::int,
        'longestTransaction': coalesce(
          round(extract(epoch from max(clock_timestamp() - xact_start) filter (where pid <> pg_backend_pid())), 3), 0),
        'waitingForLocks': count(*) filter (where wait_event_type = 'Lock'),
        'standbys': (select count(*) from pg_stat_replication))
      from pg_stat_activity),
    'accounts': (
      select json_object(
        'total': count(*),
        'disabled': count(disabled_at),
        'administrators': count(*) filter (where disabled_at is null and 'admin' = any(roles)))
      from accounts),
    'sessions': (select count(*) from sessions s where ${goesOn}),
    'personalTokens': (select count(*) from personal_tokens where expires_at > now()),
    'failedSignIns': (
      select coalesce(sum(coalesce((details ->> 'times')::int, 1)), 0) from audit_events where kind = 'SIGN_IN_FAILED' and created_at > now() - interval '1 day'),
    'events': (
      select json_object(
        'lastAt': rfc3339((select e.created_at from events e order by e.n desc limit 1)),
        'waiting': (select count(*) from events e where e.position is null))),
    'outgoing': (
      select json_object(
        'mails': l.waiting + m.waiting,
        'delayedMails': l.delayed + m.delayed,
        'pushMessages': p.waiting,
        'delayedPushMessages': p.delayed,
        'deliveries': d.waiting,
        'failedDeliveries': (select count(*) from webhook_deliveries where state = 'FAILED'),
        'oldestDeliveryAt': rfc3339(d.oldest)
        absent on null)
      from
        (select count(*) as waiting, count(*) filter (where attempts > 0) as delayed
          from link_mails where kind <> 'QUESTION' and ends_at > now()) l,
        (select count(*) as waiting, count(*) filter (where attempts > 0) as delayed from mails) m,
        (select count(*) as waiting, count(*) filter (where attempts > 0) as delayed
          from push_devices where due_at is not null) p,
        (select count(*) as waiting, min(created_at) as oldest from webhook_deliveries where state = 'WAITING') d),
    'pipeline': (${statusJson}),
    'pipelineWorkers': (select count(*) from pipeline_instances where alive_until > now()))::text as body`
