/** The figures of a game page, from the matches whose details the caller sees. */
import { type Sql, raw, search, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { Found } from '../../http/operation/operation.ts'
import { peopleOf, personFields } from './seen.ts'
import { matchesOfGame } from './seen-matches.ts'
import { type Span, local } from './span.ts'

const MOST_GAME = {
  months: 18,
  sizes: 8,
  values: 30,
  bins: 12,
  seats: 8,
  factions: 10,
  expansions: 10,
}

export const ofGame = (caller: UserCaller, gameId: string, span: Span) =>
  search(sql<Found>`
  with game as materialized (select g.* from games g where g.id = ${gameId}),
  seen as materialized (${matchesOfGame(caller, gameId, span)}),
  seats as materialized (${seats}),
  people as materialized (${peopleOf(caller, sql`select owner_id from seen`, sql`select ghost_player_id from seats`)}),
  cells as materialized (${cells}),
  ranked as materialized (${ranked}),
  sizes as materialized (${sizes}),
  scores as materialized (${scores}),
  bins as materialized (${bins}),
  best as materialized (${best})
  select json_strip_nulls(json_object(
    'game': json_object('id': game.id, 'displayName': game.display_name),
    'matches': total.matches,
    'players': ${players},
    'firstPlayedAt': rfc3339(total.first),
    'lastPlayedAt': rfc3339(total.last),
    'kinds': json_object('alone': total.alone, 'together': total.together, 'competitive': total.competitive, 'unknown': total.unknown),
    'together': json_object('matches': total.together, 'decided': total.together_decided, 'won': total.together_won),
    'sizes': ${scoresBySize},
    'scores': ${allScores},
    'record': ${record},
    'months': ${months(span)},
    'seats': ${winsBySeat},
    'factions': ${winsByFaction},
    'expansions': ${expansions}
    absent on null))::text as body
  from game, (${totals}) total`)

/**
 * `lateral` makes PostgreSQL look up the seats of each visible match. Otherwise it would read all participants, because it cannot
 * know that few matches are visible.
 */
const seats = sql`
  select seen.id as match_id, seen.played_at, seat.id, ghost_player_id, position, kind, place, won,
    case when game.score_type <> 'WIN_LOSS' then seat.score end as score, players, nth
  from game, seen, lateral (
    select mp.*, count(*) over () as players, row_number() over () as nth from participants mp where mp.match_id = seen.id) seat`

/** How often each score was reached. Grouping helps, because many seats share few different scores. */
const cells = sql`
  select players, score, count(*)::int as n from seats where score is not null group by 1, 2`

/**
 * `behind` is the number of scores that are lower or equal. `behind_of_size` counts only matches with the same number of players.
 */
const ranked = sql`
  select players, score, n, sum(n) over (order by score) as behind, sum(n) over () as written,
    sum(n) over (partition by players order by score) as behind_of_size, sum(n) over (partition by players) as written_of_size
  from cells`

const sizes = sql`
  select players, matches, coalesce(written, 0) as written, lowest, highest, middle
  from (select players, count(*) as matches from seats where nth = 1 group by 1) each_size left join (
    select players, max(written_of_size) as written, min(score) as lowest, max(score) as highest,
      min(score) filter (where behind_of_size >= 0.5 * written_of_size) as middle
    from ranked group by 1) scored using (players)`

/** The lowest score that at least this share of all scores do not exceed, as `percentile_disc` does. */
const quantile = (share: string): Sql => sql`min(score) filter (where behind >= ${raw(share)} * written)`

const scores = sql`
  select coalesce(max(written), 0) as written, min(score) as lowest, max(score) as highest,
    ${quantile('0.25')} as lower_quarter, ${quantile('0.5')} as middle, ${quantile('0.75')} as upper_quarter
  from ranked`

const bins = sql`
  select players, case when lowest = highest then 1 else least(
    width_bucket(score, lowest, highest, ${MOST_GAME.bins}::int), ${MOST_GAME.bins}::int) end as bin, sum(n) as n
  from cells, scores group by 1, 2`

/** The best score. Among equal scores, the earliest one is the record. */
const best = sql`
  select s.* from seats s, game where s.score is not null
  order by case game.win_condition when 'LOWER_WINS' then s.score else -s.score end, s.played_at, s.match_id, s.position limit 1`

/** The number of different people. A person with several ghost players counts once. */
const players = sql`(
  select count(*) from (
    select from (select ghost_player_id from seats group by 1) s left join people p using (ghost_player_id)
    group by coalesce(p.person_id, ghost_player_id)) each_player)`

const values = (which: Sql): Sql =>
  sql`(select json_agg(trim_scale(c.score) order by c.score) from cells c, generate_series(1, c.n) where ${which})`

const binned = (which: Sql): Sql => sql`(
  select json_agg(coalesce(n, 0) order by bin) from generate_series(1, ${MOST_GAME.bins}::int) bin
  left join (select b.bin, sum(b.n) as n from bins b where ${which} group by 1) filled using (bin))`

const scoresBySize = sql`coalesce((
  select json_agg(json_object(
    'players': players, 'matches': matches, 'written': written, 'lowest': trim_scale(lowest), 'middle': trim_scale(middle),
    'highest': trim_scale(highest), 'values': case when written <= ${MOST_GAME.values} then ${values(sql`c.players = some_sizes.players`)} end,
    'bins': case when written > ${MOST_GAME.values} then ${binned(sql`b.players = some_sizes.players`)} end
    absent on null) order by players)
  from (select * from sizes order by matches desc, players limit ${MOST_GAME.sizes}) some_sizes), '[]')`

const allScores = sql`(
  select json_object(
    'written': written, 'lowest': trim_scale(lowest), 'lowerQuarter': trim_scale(lower_quarter), 'middle': trim_scale(middle),
    'upperQuarter': trim_scale(upper_quarter), 'highest': trim_scale(highest),
    'values': case when written <= ${MOST_GAME.values} then ${values(sql`true`)} end,
    'bins': case when written > ${MOST_GAME.values} then ${binned(sql`true`)} end
    absent on null)
  from scores where written > 0)`

const record = sql`(
  select json_object(
    'score': trim_scale(best.score), 'matchId': best.match_id, 'matchParticipantId': best.id,
    'playedAt': rfc3339(best.played_at), ${personFields(sql`shown`)} absent on null)
  from best left join people p on p.ghost_player_id = best.ghost_player_id
  cross join lateral (select p.person_id as canonical_player_id, best.ghost_player_id) shown)`

const months = (span: Span): Sql => sql`coalesce((
  select json_agg(json_object('month': to_char(month, 'YYYY-MM'), 'matches': matches) order by month desc)
  from (
    select date_trunc('month', ${local(sql`played_at`, span)}) as month, count(*) as matches from seen group by 1
    order by 1 desc limit ${MOST_GAME.months}) newest), '[]')`

const winsBySeat = sql`coalesce((
  select json_agg(json_object('position': position, 'placed': placed, 'won': won) order by position)
  from (
    select position, count(*) as placed, count(*) filter (where won) as won from seats
    where place is not null and position <= ${MOST_GAME.seats} group by position) each_seat), '[]')`

const winsByFaction = sql`coalesce((
  select json_agg(json_object('name': name, 'placed': placed, 'won': won) order by placed desc, name)
  from (
    select left(l.attributes ->> 'faction', 60) as name, count(*) as placed, count(*) filter (where s.won) as won
    from seats s, lateral (select l.attributes from loadouts l where l.participant_id = s.id offset 0) l
    where s.place is not null and json_typeof(l.attributes -> 'faction') = 'string'
    group by 1 order by 2 desc, 1 limit ${MOST_GAME.factions}) each_faction), '[]')`

const expansions = sql`coalesce((
  select json_agg(json_object(
    'expansion': json_object('id': e.id, 'displayName': e.display_name), 'matches': n) order by n desc, e.id)
  from (
    select expansion_id, count(*) as n
    from seen, lateral (select me.expansion_id from match_expansions me where me.match_id = seen.id offset 0) me
    group by 1 order by 2 desc, 1 limit ${MOST_GAME.expansions}) used join expansions e on e.id = used.expansion_id), '[]')`

/** Sums over all matches. To count each match once, only its first seat is used. */
const totals = sql`
  select count(*) as matches, min(played_at) as first, max(played_at) as last,
    count(*) filter (where kind = 'ALONE') as alone,
    count(*) filter (where kind = 'TOGETHER') as together,
    count(won) filter (where kind = 'TOGETHER') as together_decided,
    count(*) filter (where kind = 'TOGETHER' and won) as together_won,
    count(*) filter (where kind = 'COMPETITIVE') as competitive,
    count(*) filter (where kind = 'UNKNOWN') as unknown
  from seats where nth = 1`
