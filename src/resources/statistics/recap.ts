/** The caller's year on one page. The caller can show it to others, so it never names a person who hides their history. */
import { type Sql, sql, wholeSearch } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { Found } from '../../http/operation/operation.ts'
import { gameRef } from '../ref-json.ts'
import { letsIn } from '../visibility/relations.ts'
import { countedAsOne } from '../visibility/same-people.ts'
import { placesAhead, togetherIs } from './opponents.ts'
import { isFirstOfPerson, peopleWithSame, personFields, resultsOf, self } from './seen.ts'
import { type Span, local } from './span.ts'

const MOST_RECAP = { games: 5, people: 5 }

/** The caller's year. PostgreSQL expects only one result in a year, so results are joined only with tables that have an index. */
export const recap = (caller: UserCaller, year: string, timeZone: string) => {
  const span: Span = { timeZone, from: `${year}-01-01`, to: `${year}-12-31` }
  return wholeSearch(sql<Found>`
  with same as materialized (${countedAsOne(caller)}),
  r as materialized (
    select mine.*, date_trunc('day', ${local(sql`played_at`, span)}) as day
    from (${resultsOf(caller, self(caller), span)}) mine),
  each_day as materialized (
    select day, count(*) as n, count(*) filter (where kind = 'COMPETITIVE' and won) as won, min(played_at) as first from r group by 1),
  contests as materialized (
    select r.*, count(*) filter (where not won) over (order by played_at, match_id) as run
    from r where kind = 'COMPETITIVE' and won is not null),
  people as materialized (${peopleWithSame(caller, sql`select owner_id from r`)}),
  others as materialized (${others(caller)}),
  each_ghost as materialized (${eachGhost}),
  met as materialized (${met(caller)}),
  margins as materialized (${margins})
  select json_strip_nulls(json_object(
    'year': ${Number(year)}::int,
    'matches': (select count(*) from r),
    'days': (select count(*) from each_day),
    'people': (select count(*) from met),
    'games': (select count(distinct game_id) from r),
    'newGames': (select count(distinct game_id) from r where ${isNew(caller, year, timeZone)}),
    'competitive': (select json_object(
      'matches': count(*), 'decided': count(won), 'won': count(*) filter (where won), 'shared': count(*) filter (where won and winners > 1))
      from r where kind = 'COMPETITIVE'),
    'together': (select json_object('matches': count(*), 'decided': count(won), 'won': count(*) filter (where won))
      from r where kind = 'TOGETHER'),
    'longestRun': (
      select json_object('wins': count(*), 'from': rfc3339(min(played_at)), 'to': rfc3339(max(played_at)))
      from contests where won group by run order by count(*) desc, max(played_at) desc limit 1),
    'closestWin': ${winOf(sql`order by by`)},
    'biggestWin': ${winOf(sql`order by by desc`)},
    'mostMet': ${mostMet},
    'busiestDay': (
      select json_object('on': to_char(day, 'YYYY-MM-DD'), 'matches': n) from each_day order by n desc, first desc limit 1),
    'months': ${months},
    'topGames': ${topGames}
    absent on null))::text as body`)
}

function isNew(caller: UserCaller, year: string, timeZone: string): Sql {
  if (year === '0001') return sql`true`
  const before: Span = { timeZone, to: `${String(Number(year) - 1).padStart(4, '0')}-12-31` }
  return sql`game_id not in (select game_id from (${resultsOf(caller, self(caller), before)}) earlier)`
}

const others = (caller: UserCaller): Sql => sql`
  select r.match_id, r.game_id, r.played_at, r.won, r.winners, o.ghost_player_id, ${placesAhead} as places_ahead,
    ${togetherIs} as together, r.score - o.score as by
  from r join participants o on o.match_id = r.match_id
  where o.ghost_player_id not in (
    select ce.ghost_player_id from claim_edges ce
    where ce.canonical_player_id = ${caller.canonicalPlayerId} and ce.revoked_at is null) and ${isFirstOfPerson}`

const eachGhost = sql`
  select ghost_player_id, count(*) as met, count(*) filter (where places_ahead > 0) as ahead,
    count(*) filter (where places_ahead = 0) as level, count(*) filter (where places_ahead < 0) as behind,
    count(*) filter (where together) as together
  from others group by 1`

const met = (caller: UserCaller): Sql => sql`
  select coalesce(who.person_id, ghost_player_id) as player, case when has_account then who.person_id end as canonical_player_id,
    case when has_account is not true then coalesce(who.person_id, ghost_player_id) end as ghost_player_id, sum(met)::bigint as met,
    sum(ahead)::bigint as ahead, sum(level)::bigint as level, sum(behind)::bigint as behind, sum(together)::bigint as together,
    bool_or(hides) as hides
  from each_ghost left join people who using (ghost_player_id) cross join lateral (
    select exists (
      select from canonical_players cp
      where cp.id in (
          select who.person_id
          union all
          select ce.canonical_player_id from claim_edges ce
          where ce.ghost_player_id = each_ghost.ghost_player_id and ce.revoked_at is null)
        and not ${letsIn(caller, sql`cp.user_id`, 'MATCH_HISTORY')}) as hides) hidden
  group by 1, 2, 3`

/** Contests that the caller won alone. `by` is the distance to the second-best score. */
const margins = sql`
  select match_id, game_id, played_at, min(abs(by)) as by
  from others
  where won and winners = 1 and places_ahead > 0 and by is not null
    and game_id in (select id from games where score_type <> 'WIN_LOSS')
  group by 1, 2, 3`

const winOf = (byMargin: Sql): Sql => sql`(
  select json_object('matchId': match_id, 'game': ${gameRef(sql`game_id`)}, 'playedAt': rfc3339(played_at), 'by': trim_scale(by))
  from margins ${byMargin}, played_at desc, match_id desc limit 1)`

const mostMet = sql`coalesce((
  select json_agg(json_object(
    ${personFields(sql`m`)}, 'countedAsOne': (select max(s.counted) from same s where s.person_id = m.player), 'met': m.met, 'ahead': m.ahead, 'level': m.level, 'behind': m.behind, 'together': m.together
    absent on null) order by m.met desc, m.player)
  from (select * from met where not hides order by met desc, player limit ${MOST_RECAP.people}) m), '[]')`

const months = sql`(
  select json_agg(json_object('month': month, 'matches': coalesce(n, 0), 'won': coalesce(won, 0)) order by month)
  from generate_series(1, 12) month left join (
    select extract(month from day)::int as month, sum(n) as n, sum(won) as won from each_day group by 1) played using (month))`

const topGames = sql`coalesce((
  select json_agg(json_object('game': ${gameRef(sql`game_id`)}, 'matches': n) order by n desc, last desc, game_id)
  from (
    select game_id, count(*) as n, max(played_at) as last from r group by 1
    order by 2 desc, 3 desc, 1 limit ${MOST_RECAP.games}) top), '[]')`
