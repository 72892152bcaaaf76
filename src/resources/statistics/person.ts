/** The figures of a person page: one statement over the results that the caller sees. */
import { type Sql, search, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/authenticate.ts'
import type { Found } from '../../http/operation.ts'
import { gameRef } from '../ref-json.ts'
import { personAsked, resultsOf } from './seen.ts'
import { type Span, dayOf, local } from './span.ts'

/**
 * How many of each an answer has: with names of ordinary length it stays under 8 kB. `json_strip_nulls` leaves out the spaces
 * that `json_object` writes, a fifth of such an answer.
 */
export const MOST = { form: 60, months: 18, sizes: 8, sizeOf: 12, games: 6 }

/** In a row of `r` or of what is made of it. */
const isContest = sql`kind = 'COMPETITIVE' and place is not null`

export const ofPerson = (caller: UserCaller, canonicalPlayerId: string, span: Span) =>
  search(sql<Found>`
  with asked as materialized (${personAsked(caller, canonicalPlayerId)}),
  r as materialized (select mine.* from (${resultsOf(caller, canonicalPlayerId, span)}) mine where (select visible from asked)),
  contests as materialized (
    select played_at, place, place_of, tied, won,
      count(*) filter (where not won) over (order by played_at, match_id) as run
    from r where ${isContest}),
  runs as materialized (
    select run, count(*) as wins, min(played_at) as began, max(played_at) as ended from contests where won group by run),
  -- Some hundred rows, of which all sums are made: to count all results for each took three times as long.
  cells as materialized (
    select date_trunc('month', ${local(sql`played_at`, span)}) as month, kind, place, place_of, tied, won,
      count(*) as n, min(played_at) as first, max(played_at) as last
    from r group by 1, 2, 3, 4, 5, 6),
  sizes as materialized (
    select place_of, sum(n) as n, array_agg(place order by place) as places, array_agg(n order by place) as counts
    from (select place_of, place, sum(n) as n from cells where ${isContest} group by 1, 2) each_place group by 1),
  months as materialized (
    select month, sum(n) as matches, ${sumOf(sql`kind = 'COMPETITIVE' and won`)} as won,
      ${sumOf(sql`kind = 'TOGETHER'`)} as together
    from cells group by 1),
  each_game as materialized (
    select game_id, count(*) as matches, count(*) filter (where ${isContest}) as placed,
      count(*) filter (where kind = 'COMPETITIVE' and won) as won, max(played_at) as last,
      row_number() over (order by count(*) desc, max(played_at) desc, game_id) as n
    from r group by game_id),
  scores as materialized (
    select game_id, count(*) as written, min(score) as lowest, max(score) as highest,
      percentile_disc(0.5) within group (order by score) as middle
    from r where score is not null and game_id in (select game_id from each_game where n <= ${MOST.games}) group by game_id)
  select (select visible from asked) as visible, json_strip_nulls(json_object(
    'canonicalPlayer': (select ref from asked),
    'matches': total.matches,
    'games': (select count(*) from each_game),
    'hIndex': (select count(*) from each_game where matches >= n),
    'firstPlayedAt': rfc3339(total.first),
    'lastPlayedAt': rfc3339(total.last),
    'alone': json_object('matches': total.alone, 'decided': total.alone_decided, 'won': total.alone_won),
    'together': json_object('matches': total.together, 'decided': total.together_decided, 'won': total.together_won),
    'competitive': json_object(
      'matches': total.competitive, 'placed': total.placed, 'won': total.won, 'shared': total.shared,
      'byChance': (select coalesce(round(sum(n / place_of), 2), 0) from sizes)),
    'unknown': total.unknown,
    'longestRun': (
      select json_object('wins': wins, 'from': rfc3339(began), 'to': rfc3339(ended))
      from runs order by wins desc, ended desc limit 1),
    'currentRun': coalesce((select wins from runs where run = (select max(run) from contests)), 0),
    'form': coalesce((
      select json_agg(json_object(
        'on': ${dayOf(sql`played_at`, span)}, 'kind': kind, 'place': place, 'of': place_of, 'won': won absent on null)
        order by played_at desc, match_id desc)
      from (select * from r order by played_at desc, match_id desc limit ${MOST.form}) newest), '[]'),
    'months': coalesce((
      select json_agg(json_object(
        'month': to_char(month, 'YYYY-MM'), 'matches': matches, 'won': won, 'together': together) order by month desc)
      from (select * from months order by month desc limit ${MOST.months}) newest), '[]'),
    'finishes': coalesce((
      select json_agg(json_object(
        'of': place_of, 'matches': n, 'places': (
          select json_agg(coalesce(counts[array_position(places, place)], 0) order by place)
          from generate_series(1, place_of) place)) order by place_of)
      from (select * from sizes where place_of <= ${MOST.sizeOf} order by n desc, place_of limit ${MOST.sizes}) some_sizes), '[]'),
    'topGames': coalesce((
      select json_agg(json_object(
        'game': ${gameRef(sql`game_id`)}, 'matches': matches, 'placed': placed, 'won': won, 'lastPlayedAt': rfc3339(last),
        'scores': (
          select json_object(
            'written': s.written, 'lowest': trim_scale(s.lowest), 'highest': trim_scale(s.highest), 'middle': trim_scale(s.middle),
            'best': trim_scale(case g.win_condition when 'LOWER_WINS' then s.lowest else s.highest end))
          from scores s join games g on g.id = s.game_id where s.game_id = each_game.game_id and g.score_type <> 'WIN_LOSS')
        absent on null) order by n)
      from each_game where n <= ${MOST.games}), '[]')
    absent on null))::text as body
  from asked, (
    select ${sumOf(sql`true`)} as matches, min(first) as first, max(last) as last,
      ${sumOf(sql`kind = 'ALONE'`)} as alone,
      ${sumOf(sql`kind = 'ALONE' and won is not null`)} as alone_decided,
      ${sumOf(sql`kind = 'ALONE' and won`)} as alone_won,
      ${sumOf(sql`kind = 'TOGETHER'`)} as together,
      ${sumOf(sql`kind = 'TOGETHER' and won is not null`)} as together_decided,
      ${sumOf(sql`kind = 'TOGETHER' and won`)} as together_won,
      ${sumOf(sql`kind = 'COMPETITIVE'`)} as competitive,
      ${sumOf(isContest)} as placed,
      ${sumOf(sql`kind = 'COMPETITIVE' and won`)} as won,
      ${sumOf(sql`kind = 'COMPETITIVE' and won and tied`)} as shared,
      ${sumOf(sql`kind = 'UNKNOWN'`)} as unknown
    from cells) total`)

/** Of `cells`: how many results. */
const sumOf = (which: Sql): Sql => sql`coalesce(sum(n) filter (where ${which}), 0)`
