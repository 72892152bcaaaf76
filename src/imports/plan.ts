/** Says what is to become of each play of an import. It is said again after each answer, and before each start. */
import { type Sql, sql } from '../db/sql.ts'
import { UUID } from '../http/schema/schema.ts'

/** Statements to send in this order. `owner` is the user. */
export const planned = (id: string, owner: string): Sql[] => [
  ...matched(id, owner),
  verdicts(id, owner),
  counted(id),
]

const PLAIN_OWN = (owner: string): Sql => sql`
  own as materialized (
    select gp.id, gp.is_self, gp.created_at, plain_name(gp.display_name) as plain
    from ghost_players gp where gp.owner_id = ${owner} and gp.deleted_at is null)`

const matched = (id: string, owner: string): Sql[] => [
  peopleMatched(id, owner),
  gamesMatched(id, owner),
  expansionsMatched(id),
]

/** Nobody is matched to their owner by name if the file says who its owner is. */
const peopleMatched = (id: string, owner: string): Sql => sql`
  with ${PLAIN_OWN(owner)},
  open as materialized (
    select q.id, q.plain_name as plain, q.is_owner from import_questions q
    where q.import_id = ${id} and q.kind = 'PERSON' and not q.answered and q.ghost_player_id is null),
  exact as (
    select open.id, array_agg(own.id order by own.created_at, own.id) as ids
    from open join own on own.plain = open.plain
      and not (own.is_self and exists (select from import_questions q where q.import_id = ${id} and q.is_owner))
    group by open.id),
  alike as (
    select open.id, (array_agg(own.id order by own.created_at, own.id))[:5] as ids
    from open join own on split_part(own.plain, ' ', 1) = split_part(open.plain, ' ', 1)
      and (starts_with(own.plain, open.plain || ' ') or starts_with(open.plain, own.plain || ' '))
    group by open.id),
  found as (
    select open.id, (select own.id from own where open.is_owner and own.is_self) as self, a.decision as remembered,
      (select own.id from own where own.id = a.ghost_player_id) as answer,
      coalesce(exact.ids, '{}') as exact, coalesce(alike.ids, '{}') as alike
    from open
    left join import_answers a on a.owner_id = ${owner} and a.kind = 'PERSON' and a.name = open.plain
    left join exact on exact.id = open.id
    left join alike on alike.id = open.id)
  update import_questions q set
    decision = case
      when f.self is not null then 'KNOWN'
      when f.remembered = 'LEFT_OUT' then 'LEFT_OUT'
      when f.answer is not null or cardinality(f.exact) = 1 then 'KNOWN'
      when cardinality(f.exact) > 1 or cardinality(f.alike) > 0 then 'ASKED'
      else 'NEW' end,
    ghost_player_id = case
      when f.self is not null then f.self
      when f.remembered = 'LEFT_OUT' then null
      when f.answer is not null then f.answer
      when cardinality(f.exact) = 1 then f.exact[1] end,
    candidates = f.exact || f.alike,
    suggests_first = cardinality(f.exact) > 1
  from found f where q.id = f.id`

/** A game of the same name with another number is another game, so it is only a candidate. */
const gamesMatched = (id: string, owner: string): Sql => sql`
  with found as (
    select q.id, a.decision as remembered, a.game_id as answer,
      coalesce(
        (select g.id from games g where g.source_ref = q.source_ref),
        (select g.id from games g where g.source_ref = 'catalog:' || q.bgg_id),
        (select g.id from games g where g.source_ref = 'bgg:' || q.bgg_id),
        (select c.game_id from candidates c where c.catalog_id = q.bgg_id)) as listed,
      coalesce((
        select array_agg(g.id order by g.created_at, g.id) from games g where plain_name(g.display_name) = q.plain_name
      ), '{}') as named,
      exists (
        select from games g where plain_name(g.display_name) = q.plain_name
          and g.source_ref ~ '^(catalog|bgg):' and split_part(g.source_ref, ':', 2) <> q.bgg_id::text) as other
    from import_questions q
    left join import_answers a on a.owner_id = ${owner} and a.kind = 'GAME' and a.name = ${gameName(sql`q`)}
    where q.import_id = ${id} and q.kind = 'GAME' and not q.answered and q.game_id is null)
  update import_questions q set
    decision = case
      when f.remembered = 'LEFT_OUT' then 'LEFT_OUT'
      when f.answer is not null or f.listed is not null or cardinality(f.named) = 1 and not f.other then 'KNOWN'
      when cardinality(f.named) > 0 then 'ASKED'
      else 'WAITS' end,
    game_id = case
      when f.remembered = 'LEFT_OUT' then null
      when f.answer is not null then f.answer
      when f.listed is not null then f.listed
      when cardinality(f.named) = 1 and not f.other then f.named[1] end,
    candidates = f.named[:10],
    suggests_first = cardinality(f.named) > 1
  from found f where q.id = f.id`

/** The name under which an answer about a game is remembered. */
export const gameName = (question: Sql): Sql =>
  sql`coalesce('bgg:' || ${question}.bgg_id, ${question}.plain_name)`

const expansionsMatched = (id: string): Sql => sql`
  with found as (
    select q.id, coalesce(
      (select e.id from expansions e where e.source_ref = q.source_ref),
      (select e.id from expansions e where e.source_ref = 'catalog:' || q.bgg_id),
      (select e.id from expansions e where e.source_ref = 'bgg:' || q.bgg_id),
      (select c.expansion_id from candidates c where c.catalog_id = q.bgg_id),
      (select e.id from expansions e
        where e.game_id in (select known.game_id from import_questions known where known.import_id = ${id})
          and plain_name(e.display_name) = q.plain_name
        order by e.created_at, e.id limit 1)) as expansion_id
    from import_questions q where q.import_id = ${id} and q.kind = 'EXPANSION' and q.expansion_id is null)
  update import_questions q set decision = 'KNOWN', expansion_id = f.expansion_id
  from found f where q.id = f.id and f.expansion_id is not null`

/**
 * A verdict is a status and perhaps, after a slash, a reason. A file that the service itself exported has the ids of matches: a
 * match that is here, recorded by the owner or by others with them, is the same.
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

/** Writes the figures that the import shows, and the state that follows from its questions. */
export const counted = (id: string): Sql => sql`
  with plays as (
    select p.status, p.reason, count(*)::int as plays from import_plays p where p.import_id = ${id} group by p.status, p.reason),
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
