/** The SQL of suggestions. Each part reads a short range of an index, so the cost does not grow with the number of matches. */
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { Found } from '../../http/operation/operation.ts'
import { playsetName } from '../ref-json.ts'
import { EXPANSIONS, MATCHES, MOST, SEATS } from './schema.ts'

/** `json_strip_nulls` removes the spaces that `json_object` writes; they would be a fifth of the answer. */
export const suggestions = ({ userId }: UserCaller, gameId: string | undefined): Sql<Found> => {
  const isOfGame = (id: Sql) => (gameId === undefined ? sql`false` : sql`${id} = ${gameId}`)
  return sql<Found>`
    with latest as materialized (${latest(userId, gameId)}),
    table_of_match as materialized (${tableOfMatch}),
    table_of_people as (${tableOfPeople(isOfGame(sql`game_id`))}),
    placed_table as materialized (${placedTable}),
    placed_person as materialized (${placedPerson(userId)}),
    placed_game as (${placedGame(isOfGame(sql`m.game_id`))})
    select json_strip_nulls(json_object(
      'games': ${games(userId)},
      'tables': ${tables},
      'ghostPlayers': ${ghostPlayers},
      'communities': ${communities(userId)}))::text as body`
}

function latest(userId: string, gameId: string | undefined): Sql {
  const newest = (which: Sql, order: Sql) => sql`(
    select m.id, m.game_id, m.playset_id, m.community_id, m.played_at, m.finalized_at
    from matches m where m.recorder_id = ${userId} and m.deleted_at is null and ${which}
    order by ${order} limit ${MATCHES}::int)`
  const all = newest(sql`true`, sql`m.played_at desc, m.id desc`)
  if (gameId === undefined) return all
  // This index has a recorder's matches in a game by time alone, without the id.
  return sql`${all} union ${newest(sql`m.game_id = ${gameId}`, sql`m.played_at desc`)}`
}

/** The people of a match. Matches with more than `SEATS` people are skipped. */
const tableOfMatch = sql`
  select m.id, m.played_at, m.game_id, m.finalized_at, seats.people, seats.in_order
  from latest m
  cross join lateral (
    select array_agg(seat.ghost_player_id order by seat.ghost_player_id) as people,
      array_agg(seat.ghost_player_id order by seat.position) as in_order
    from (select mp.ghost_player_id, mp.position from participants mp
      where mp.match_id = m.id limit ${SEATS + 1}::int) seat) seats
  where cardinality(seats.people) <= ${SEATS}::int`

const tableOfPeople = (isOfGame: Sql): Sql => sql`
  select distinct on (people) people, in_order, id, played_at,
    count(*) over of_people as matches, bool_or(${isOfGame}) over of_people as of_game
  from table_of_match where finalized_at is not null window of_people as (partition by people)
  order by people, played_at desc, id desc`

/** The tables that can still be chosen, because none of their ghost players is deleted. */
const placedTable = sql`
  select t.*, row_number() over (order by of_game desc, played_at desc, id desc) as place
  from table_of_people t
  where not exists (
    select from unnest(t.people) person (id) join ghost_players gp on gp.id = person.id where gp.deleted_at is not null)
  order by place limit ${MOST.tables}::int`

/**
 * First comes the recorder's own ghost player, then the people of the tables, then those who played most, then the others by
 * name.
 */
const placedPerson = (userId: string): Sql => sql`
  select person.*, at_table.place as table_place,
    row_number() over (
      order by person.is_self desc, at_table.place, used.times desc nulls last, used.last_at desc nulls last,
        person.name, person.id) as place
  from (
    select unnest(people) as id from table_of_match
    union
    select id from ghost_players where owner_id = ${userId} and is_self
    union
    (select gp.id from ghost_players gp where gp.owner_id = ${userId} and gp.deleted_at is null
      order by folded(gp.display_name), gp.id limit ${MOST.ghostPlayers}::int)) known
  cross join lateral (
    select gp.id, gp.is_self, gp.display_name, folded(gp.display_name) as name
    from ghost_players gp where gp.id = known.id and gp.deleted_at is null offset 0) person
  left join (
    select person.id, min(t.place) as place from placed_table t, unnest(t.people) person (id) group by person.id) at_table
    on at_table.id = person.id
  left join (
    select person.id, count(*) as times, max(t.played_at) as last_at
    from table_of_match t, unnest(t.people) person (id) group by person.id) used
    on used.id = person.id`

