/** Compares two players in the matches that both played and that the caller sees. */
import { type Sql, search, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { Found } from '../../http/operation/operation.ts'
import { gameRef } from '../ref-json.ts'
import { type Player, isFirstSeat } from '../visibility/results.ts'
import { countedAsOne, countedWith } from '../visibility/same-people.ts'
import { type Asked, askedOther } from './asked.ts'
import { placesAhead, togetherIs } from './opponents.ts'
import { resultsOf } from './seen.ts'
import { type Span, dayOf } from './span.ts'

const MOST_MEETINGS = 200
const MOST_GAMES = 12

const how = sql`case
  when ${togetherIs} then 'TOGETHER'
  when ${placesAhead} > 0 then 'AHEAD' when ${placesAhead} = 0 then 'LEVEL' when ${placesAhead} < 0 then 'BEHIND'
  else 'UNKNOWN' end`

const inOrder = sql`order by played_at desc, match_id desc`

/**
 * Reads the results of both players and joins them: 1,000 pages. Looking for the other player in each match would read 82,000
 * pages.
 */
export const headToHead = (caller: UserCaller, one: Asked, otherId: string, span: Span) => {
  const other = askedOther(caller, otherId)
  const callerPlays = one.player.isCaller || other.player.isCaller
  return search(sql<Found>`
  with same as materialized (${countedAsOne(caller)}),
  pair as materialized (
    select one.visible and two.visible as visible, one.ref as one, one.owner as owner_of_one, two.ref as two,
      two.owner as owner_of_other, ${areOne(one.player, other.player)} as are_one
    from (${one.row}) one, (${other.row}) two),
  r as materialized (
    select match_id, played_at, game_id, kind, place, side, won, score
    from (${resultsOf(caller, one.player, span, callerPlays)}) mine where (select visible and not are_one from pair)),
  theirs as materialized (${theirs(other.player)}),
  meetings as materialized (
    select r.match_id, r.played_at, r.game_id, r.won, ${how} as how, r.score, o.score as other_score
    from r join theirs o on o.match_id = r.match_id order by r.played_at desc, r.match_id desc),
  contests as materialized (
    select string_agg(left(how, 1), '' ${inOrder}) filter (where how in ('AHEAD', 'LEVEL', 'BEHIND')) as letters from meetings),
  each_game as materialized (${eachGame})
  select pair.visible, json_strip_nulls(json_object(
    'one': pair.one,
    'ownerOfOne': pair.owner_of_one,
    'other': pair.two,
    'ownerOfOther': pair.owner_of_other,
    'countedAsOne': (
      select json_object('one': one, 'other': other absent on null)
      from (select ${countedWith(one.id)} as one, ${countedWith(otherId)} as other) counted where coalesce(one, other) is not null),
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

/** True if the players share a ghost player. Then they are one person, and cannot meet. */
const areOne = (one: Player, other: Player): Sql => sql`exists (
  select from (${one.ghostPlayers}) a join (${other.ghostPlayers}) b on b.ghost_player_id = a.ghost_player_id)`

/** The results of the other player. If that player has two seats in a match, only the first one counts. */
const theirs = (other: Player): Sql => sql`
  select mp.match_id, mp.place, mp.side, mp.score
  from (${other.ghostPlayers} offset 0) seat
  join participants mp on mp.ghost_player_id = seat.ghost_player_id and mp.match_final and mp.match_deleted_at is null
  where ${isFirstSeat(other)}`

const counts = sql`
  count(*) as met, count(*) filter (where how = 'AHEAD') as ahead, count(*) filter (where how = 'LEVEL') as level,
  count(*) filter (where how = 'BEHIND') as behind, count(*) filter (where how = 'TOGETHER') as together`

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

/**
 * The longest run of contests with the same outcome. `contests` has the first letter of each outcome; the letters in `others` end
 * a run.
 */
const longestRun = (others: 'LB' | 'LA'): Sql => sql`coalesce((
  select max(length(run)) from contests, string_to_table(translate(letters, ${others}, 'LL'), 'L') run), 0)`
