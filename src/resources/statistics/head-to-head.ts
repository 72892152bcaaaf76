/** Compares two people over the matches that both played, as far as the caller sees them. */
import { type Sql, search, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { Found } from '../../http/operation/operation.ts'
import { gameRef } from '../ref-json.ts'
import { personPolicy } from '../visibility/people.ts'
import { isFirstSeat } from '../visibility/results.ts'
import { placesAhead, togetherIs } from './opponents.ts'
import { personAsked, resultsOf } from './seen.ts'
import { type Span, dayOf } from './span.ts'

const MOST_MEETINGS = 200
const MOST_GAMES = 12

/** How a match went for the first of the two. */
const how = sql`case
  when ${togetherIs} then 'TOGETHER'
  when ${placesAhead} > 0 then 'AHEAD' when ${placesAhead} = 0 then 'LEVEL' when ${placesAhead} < 0 then 'BEHIND'
  else 'UNKNOWN' end`

/** The order of `meetings`: the newest first. */
const inOrder = sql`order by played_at desc, match_id desc`

/**
 * The results of both are read as ranges and joined. Without that, PostgreSQL looks for the other player in each match of the
 * first: 82,000 pages instead of 1,000. The caller must see the history of the first and the profile of the other, because the
 * answer shows which ghost players they are.
 */
export const headToHead = (caller: UserCaller, first: string, other: string, span: Span) => {
  const callerPlays = first === caller.canonicalPlayerId || other === caller.canonicalPlayerId
  return search(sql<Found>`
  with pair as materialized (
    select one.visible and two.visible as visible, one.ref as one, two.ref as two
    from (${personAsked(caller, first)}) one, (
      select ${personPolicy.sees(caller, sql`cp.user_id`)} as visible, json_object('id': cp.id, 'displayName': u.display_name) as ref
      from canonical_players cp join users u on u.id = cp.user_id where cp.id = ${other} and u.erased_at is null) two),
  r as materialized (
    select match_id, played_at, game_id, kind, place, side, won, score
    from (${resultsOf(caller, first, span, callerPlays)}) mine where (select visible from pair)),
  theirs as materialized (${theirs(other)}),
  meetings as materialized (
    select r.match_id, r.played_at, r.game_id, r.won, ${how} as how, r.score, o.score as other_score
    from r join theirs o on o.match_id = r.match_id where ${first} <> ${other} order by r.played_at desc, r.match_id desc),
  contests as materialized (
    select string_agg(left(how, 1), '' ${inOrder}) filter (where how in ('AHEAD', 'LEVEL', 'BEHIND')) as letters from meetings),
  each_game as materialized (${eachGame})
  select pair.visible, json_strip_nulls(json_object(
    'one': pair.one,
    'other': pair.two,
    'met': total.met,
    'ahead': total.ahead,
    'level': total.level,
    'behind': total.behind,
    'together': json_object('matches': total.together, 'decided': total.together_decided, 'won': total.together_won),
    'unknown': total.unknown,
    'longestRunAhead': ${longestRun('LB')},
    'longestRunBehind': ${longestRun('LA')},
    'firstMetAt': rfc3339(total.first),
    'lastMetAt': rfc3339(total.last),
    'games': ${topGames},
    'meetings': ${newestMeetings(span)}
    absent on null))::text as body
  from pair, (${totals}) total`)
}

/** The final matches of the other person: their first seat in each. */
const theirs = (other: string): Sql => sql`
  select mp.match_id, mp.place, mp.side, mp.score
  from claim_edges ce join participants mp on mp.ghost_player_id = ce.ghost_player_id and mp.match_final and mp.match_deleted_at is null
  where ce.canonical_player_id = ${other} and ce.revoked_at is null and ${isFirstSeat(other)}`

/** How often they met, and how it went, for each group of `meetings`. */
const counts = sql`
  count(*) as met, count(*) filter (where how = 'AHEAD') as ahead, count(*) filter (where how = 'LEVEL') as level,
  count(*) filter (where how = 'BEHIND') as behind, count(*) filter (where how = 'TOGETHER') as together`

/** The games in the order of `games`, numbered by `n`. */
const eachGame = sql`
  select game_id, ${counts},
    row_number() over (order by count(*) desc, max(played_at) desc, game_id) as n
  from meetings group by game_id`

const totals = sql`
  select ${counts},
    count(won) filter (where how = 'TOGETHER') as together_decided,
    count(*) filter (where how = 'TOGETHER' and won) as together_won,
    count(*) filter (where how = 'UNKNOWN') as unknown, min(played_at) as first, max(played_at) as last
  from meetings`

const topGames = sql`coalesce((
  select json_agg(json_object(
    'game': ${gameRef(sql`game_id`)}, 'met': met, 'ahead': ahead, 'level': level, 'behind': behind, 'together': together)
    order by n)
  from each_game where n <= ${MOST_GAMES}), '[]')`

const newestMeetings = (span: Span): Sql => sql`coalesce((
  select json_agg(json_object(
    'on': ${dayOf(sql`played_at`, span)}, 'game': case when n <= ${MOST_GAMES} then n - 1 end, 'how': how,
    'by': case when g.score_type <> 'WIN_LOSS' then trim_scale(score - other_score) end absent on null) ${inOrder})
  from (select * from meetings ${inOrder} limit ${MOST_MEETINGS}) newest
  join each_game using (game_id) join games g on g.id = game_id), '[]')`

/** The longest run without `others` in `contests`, a text with the first letter of how each contest went. */
const longestRun = (others: 'LB' | 'LA'): Sql => sql`coalesce((
  select max(length(run)) from contests, string_to_table(translate(letters, ${others}, 'LL'), 'L') run), 0)`