const placedGame = (isOfGame: Sql): Sql => sql`
  select m.*, row_number() over (order by ${isOfGame} desc, m.played_at desc, m.id desc) as place
  from (select distinct on (m.game_id) m.* from latest m order by m.game_id, m.played_at desc, m.id desc) m
  order by place limit ${MOST.games}::int`

const games = (userId: string): Sql => sql`coalesce((
  select json_agg(g.json order by m.place)
  from placed_game m
  cross join lateral (
    select json_object(
      'id': g.id,
      'displayName': g.display_name,
      'scoreType': g.score_type,
      'winCondition': g.win_condition,
      'minPlayers': g.min_players,
      'maxPlayers': g.max_players,
      'imageUrl': g.image_url,
      'lastPlayedAt': rfc3339(m.played_at),
      'playset': ${playset},
      'community': ${community(userId)},
      'expansions': ${expansions}) as json
    from games g where g.id = m.game_id offset 0) g), '[]')`

const playset = sql`(
  select json_object('id': p.id, 'displayName': ${playsetName(sql`p`)})
  from playsets p where p.id = m.playset_id and p.deleted_at is null)`

/** The community of match `m`. Null if the recorder is no longer a member. */
const community = (userId: string): Sql => sql`(
  select json_object('id': c.id, 'displayName': c.display_name)
  from communities c join memberships ms on ms.community_id = c.id and ms.user_id = ${userId}
  where c.id = m.community_id and c.deleted_at is null)`

/** The expansions of match `m`. Empty if there are more than `EXPANSIONS`. */
const expansions = sql`coalesce((
  select coalesce(json_agg(json_object('id': e.id, 'displayName': e.display_name) order by me.position), '[]')
  from (select me.expansion_id, me.position from match_expansions me
    where me.match_id = m.id limit ${EXPANSIONS + 1}::int) me
  join expansions e on e.id = me.expansion_id
  having count(*) <= ${EXPANSIONS}::int), '[]')`

/** The tables to suggest. The list stops at the first table with a person who is not in `ghostPlayers`. */
const tables = sql`coalesce((
  select json_agg(json_object(
    'ghostPlayerIds': to_json(t.in_order), 'lastPlayedAt': rfc3339(t.played_at), 'matches': t.matches) order by t.place)
  from placed_table t
  where not exists (
    select from placed_person p where p.table_place <= t.place and p.place > ${MOST.ghostPlayers}::int)), '[]')`

const ghostPlayers = sql`coalesce((
  select json_agg(json_object('id': id, 'displayName': display_name, 'isSelf': is_self) order by place)
  from placed_person where place <= ${MOST.ghostPlayers}::int), '[]')`

/** The recorder's communities: first the communities of the newest matches, then the others by name. */
const communities = (userId: string): Sql => sql`coalesce((
  select json_agg(json_object('id': id, 'displayName': display_name) order by place)
  from (
    select c.*, row_number() over (order by last.last_at desc nulls last, c.name, c.id) as place
    from (
      (select ms.community_id as id from memberships ms where ms.user_id = ${userId}
        order by ms.community_id desc limit ${MOST.communities}::int)
      union
      select ms.community_id from latest m
      join memberships ms on ms.community_id = m.community_id and ms.user_id = ${userId}) joined
    cross join lateral (
      select c.id, c.display_name, folded(c.display_name) as name
      from communities c where c.id = joined.id and c.deleted_at is null offset 0) c
    left join (select m.community_id, max(m.played_at) as last_at from latest m group by m.community_id) last
      on last.community_id = c.id) community
  where place <= ${MOST.communities}::int), '[]')`
