/**
 * The SQL of suggestions: one statement over the newest matches of one recorder, so it costs the same however many they
 * have recorded. Each part reads a bounded range of an index.
 *
 * The answer has at most 10,000 bytes, whatever names people chose. Each part but the games has bytes of its own, and takes
 * items in their order while these suffice; the games take what is left. A game whose JSON is long comes without its image
 * and without what was chosen last.
 */
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { Found } from '../../http/operation/operation.ts'
import { playsetName } from '../ref-json.ts'
import { EXPANSIONS, MATCHES, MOST, SEATS } from './schema.ts'

/** The bytes of each part; 100 are for what stands around them. */
const BYTES = { answer: 9_900, tables: 1_800, ghostPlayers: 3_500, communities: 1_000, game: 1_300 }

export const suggestions = ({ userId }: UserCaller, gameId: string | undefined): Sql<Found> => {
  const isOfGame = (id: Sql) => (gameId === undefined ? sql`false` : sql`${id} = ${gameId}`)
  const newestOf = (which: Sql, order: Sql) => sql`(
    select m.id, m.game_id, m.playset_id, m.community_id, m.played_at, m.finalized_at
    from matches m where m.recorder_id = ${userId} and m.deleted_at is null and ${which}
    order by ${order} limit ${MATCHES}::int)`
  // The index of a recorder's matches of a game has no id behind the time.
  const ofGame =
    gameId === undefined ? sql`` : sql`union ${newestOf(sql`m.game_id = ${gameId}`, sql`m.played_at desc`)}`
  return sql<Found>`
    with latest as materialized (
      ${newestOf(sql`true`, sql`m.played_at desc, m.id desc`)} ${ofGame}
    ), table_of_match as materialized (
      select m.id, m.played_at, m.game_id, m.finalized_at, seats.people, seats.in_order
      from latest m
      cross join lateral (
        select array_agg(seat.ghost_player_id order by seat.ghost_player_id) as people,
          array_agg(seat.ghost_player_id order by seat.position) as in_order
        from (select mp.ghost_player_id, mp.position from participants mp
          where mp.match_id = m.id limit ${SEATS + 1}::int) seat) seats
      where cardinality(seats.people) <= ${SEATS}::int
    ), table_of_people as (
      select distinct on (people) people, in_order, id, played_at,
        count(*) over of_people as matches, bool_or(${isOfGame(sql`game_id`)}) over of_people as of_game
      from table_of_match where finalized_at is not null window of_people as (partition by people)
      order by people, played_at desc, id desc
    ), placed_table as materialized (
      select t.*, row_number() over (order by of_game desc, played_at desc, id desc) as place,
        json_object('ghostPlayerIds': to_json(in_order), 'lastPlayedAt': rfc3339(played_at), 'matches': matches)::text as json
      from table_of_people t
      where not exists (
        select from unnest(t.people) person (id) join ghost_players gp on gp.id = person.id where gp.deleted_at is not null)
      order by place limit ${MOST.tables}::int
    ), used as (
      select person.id, count(*) as times, max(t.played_at) as last_at
      from table_of_match t, unnest(t.people) person (id) group by person.id
    ), at_table as (
      select person.id, min(t.place) as place from placed_table t, unnest(t.people) person (id) group by person.id
    ), known as (
      select id from used
      union
      select id from ghost_players where owner_id = ${userId} and is_self
      union
      (select gp.id from ghost_players gp where gp.owner_id = ${userId} and gp.deleted_at is null
        order by folded(gp.display_name), gp.id limit ${MOST.ghostPlayers}::int)
    ), placed_person as materialized (
      select person.*, at_table.place as table_place, used.times, used.last_at,
        row_number() over in_order as place, sum(octet_length(person.json) + 1) over in_order as bytes
      from known
      cross join lateral (
        select gp.id, gp.is_self, folded(gp.display_name) as name,
          json_object('id': gp.id, 'displayName': gp.display_name, 'isSelf': gp.is_self)::text as json
        from ghost_players gp where gp.id = known.id and gp.deleted_at is null offset 0) person
      left join at_table on at_table.id = person.id
      left join used on used.id = person.id
      window in_order as (
        order by person.is_self desc, at_table.place, used.times desc nulls last, used.last_at desc nulls last,
          person.name, person.id)
    ), person as (
      select * from placed_person where place <= ${MOST.ghostPlayers}::int and bytes <= ${BYTES.ghostPlayers}::int
    ), shown_table as (
      select json, place from (
        select t.*, sum(octet_length(t.json) + 1) over (order by t.place) as bytes from placed_table t) t
      where bytes <= ${BYTES.tables}::int and not exists (
        select from placed_person p
        where p.table_place <= t.place
          and (p.place > ${MOST.ghostPlayers}::int or p.bytes > ${BYTES.ghostPlayers}::int))
    ), joined as (
      (select ms.community_id as id from memberships ms where ms.user_id = ${userId}
        order by ms.community_id desc limit ${MOST.communities}::int)
      union
      select ms.community_id from latest m
      join memberships ms on ms.community_id = m.community_id and ms.user_id = ${userId}
    ), community as (
      select c.json, row_number() over in_order as place, sum(octet_length(c.json) + 1) over in_order as bytes
      from joined
      cross join lateral (
        select c.id, folded(c.display_name) as name,
          json_object('id': c.id, 'displayName': c.display_name)::text as json
        from communities c where c.id = joined.id and c.deleted_at is null offset 0) c
      left join (select m.community_id, max(m.played_at) as last_at from latest m group by m.community_id) last
        on last.community_id = joined.id
      window in_order as (order by last.last_at desc nulls last, c.name, c.id)
    ), last_of_game as (
      select distinct on (m.game_id) m.* from latest m order by m.game_id, m.played_at desc, m.id desc
    ), placed_game as (
      select m.*, row_number() over (order by ${isOfGame(sql`m.game_id`)} desc, m.played_at desc, m.id desc) as place
      from last_of_game m order by place limit ${MOST.games}::int
    ), game as (
      select m.place, case when octet_length(g.json) <= ${BYTES.game}::int then g.json else g.short_json end as json
      from placed_game m
      cross join lateral (
        select (json_object(${facts},
            'imageUrl': g.image_url,
            'playset': ${playset},
            'community': (
              select json_object('id': c.id, 'displayName': c.display_name)
              from communities c join memberships ms on ms.community_id = c.id and ms.user_id = ${userId}
              where c.id = m.community_id and c.deleted_at is null),
            'expansions': ${expansions}
            absent on null))::text as json,
          (json_object(${facts}, 'expansions': '[]'::json absent on null))::text as short_json
        from games g where g.id = m.game_id offset 0) g
    ), part as materialized (
      select
        (select coalesce(string_agg(json, ',' order by place), '') from shown_table) as tables,
        (select coalesce(string_agg(json, ',' order by is_self desc, times desc nulls last, last_at desc nulls last, name, id), '')
          from person) as people,
        (select coalesce(string_agg(json, ',' order by place), '') from community
          where place <= ${MOST.communities}::int and bytes <= ${BYTES.communities}::int) as communities
    )
    select '{"games":[' || coalesce((
        select string_agg(json, ',' order by place)
        from (select json, place, sum(octet_length(json) + 1) over (order by place) as bytes from game) game
        where game.bytes <= ${BYTES.answer}::int
          - octet_length(part.tables) - octet_length(part.people) - octet_length(part.communities)), '')
      || '],"tables":[' || part.tables || '],"ghostPlayers":[' || part.people || '],"communities":[' || part.communities
      || ']}' as body
    from part`
}

/** For rows of `games g` and its last match `m`. */
const facts = sql`
  'id': g.id,
  'displayName': g.display_name,
  'scoreType': g.score_type,
  'winCondition': g.win_condition,
  'minPlayers': g.min_players,
  'maxPlayers': g.max_players,
  'lastPlayedAt': rfc3339(m.played_at)`

/** On a match `m`. */
const playset = sql`(
  select json_object('id': p.id, 'displayName': ${playsetName(sql`p`)})
  from playsets p where p.id = m.playset_id and p.deleted_at is null)`

/** On a match `m`: none where there are too many. */
const expansions = sql`coalesce((
  select coalesce(json_agg(json_object('id': e.id, 'displayName': e.display_name) order by me.position), '[]')
  from (select me.expansion_id, me.position from match_expansions me
    where me.match_id = m.id limit ${EXPANSIONS + 1}::int) me
  join expansions e on e.id = me.expansion_id
  having count(*) <= ${EXPANSIONS}::int), '[]')`
