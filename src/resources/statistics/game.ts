/** The figures of a game page, over the matches of the game whose details the caller sees. */
import { type Sql, search, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/authenticate.ts'
import type { Found } from '../../http/operation.ts'
import { peopleOf, personFields } from './seen.ts'
import { matchesOfGame } from './seen-matches.ts'
import { type Span, local } from './span.ts'

export const MOST_GAME = {
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
  people as materialized (${peopleOf(caller, sql`select owner_id from seen`)}),
  seats as materialized (
    select seen.id as match_id, seen.played_at, mp.id, mp.ghost_player_id, mp.position, mp.kind, mp.place, mp.won,
      case when game.score_type <> 'WIN_LOSS' then mp.score end as score, count(*) over (partition by seen.id) as players
    from game, seen join participants mp on mp.match_id = seen.id),
  sizes as materialized (
    select players, count(distinct match_id) as matches, count(score) as written, min(score) as lowest, max(score) as highest,
      percentile_disc(0.5) within group (order by score) as middle
    from seats group by players),
  scores as materialized (
    select count(*) as written, min(score) as lowest, max(score) as highest,
      percentile_disc(array[0.25, 0.5, 0.75]) within group (order by score) as quarters
    from seats where score is not null),
  -- Once for all sizes: each would read all seats again.
  written as materialized (
    select s.players, json_agg(trim_scale(s.score) order by s.score) as scores
    from seats s join sizes using (players)
    where s.score is not null and sizes.written <= ${MOST_GAME.values} group by s.players),
  bins as materialized (
    select s.players, case when lowest = highest then 1 else least(
      width_bucket(s.score, lowest, highest, ${MOST_GAME.bins}::int), ${MOST_GAME.bins}::int) end as bin, count(*) as n
    from seats s, scores where s.score is not null group by 1, 2),
  best as materialized (
    select s.* from seats s, game where s.score is not null
    order by case game.win_condition when 'LOWER_WINS' then s.score else -s.score end, s.played_at, s.match_id, s.position limit 1)
  select json_strip_nulls(json_object(
    'game': json_object('id': game.id, 'displayName': game.display_name),
    'matches': total.matches,
    'players': (
      select count(distinct coalesce(p.canonical_player_id, s.ghost_player_id))
      from seats s left join people p on p.ghost_player_id = s.ghost_player_id),
    'firstPlayedAt': rfc3339(total.first),
    'lastPlayedAt': rfc3339(total.last),
    'kinds': json_object('alone': total.alone, 'together': total.together, 'competitive': total.competitive, 'unknown': total.unknown),
    'together': json_object('matches': total.together, 'decided': total.together_decided, 'won': total.together_won),
    'sizes': coalesce((
      select json_agg(json_object(
        'players': players, 'matches': matches, 'written': written, 'lowest': trim_scale(lowest), 'middle': trim_scale(middle),
        'highest': trim_scale(highest), 'values': (select w.scores from written w where w.players = some_sizes.players),
        'bins': case when written > ${MOST_GAME.values} then ${binned(sql`b.players = some_sizes.players`)} end
        absent on null) order by players)
      from (select * from sizes order by matches desc, players limit ${MOST_GAME.sizes}) some_sizes), '[]'),
    'scores': (
      select json_object(
        'written': written, 'lowest': trim_scale(lowest), 'lowerQuarter': trim_scale(quarters[1]), 'middle': trim_scale(quarters[2]),
        'upperQuarter': trim_scale(quarters[3]), 'highest': trim_scale(highest),
        'values': case when written <= ${MOST_GAME.values} then (
          select json_agg(trim_scale(score) order by score) from seats where score is not null) end,
        'bins': case when written > ${MOST_GAME.values} then ${binned(sql`true`)} end
        absent on null)
      from scores where written > 0),
    'record': (
      select json_object(
        'score': trim_scale(best.score), 'matchId': best.match_id, 'matchParticipantId': best.id,
        'playedAt': rfc3339(best.played_at), ${personFields(sql`shown`)} absent on null)
      from best left join people p on p.ghost_player_id = best.ghost_player_id
      cross join lateral (select p.canonical_player_id, best.ghost_player_id) shown),
    'months': coalesce((
      select json_agg(json_object('month': to_char(month, 'YYYY-MM'), 'matches': matches) order by month desc)
      from (
        select date_trunc('month', ${local(sql`played_at`, span)}) as month, count(*) as matches from seen group by 1
        order by 1 desc limit ${MOST_GAME.months}) newest), '[]'),
    'seats': coalesce((
      select json_agg(json_object('position': position, 'placed': placed, 'won': won) order by position)
      from (
        select position, count(*) as placed, count(*) filter (where place = 1) as won from seats
        where place is not null and position <= ${MOST_GAME.seats} group by position) each_seat), '[]'),
    'factions': coalesce((
      select json_agg(json_object('name': name, 'placed': placed, 'won': won) order by placed desc, name)
      from (
        select left(l.attributes ->> 'faction', 60) as name, count(*) as placed, count(*) filter (where s.place = 1) as won
        from seats s join loadouts l on l.participant_id = s.id
        where s.place is not null and json_typeof(l.attributes -> 'faction') = 'string'
        group by 1 order by 2 desc, 1 limit ${MOST_GAME.factions}) each_faction), '[]'),
    'expansions': coalesce((
      select json_agg(json_object(
        'expansion': json_object('id': e.id, 'displayName': e.display_name), 'matches': n) order by n desc, e.id)
      from (
        select me.expansion_id, count(*) as n from seen join match_expansions me on me.match_id = seen.id
        group by 1 order by 2 desc, 1 limit ${MOST_GAME.expansions}) used join expansions e on e.id = used.expansion_id), '[]')
    absent on null))::text as body
  from game, (
    select count(distinct match_id) as matches, min(played_at) as first, max(played_at) as last,
      count(distinct match_id) filter (where kind = 'ALONE') as alone,
      count(distinct match_id) filter (where kind = 'TOGETHER') as together,
      count(distinct match_id) filter (where kind = 'TOGETHER' and won is not null) as together_decided,
      count(distinct match_id) filter (where kind = 'TOGETHER' and won) as together_won,
      count(distinct match_id) filter (where kind = 'COMPETITIVE') as competitive,
      count(distinct match_id) filter (where kind = 'UNKNOWN') as unknown
    from seats) total`)

/** How many scores are in each bin, those of the rows of `bins b` that fit. */
const binned = (which: Sql): Sql => sql`(
  select json_agg(coalesce(n, 0) order by bin) from generate_series(1, ${MOST_GAME.bins}::int) bin
  left join (select b.bin, sum(b.n) as n from bins b where ${which} group by 1) filled using (bin))`
