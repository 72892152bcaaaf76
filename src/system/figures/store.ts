/** The SQL of figures: a row of each instance every few minutes, and a day of them. */
import { type Sql, sql } from '../../db/sql.ts'
import type { Found } from '../../http/operation/operation.ts'
import type { Sample } from './sample.ts'
import { EVERY, KEPT } from './schema.ts'

/** Adds what an instance has counted, and what waits in the database now. Deletes what is older than a day. */
export const note = (
  instance: string,
  { seconds, requests, refused, failed, median, slow, memory }: Sample,
): Sql => sql`
  with old as (delete from figures where at < now() - make_interval(hours => ${KEPT}, mins => ${EVERY}))
  insert into figures (instance, seconds, requests, refused, failed, median, slow, memory, connections, events, mails)
  select ${instance}, ${seconds}::real, ${requests}::int, ${refused}::int, ${failed}::int, ${median ?? null}::real, ${slow ?? null}::real,
    ${memory}::bigint,
    (select count(*) from pg_stat_activity where backend_type = 'client backend'),
    (select count(*) from events e where e.position is null),
    (select count(*) from mails) + (select count(*) from link_mails where kind <> 'QUESTION' and ends_at > now())
  on conflict do nothing`

/** An instance that was started again can have two rows in the time of one point, so its rows are put together first. */
export const show = sql<Found>`
  select json_object(
    'every': ${60 * EVERY}::int,
    'points': coalesce(json_agg(json_object(
      'at': rfc3339(p.at),
      'instances': p.instances,
      'requests': p.requests,
      'refused': p.refused,
      'failed': p.failed,
      'median': p.median,
      'slow': p.slow,
      'memory': p.memory,
      'connections': p.connections,
      'events': p.events,
      'mails': p.mails
      absent on null) order by p.at), '[]'))::text as body
  from (
    select i.at, count(*) as instances,
      round(sum(i.requests / i.seconds)::numeric, 3) as requests,
      coalesce(round(sum(i.refused)::numeric / nullif(sum(i.requests), 0), 4), 0) as refused,
      coalesce(round(sum(i.failed)::numeric / nullif(sum(i.requests), 0), 4), 0) as failed,
      round(max(i.median)::numeric, 4) as median, round(max(i.slow)::numeric, 4) as slow,
      sum(i.memory) as memory, max(i.connections) as connections, max(i.events) as events, max(i.mails) as mails
    from (
      select date_bin(make_interval(mins => ${EVERY}), f.at, timestamptz '2000-01-01Z') as at, f.instance, sum(f.seconds) as seconds,
        sum(f.requests) as requests, sum(f.refused) as refused, sum(f.failed) as failed,
        max(f.median) as median, max(f.slow) as slow, max(f.memory) as memory,
        max(f.connections) as connections, max(f.events) as events, max(f.mails) as mails
      from figures f where f.at > now() - make_interval(hours => ${KEPT})
      group by 1, 2
    ) i
    group by i.at
  ) p`
