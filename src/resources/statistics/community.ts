/** The figures of a community page. Only members get them, and members see all final matches of the community. */
import { type Sql, search, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { Found } from '../../http/operation/operation.ts'
import { gameRef, userRef } from '../ref-json.ts'
import { isFirstOfPerson, peopleOf, personFields } from './seen.ts'
import { type Span, local, within } from './span.ts'

export const MOST_COMMUNITY = { games: 8, months: 18, days: 60, pairs: 12, seats: 20 }

export const ofCommunity = (caller: UserCaller, communityId: string, span: Span) =>
  search(sql<Found>`
  with asked as materialized (
    select c.*, exists (
      select from memberships ms where ms.community_id = c.id and ms.user_id = ${caller.userId}) as visible
    from communities c where c.id = ${communityId} and c.deleted_at is null),
  seen as materialized (${seen(communityId, span)}),
  sat as materialized (${sat}),
  people as materialized (${peopleOf(caller, sql`select owner_id from seen`, sql`select ghost_player_id from sat`)}),
  seats as materialized (${seats}),
  tables as materialized (${tables}),
  spots as materialized (${spots}),
  pairs as materialized (${pairs}),
  named as materialized (${named}),
  each_game as materialized (
    select game_id, count(*) as n, min(played_at) as first, max(played_at) as last from seen group by 1),
  each_day as materialized (
    select date_trunc('day', ${local(sql`played_at`, span)}) as day, count(*) as n from seen group by 1),
  each_month as materialized (select date_trunc('month', day) as month, sum(n) as n from each_day group by 1)
  select asked.visible, json_strip_nulls(json_object(
    'community': json_object('id': asked.id, 'displayName': asked.display_name),
    'members': (select count(*) from memberships ms where ms.community_id = asked.id),
    'players': (select count(*) from (select from seats group by player) each_player),
    'matches': total.n,
    'matchesThisMonth': coalesce((select n from each_month where month = date_trunc('month', ${local(sql`now()`, span)})), 0),
    'games': total.games,
    'firstPlayedAt': rfc3339(total.first),
    'lastPlayedAt': rfc3339(total.last),
    'topGames': ${topGames},
    'months': ${newestMonths},
    'days': ${newestDays},
    'pairs': ${pairsWithNames}
    absent on null))::text as body
  from asked, (
    select coalesce(sum(n), 0) as n, count(*) as games, min(first) as first, max(last) as last from each_game) total`)

const seen = (communityId: string, span: Span): Sql => sql`
  select m.id, m.game_id, m.played_at, m.recorder_id as owner_id from matches m
  where m.community_id = ${communityId} and m.finalized_at is not null and (select visible from asked)
    and ${within(span, { playedAt: sql`m.played_at`, gameId: sql`m.game_id`, communityId: sql`m.community_id` })}`

const sat = sql`
  select o.match_id, o.ghost_player_id, o.position, o.kind, o.place, o.side
  from seen join participants o on o.match_id = seen.id`

/** The seats of all matches. Each person has at most one seat in a match. */
const seats = sql`
  select o.match_id, o.kind, o.place, o.side, coalesce(p.person_id, o.ghost_player_id) as player
  from sat o left join people p on p.ghost_player_id = o.ghost_player_id where ${isFirstOfPerson}`

/**
 * The seats of each match, as one array. Joining seats with seats would be slow, because PostgreSQL cannot know how many seats a
 * match has.
 */
const tables = sql`
  select bool_or(kind = 'TOGETHER') as together, count(*)::int as seats, array_agg(player order by player) as players,
    array_agg(place order by player) as places, array_agg(side order by player) as sides
  from seats group by match_id having count(*) between 2 and ${MOST_COMMUNITY.seats}`

/** All pairs of seats for each number of players. It is faster to make these pairs once than for each match. */
const spots = sql`
  select seats, a, b from generate_series(2, ${MOST_COMMUNITY.seats}) seats, generate_series(1, seats) a, generate_series(a + 1, seats) b`

const pairs = sql`
  select one, other, count(*) as met, count(lead) filter (where lead > 0) as ahead, count(lead) filter (where lead = 0) as level,
    count(lead) filter (where lead < 0) as behind, count(*) filter (where together) as together
  from (
    select players[a] as one, players[b] as other, together or coalesce(sides[a] = sides[b], false) as together,
      case when sides[a] = sides[b] then null else places[b] - places[a] end as lead
    from tables join spots using (seats) offset 0) meetings
  group by 1, 2 order by 3 desc, 1, 2 limit ${MOST_COMMUNITY.pairs}`

/** The players of the pairs. `is_namesake` is true if another of them has the same name. */
const named = sql`
  select player, canonical_player_id, gp.id as ghost_player_id, gp.owner_id,
    count(*) over (partition by folded(coalesce(u.display_name, gp.display_name))) > 1 as is_namesake
  from (select one as player from pairs union select other from pairs) shown
  left join (select distinct person_id as canonical_player_id from people) known on known.canonical_player_id = player
  left join canonical_players cp on cp.id = canonical_player_id
  left join users u on u.id = cp.user_id
  left join ghost_players gp on gp.id = player and canonical_player_id is null`

/** Most names are unique, and an owner for each would make the answer too large. */
const namedFields = sql`
  ${personFields(sql`n`)},
  'owner': (select ${userRef(sql`n.owner_id`)} where n.is_namesake and n.owner_id is not null)`

const topGames = sql`coalesce((
  select json_agg(json_object('game': ${gameRef(sql`game_id`)}, 'matches': n) order by n desc, last desc, game_id)
  from (select * from each_game order by n desc, last desc, game_id limit ${MOST_COMMUNITY.games}) top), '[]')`

const newestMonths = sql`coalesce((
  select json_agg(json_object('month': to_char(month, 'YYYY-MM'), 'matches': n) order by month desc)
  from (select * from each_month order by month desc limit ${MOST_COMMUNITY.months}) newest), '[]')`

const newestDays = sql`coalesce((
  select json_agg(json_object('on': to_char(day, 'YYYY-MM-DD'), 'matches': n) order by day desc)
  from (select * from each_day order by day desc limit ${MOST_COMMUNITY.days}) newest), '[]')`

const pairsWithNames = sql`coalesce((
  select json_agg(json_object(
    'one': (select json_object(${namedFields} absent on null) from named n where n.player = pairs.one),
    'other': (select json_object(${namedFields} absent on null) from named n where n.player = pairs.other),
    'met': met, 'ahead': ahead, 'level': level, 'behind': behind, 'together': together)
    order by met desc, pairs.one, pairs.other)
  from pairs), '[]')`
