/** The figures of a community page, for its members, who see all its final matches. */
import { search, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/authenticate.ts'
import type { Found } from '../../http/operation.ts'
import { gameRef } from '../ref-json.ts'
import { isFirstOfPerson, peopleOf, personFields } from './seen.ts'
import { type Span, local, within } from './span.ts'

export const MOST_COMMUNITY = { games: 8, months: 18, days: 60, pairs: 12, seats: 20 }

export const ofCommunity = (caller: UserCaller, communityId: string, span: Span) =>
  search(sql<Found>`
  with asked as materialized (
    select c.*, exists (
      select from memberships ms where ms.community_id = c.id and ms.user_id = ${caller.userId}) as visible
    from communities c where c.id = ${communityId} and c.deleted_at is null),
  seen as materialized (
    select m.id, m.game_id, m.played_at, m.recorder_id as owner_id from matches m
    where m.community_id = ${communityId} and m.finalized_at is not null and (select visible from asked)
      and ${within(span, { playedAt: sql`m.played_at`, gameId: sql`m.game_id`, communityId: sql`m.community_id` })}),
  people as materialized (${peopleOf(caller, sql`select owner_id from seen`)}),
  seats as materialized (
    select o.match_id, o.kind, o.place, o.side, p.canonical_player_id,
      case when p.canonical_player_id is null then o.ghost_player_id end as ghost_player_id,
      coalesce(p.canonical_player_id, o.ghost_player_id) as player
    from seen join participants o on o.match_id = seen.id left join people p on p.ghost_player_id = o.ghost_player_id
    where ${isFirstOfPerson}),
  -- By match and not joined with themselves: PostgreSQL can't know how many these are.
  tables as materialized (
    select kind, array_agg(player order by player) as players, array_agg(place order by player) as places,
      array_agg(side order by player) as sides
    from seats group by match_id, kind having count(*) <= ${MOST_COMMUNITY.seats}),
  pairs as materialized (
    select players[a] as one, players[b] as other, count(*) as met,
      count(*) filter (where places[a] < places[b] and not mates) as ahead,
      count(*) filter (where places[a] = places[b] and not mates) as level,
      count(*) filter (where places[a] > places[b] and not mates) as behind,
      count(*) filter (where kind = 'TOGETHER' or mates) as together
    from tables cross join lateral generate_series(1, cardinality(players)) a
    cross join lateral generate_series(a + 1, cardinality(players)) b
    cross join lateral (select coalesce(sides[a] = sides[b], false) as mates) same_side
    group by 1, 2 order by 3 desc, 1, 2 limit ${MOST_COMMUNITY.pairs}),
  named as (select distinct on (player) player, canonical_player_id, ghost_player_id from seats where player in (
    select one from pairs union select other from pairs))
  select asked.visible, json_strip_nulls(json_object(
    'community': json_object('id': asked.id, 'displayName': asked.display_name),
    'members': (select count(*) from memberships ms where ms.community_id = asked.id),
    'players': (select count(distinct player) from seats),
    'matches': (select count(*) from seen),
    'matchesThisMonth': (
      select count(*) from seen
      where date_trunc('month', ${local(sql`played_at`, span)}) = date_trunc('month', ${local(sql`now()`, span)})),
    'games': (select count(distinct game_id) from seen),
    'firstPlayedAt': rfc3339((select min(played_at) from seen)),
    'lastPlayedAt': rfc3339((select max(played_at) from seen)),
    'topGames': coalesce((
      select json_agg(json_object('game': ${gameRef(sql`game_id`)}, 'matches': n) order by n desc, last desc, game_id)
      from (
        select game_id, count(*) as n, max(played_at) as last from seen group by 1
        order by 2 desc, 3 desc, 1 limit ${MOST_COMMUNITY.games}) top), '[]'),
    'months': coalesce((
      select json_agg(json_object('month': to_char(month, 'YYYY-MM'), 'matches': n) order by month desc)
      from (
        select date_trunc('month', ${local(sql`played_at`, span)}) as month, count(*) as n from seen group by 1
        order by 1 desc limit ${MOST_COMMUNITY.months}) newest), '[]'),
    'days': coalesce((
      select json_agg(json_object('on': to_char(day, 'YYYY-MM-DD'), 'matches': n) order by day desc)
      from (
        select date_trunc('day', ${local(sql`played_at`, span)}) as day, count(*) as n from seen group by 1
        order by 1 desc limit ${MOST_COMMUNITY.days}) newest), '[]'),
    'pairs': coalesce((
      select json_agg(json_object(
        'one': (select json_object(${personFields(sql`n`)} absent on null) from named n where n.player = pairs.one),
        'other': (select json_object(${personFields(sql`n`)} absent on null) from named n where n.player = pairs.other),
        'met': met, 'ahead': ahead, 'level': level, 'behind': behind, 'together': together)
        order by met desc, pairs.one, pairs.other)
      from pairs), '[]')
    absent on null))::text as body
  from asked`)
