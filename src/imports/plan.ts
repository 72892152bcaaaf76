/** Decides what becomes of each play of an import. This is decided again after each answer, and before each start. */
import { type Sql, sql } from '../db/sql.ts'
import { UUID } from '../http/schema/schema.ts'
import { matched } from './matched.ts'

/** Returns statements that must be sent in this order. `owner` is the id of the user. */
export const planned = (id: string, owner: string): Sql[] => [
  ...matched(id, owner),
  verdicts(id, owner),
  counted(id),
]

/**
 * A verdict is a status, and perhaps a reason after a slash. A file that our own service has exported contains the ids of
 * matches. If a match with such an id is here, recorded by the owner or by somebody who played with the owner, it is the same
 * match.
 */
const verdicts = (id: string, owner: string): Sql => sql`
  with judged as (
    select p.id, coalesce(l.match_id, here.id) as match_id, case
      when l.digest = p.digest or here.id is not null then 'SAME'
      when g.decision = 'LEFT_OUT' then 'LEFT_OUT/GAME_LEFT_OUT'
      when g.decision <> 'KNOWN' then 'WAITS_FOR_GAME'
      when people.known + people.new = 0 then 'LEFT_OUT/PEOPLE_LEFT_OUT'
      when people.twice then 'LEFT_OUT/PERSON_TWICE'
      when l.match_id is null then 'NEW'
      when m.deleted_at is not null then 'LEFT_OUT/DELETED_HERE'
      when m.finalized_at is not null then 'PROPOSES_EDIT'
      when m.version <> l.match_version then 'LEFT_OUT/CHANGED_HERE'
      else 'CORRECTS_DRAFT' end as verdict
    from import_plays p
    join imports i on i.id = p.import_id
    left join import_questions g on g.import_id = p.import_id and g.kind = 'GAME' and g.key = p.game_key
    cross join lateral (
      select count(q.ghost_player_id) as known,
        count(*) filter (where q.decision in ('NEW', 'ASKED') and q.ghost_player_id is null) as new,
        count(q.ghost_player_id) <> count(distinct q.ghost_player_id) or count(*) <> count(distinct q.key) as twice
      from unnest(p.person_keys) k (key)
      join import_questions q on q.import_id = p.import_id and q.kind = 'PERSON' and q.key = k.key
      where q.decision <> 'LEFT_OUT') people
    left join import_links l on l.owner_id = ${owner} and l.format = i.format and l.source_id = p.source_id
    left join matches m on m.id = l.match_id
    left join matches here on l.match_id is null and here.id = case when p.source_id ~* ${UUID.source} then p.source_id::uuid end and here.deleted_at is null
      and (here.recorder_id = ${owner} or exists (
        select from participants mp
        join claim_edges ce on ce.ghost_player_id = mp.ghost_player_id and ce.revoked_at is null
        join canonical_players cp on cp.id = ce.canonical_player_id
        where mp.match_id = here.id and mp.match_final and cp.user_id = ${owner}))
    where p.import_id = ${id} and p.play is not null and p.status not in ('IMPORTED', 'CORRECTED', 'PROPOSED'))
  update import_plays p set status = split_part(j.verdict, '/', 1), reason = nullif(split_part(j.verdict, '/', 2), ''),
    match_id = j.match_id
  from judged j
  where p.id = j.id and (p.status, p.reason, p.match_id) is distinct from
    (split_part(j.verdict, '/', 1), nullif(split_part(j.verdict, '/', 2), ''), j.match_id)`

/** Writes the figures that the import shows, and the import's state, which depends on its open questions. */
export const counted = (id: string): Sql => sql`
  with plays as (
    select status, reason, sum(plays)::int as plays from (
      select p.status, p.reason, count(*) as plays from import_plays p where p.import_id = ${id} group by p.status, p.reason
      union all
      select d.status, d.reason, d.plays from imports i, jsonb_to_recordset(i.dropped) d (status text, reason text, plays int)
      where i.id = ${id}) counted
    group by status, reason),
  names as (
    select q.kind, q.decision, count(*)::int as names from import_questions q where q.import_id = ${id}
    group by q.kind, q.decision),
  figures as (
    select jsonb_build_object(
      'openQuestions', coalesce((select sum(names) from names where decision = 'ASKED'), 0),
      'playsToDo', coalesce((
        select sum(plays) from plays where status in ('NEW', 'CORRECTS_DRAFT', 'PROPOSES_EDIT')), 0),
      'playsDone', coalesce((
        select sum(plays) from plays where status in ('IMPORTED', 'CORRECTED', 'PROPOSED')), 0),
      'plays', coalesce((
        select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('status', status, 'reason', reason, 'plays', plays))
          order by plays desc, status, reason nulls first) from plays), '[]'),
      'names', coalesce((
        select jsonb_agg(jsonb_build_object('kind', kind, 'decision', decision, 'names', names) order by kind, decision)
        from names), '[]')) as counts)
  update imports i set counts = figures.counts, version = version + 1, updated_at = now(),
    state = case when i.state in ('QUESTIONS', 'READY')
      then case when (figures.counts ->> 'openQuestions')::int > 0 then 'QUESTIONS' else 'READY' end else i.state end
  from figures where i.id = ${id}`
