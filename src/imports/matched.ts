/** Says who and what the names of a file are here: people, games, expansions and playsets. */
import { type Sql, sql } from '../db/sql.ts'

/**
 * The words of source references whose number is the number at BoardGameGeek. The first is the default of
 * SCOREBOOK_CATALOG_SOURCE; a game that the pipeline has published under another word is found by its candidate.
 */
export const SOURCES = ['catalog', 'bgg']

/** Statements to send in this order. `owner` is the user. */
export const matched = (id: string, owner: string): Sql[] => [
  peopleMatched(id, owner),
  gamesMatched(id, owner),
  likeness,
  similarGames(id, owner),
  expansionsMatched(id),
  playsetsMatched(id, owner),
]

const PLAIN_OWN = (owner: string): Sql => sql`
  own as materialized (
    select gp.id, gp.is_self, gp.created_at, plain_name(gp.display_name) as plain
    from ghost_players gp where gp.owner_id = ${owner} and gp.deleted_at is null)`

/** Nobody is matched to their owner by name if the file says who its owner is. */
const peopleMatched = (id: string, owner: string): Sql => sql`
  with ${PLAIN_OWN(owner)},
  open as materialized (
    select q.id, q.plain_name as plain, q.is_owner from import_questions q
    where q.import_id = ${id} and q.kind = 'PERSON' and q.answered_at is null and q.ghost_player_id is null),
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

/** The references under which a game with the number of a question may be here. */
const references = (question: Sql): Sql =>
  sql`array(select word || ':' || ${question}.bgg_id from unnest(${SOURCES}::text[]) word)`

/** In a select from `games g`: it has another number than the question, so it is another game. */
const hasOtherNumber = (question: Sql): Sql => sql`coalesce(
  split_part(g.source_ref, ':', 1) = any (${SOURCES}::text[]) and split_part(g.source_ref, ':', 2) <> ${question}.bgg_id::text,
  false)`

/**
 * A game of the same name with another number is another game, so it is only a candidate. Where the owner has answered that the
 * game is not here yet, now or for an earlier import, only games that have appeared since are taken.
 */
const gamesMatched = (id: string, owner: string): Sql => sql`
  with asked as materialized (
    select q.id, q.plain_name, q.bgg_id, q.source_ref, a.decision as remembered, a.game_id as answer,
      greatest(q.answered_at, case when a.decision = 'WAITS' then a.created_at end, '-infinity') as since
    from import_questions q
    left join import_answers a on a.owner_id = ${owner} and a.kind = 'GAME' and a.name = ${gameName(sql`q`)}
    where q.import_id = ${id} and q.kind = 'GAME' and (q.answered_at is null or q.decision = 'WAITS') and q.game_id is null),
  found as (
    select q.*,
      coalesce(
        (select g.id from games g where g.source_ref = q.source_ref and g.created_at > q.since),
        (select g.id from games g
          where g.source_ref = any (${references(sql`q`)}) and g.created_at > q.since order by g.created_at, g.id limit 1),
        (select g.id from candidates c join games g on g.id = c.game_id
          where c.catalog_id = q.bgg_id and g.created_at > q.since)) as listed,
      coalesce((
        select array_agg(g.id order by g.created_at, g.id) from games g
        where plain_name(g.display_name) = q.plain_name and g.created_at > q.since), '{}') as named,
      exists (
        select from games g where plain_name(g.display_name) = q.plain_name and ${hasOtherNumber(sql`q`)}) as other
    from asked q)
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

/** Similar games are sought for the missing games with most plays, because each search reads an index of all games. */
export const MOST_SOUGHT = 200

/** The share of groups of three letters that two names have in common, and a name with some words of another one. */
const likeness = sql`
  select set_config('pg_trgm.similarity_threshold', '0.45', true), set_config('pg_trgm.strict_word_similarity_threshold', '0.8', true)`

/**
 * Finds names that are almost the same, and a name that goes on after the other. They are asked about, and none is taken by itself.
 * Somebody who has answered that the game is another one isn't asked again.
 */
const similarGames = (id: string, owner: string): Sql => sql`
  with missing as materialized (
    select q.id, q.bgg_id, folded(q.name) as name, regexp_split_to_array(folded(q.name), '\\s+') as words
    from import_questions q
    where q.import_id = ${id} and q.kind = 'GAME' and q.decision = 'WAITS' and q.answered_at is null and not exists (
      select from import_answers a
      where a.owner_id = ${owner} and a.kind = 'GAME' and a.name = ${gameName(sql`q`)} and a.decision = 'WAITS')
    order by q.plays desc, q.id limit ${MOST_SOUGHT}),
  alike as (
    select missing.id, near.ids from missing, lateral (
      select array_agg(nearest.id order by nearest.likeness desc, nearest.id) as ids from (
        select g.id, similarity(folded(g.display_name), missing.name) as likeness
        from games g
        where (folded(g.display_name) % missing.name or folded(g.display_name) %>> missing.name
            or folded(g.display_name) = any (array(
              select rtrim(array_to_string(missing.words[:n], ' '), ' :,(-–') from generate_series(1, least(cardinality(missing.words) - 1, 8)) n)))
          and not ${hasOtherNumber(sql`missing`)}
        order by likeness desc, g.id limit 3) nearest) near
    where near.ids is not null)
  update import_questions q set decision = 'ASKED', candidates = alike.ids, suggests_first = false
  from alike where q.id = alike.id`

/** An expansion of a game that the file does not have fits none of its plays. */
const expansionsMatched = (id: string): Sql => sql`
  with there as materialized (
    select e.id, e.source_ref, plain_name(e.display_name) as plain, e.created_at from expansions e
    where e.game_id in (
      select known.game_id from import_questions known where known.import_id = ${id} and known.game_id is not null)),
  open as materialized (
    select q.id, q.source_ref, q.bgg_id, q.plain_name from import_questions q
    where q.import_id = ${id} and q.kind = 'EXPANSION' and q.expansion_id is null),
  found as (
    select open.id, there.id as expansion_id, 1 as rank, there.created_at from open join there using (source_ref)
    union all
    select open.id, there.id, 2, there.created_at from open, unnest(${SOURCES}::text[]) word, there
    where there.source_ref = word || ':' || open.bgg_id
    union all
    select open.id, there.id, 3, there.created_at
    from open join candidates c on c.catalog_id = open.bgg_id join there on there.id = c.expansion_id
    union all
    select open.id, there.id, 4, there.created_at from open join there on there.plain = open.plain_name)
  update import_questions q set decision = 'KNOWN', expansion_id = f.expansion_id
  from (select distinct on (id) id, expansion_id from found order by id, rank, created_at, expansion_id) f where q.id = f.id`

/** Only the owner's own playsets. One that is gone, or whose game is another one now, is unknown again. */
const playsetsMatched = (id: string, owner: string): Sql => sql`
  with found as (
    select q.id, (
      select p.id from playsets p
      join import_questions known on known.import_id = ${id} and known.kind = 'GAME' and known.key = q.game_key
        and known.game_id = p.game_id
      where p.owner_id = ${owner} and p.deleted_at is null and p.display_name = q.name
      order by p.id limit 1) as playset_id
    from import_questions q where q.import_id = ${id} and q.kind = 'PLAYSET')
  update import_questions q set playset_id = f.playset_id, decision = case when f.playset_id is null then 'LEFT_OUT' else 'KNOWN' end
  from found f where q.id = f.id and q.playset_id is distinct from f.playset_id`
