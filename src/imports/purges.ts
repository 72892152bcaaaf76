/** Deletes what nobody needs of old imports. Links and answers stay, so that no file makes a match twice. */
import type { Purge } from '../db/purging.ts'
import { sql } from '../db/sql.ts'
import { KEPT } from './store.ts'

const DONE = ['IMPORTED', 'CORRECTED', 'PROPOSED', 'SAME', 'LEFT_OUT']

/** An import that nobody started ends, and so does one that was done long ago. What depends on it is deleted by the next purges. */
const expired: Purge = (most) => sql`
  update imports set state = 'EXPIRED', failure = null, ended_at = now(), dropped_at = null, version = version + 1, updated_at = now()
  where id in (
    select id from imports
    where state in ('QUESTIONS', 'READY', 'FAILED') and updated_at < now() - make_interval(days => ${KEPT.unanswered})
      or state = 'DONE' and updated_at < now() - make_interval(days => ${KEPT.done})
    limit ${most} for update skip locked)
  returning 1`

/** The imports are locked, so that none is started meanwhile. Their report keeps the numbers of what is deleted. */
const plays: Purge = (most) => sql`
  with due as (
    select id, state from imports
    where dropped_at is null and (state = 'EXPIRED'
      or state = 'DONE' and updated_at < now() - make_interval(days => ${KEPT.plays}))
    order by updated_at limit ${most} for update skip locked),
  gone as (
    delete from import_plays where id in (
      select p.id from due join import_plays p on p.import_id = due.id and (due.state = 'EXPIRED' or p.status = any (${DONE}))
      limit ${most})
    returning import_id, status, reason),
  sums as (
    select import_id, jsonb_agg(jsonb_strip_nulls(jsonb_build_object('status', status, 'reason', reason, 'plays', n))) as dropped
    from (select import_id, status, reason, count(*) as n from gone group by import_id, status, reason) counted
    group by import_id),
  noted as (
    update imports i set dropped = i.dropped || coalesce(sums.dropped, '[]'),
      dropped_at = case when (select count(*) from gone) < ${most} then now() end
    from due left join sums on sums.import_id = due.id where i.id = due.id)
  select 1 from gone`

const questions: Purge = (most) => sql`
  delete from import_questions where id in (
    select q.id from imports i join import_questions q on q.import_id = i.id where i.state = 'EXPIRED'
    limit ${most} for update of q skip locked)
  returning 1`

/** By then nothing depends on it. */
const forgotten: Purge = (most) => sql`
  delete from imports where id in (
    select i.id from imports i
    where i.state = 'EXPIRED' and i.updated_at < now() - make_interval(days => ${KEPT.expired}) and i.dropped_at is not null
      and not exists (select from import_questions q where q.import_id = i.id)
    limit ${most} for update skip locked)
  returning 1`

export const purgesOfImports: readonly Purge[] = [expired, plays, questions, forgotten]
