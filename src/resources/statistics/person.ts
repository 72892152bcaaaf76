/** The figures of a person page: one statement over the results that the caller sees. */
import { search, sql } from '../../db/sql.ts'
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
  sizes as materialized (
    select place_of, sum(n) as n, sum(n) filter (where place = 1) as won, array_agg(place order by place) as places,
      array_agg(n order by place) as counts
    from (select place_of, place, count(*) as n from contests group by 1, 2) each_place group by 1),
  months as materialized (
    select date_trunc('month', ${local(sql`played_at`, span)}) as month, count(*) as matches,
      count(*) filter (where kind = 'COMPETITIVE' and won) as won, count(*) filter (where kind = 'TOGETHER') as together
    from r group by 1),
  each_game as materialized (
    select game_id, count(*) as matches, count(*) filter (where ${isContest}) as placed,
      count(*) filter (where kind = 'COMPETITIVE' and won) as won, max(played_at) as last,
      row_number() over (order by count(*) desc, max(played_at) desc, game_id) as n
    from r group by game_id)
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
            'written': count(*), 'lowest': trim_scale(min(score)), 'highest': trim_scale(max(score)),
            'middle': trim_scale(percentile_disc(0.5) within group (order by score)),
            'best': trim_scale(case g.win_condition when 'LOWER_WINS' then min(score) else max(score) end))
          from r join games g on g.id = r.game_id
          where r.game_id = each_game.game_id and r.score is not null and g.score_type <> 'WIN_LOSS'
          group by g.win_condition)
        absent on null) order by n)
      from each_game where n <= ${MOST.games}), '[]')
    absent on null))::text as body
  from asked, (
    select count(*) as matches, min(played_at) as first, max(played_at) as last,
      count(*) filter (where kind = 'ALONE') as alone,
      count(won) filter (where kind = 'ALONE') as alone_decided,
      count(*) filter (where kind = 'ALONE' and won) as alone_won,
      count(*) filter (where kind = 'TOGETHER') as together,
      count(won) filter (where kind = 'TOGETHER') as together_decided,
      count(*) filter (where kind = 'TOGETHER' and won) as together_won,
      count(*) filter (where kind = 'COMPETITIVE') as competitive,
      count(*) filter (where ${isContest}) as placed,
      count(*) filter (where kind = 'COMPETITIVE' and won) as won,
      count(*) filter (where kind = 'COMPETITIVE' and won and tied) as shared,
      count(*) filter (where kind = 'UNKNOWN') as unknown
    from r) total`)
