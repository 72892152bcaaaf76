/** The figures of a person page, in one statement over the results that the caller sees. */
import { type Sql, raw, search, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { Found } from '../../http/operation/operation.ts'
import type { ResultKind } from '../results/finish.ts'
import { gameRef } from '../ref-json.ts'
import type { Viewer } from '../visibility/relations.ts'
import type { Player } from '../visibility/results.ts'
import { countedAsOne, countedWith } from '../visibility/same-people.ts'
import type { Asked } from './asked.ts'
import { resultsOf } from './seen.ts'
import { type Span, dayOf, inSameMonth, local, monthsAround } from './span.ts'

/**
 * These limits keep an answer below 8 kB with names of usual length. `json_strip_nulls` removes the spaces that `json_object`
 * writes; they would be a fifth of the answer.
 */
export const MOST = { form: 60, months: 18, sizes: 8, sizeOf: 12, games: 6, scores: 7 }

const isContest = sql`kind = 'COMPETITIVE' and won is not null`

/** The results already have this order, so PostgreSQL sorts only once. */
const inOrder = sql`order by played_at desc, match_id desc`

export const ofPlayer = (caller: UserCaller, { id, player, row, fields }: Asked, span: Span) =>
  search(sql<Found>`
  with same as materialized (${countedAsOne(caller)}),
  asked as materialized (${row}),
  r as materialized (
    select played_at, match_id, game_id, kind, place, place_of, winners, tied, won, score
    from (${resultsOf(caller, player, span)}) mine where (select visible from asked) ${inOrder}),
  ${parts(span)}
  select (select visible from asked) as visible, json_strip_nulls(json_object(
    ${fields},
    'countedAsOne': ${countedWith(id)},
    ${figures(span)}
    absent on null))::text as body
  from asked, ends, (${totals}) total`)

/** The figures that somebody else gets of the player, as JSON. Null if `isShown` is false. */
export const figuresFor = (viewer: Viewer, player: Player, span: Span, isShown: Sql): Sql => sql`(
  with r as materialized (
    select played_at, match_id, game_id, kind, place, place_of, winners, tied, won, score
    from (${resultsOf(viewer, player, span)}) mine where ${isShown} ${inOrder}),
  ${parts(span)}
  select json_strip_nulls(json_object(${figures(span)} absent on null))
  from ends, (${totals}) total where ${isShown})`

/** CTEs over the results in `r`. */
const parts = (span: Span): Sql => sql`
  ends as materialized (${ends}),
  runs as materialized (${runs}),
  months_around as materialized (${monthsAround(sql`ends`)}),
  cells as materialized (${cells}),
  kinds as materialized (${kinds}),
  sizes as materialized (${sizes}),
  months as materialized (${months(span)}),
  each_game as materialized (${eachGame}),
  scores as materialized (${scores}),
  newest_scores as materialized (${newestScores})`

const figures = (span: Span): Sql => sql`
    'matches': total.matches,
    'games': (select count(*) from each_game),
    'hIndex': (select count(*) from each_game where matches >= n),
    'firstPlayedAt': rfc3339(ends.first),
    'lastPlayedAt': rfc3339(ends.last),
    'alone': json_object('matches': total.alone, 'decided': total.alone_decided, 'won': total.alone_won),
    'together': json_object('matches': total.together, 'decided': total.together_decided, 'won': total.together_won),
    'competitive': json_object(
      'matches': total.competitive, 'decided': total.decided, 'won': total.won, 'shared': total.shared, 'byChance': ${byChance}),
    'unknown': total.unknown,
    'longestRun': ${longestRun},
    'currentRun': (select now from runs),
    'form': ${form(span)},
    'months': ${newestMonths},
    'finishes': ${finishes},
    'topGames': ${topGames}`

/**
 * `contests` is a text with one letter for each contest, newest first. Finding runs in it takes half as long as a window
 * function.
 */
const ends = sql`
  select min(played_at) as first, max(played_at) as last,
    coalesce(string_agg(case when won then 'W' else 'L' end, '' ${inOrder}) filter (where ${isContest}), '') as contests
  from r`

/**
 * `now` is the length of the current run of wins, `wins` the length of the longest. `behind` is the number of contests since the
 * longest run.
 */
const runs = sql`
  select contests, length(contests) - length(ltrim(contests, 'W')) as now, coalesce(length(longest), 0) as wins,
    strpos(contests, longest) - 1 as behind
  from ends left join lateral (
    select part as longest from string_to_table(contests, 'L') part where part <> '' order by length(part) desc limit 1) best on true`

/**
 * Counts the results by month, kind and place. All sums use these counts, which takes a third of the time. `inSameMonth` is three
 * times as fast as computing local times.
 */
const cells = sql`
  select ${inSameMonth(sql`played_at`, sql`months_around`)} as at, kind, place, place_of, winners, count(*)::int as n,
    count(won)::int as decided, (count(*) filter (where won))::int as won, (count(*) filter (where won and winners > 1))::int as shared
  from r group by 1, 2, 3, 4, 5`

const kinds = sql`
  select kind, place, place_of, winners, sum(n)::int as n, sum(decided)::int as decided, sum(won) as won, sum(shared) as shared
  from cells group by 1, 2, 3, 4`

/** `counts[i]` is how often the person had the place `places[i]`. */
const sizes = sql`
  select place_of, sum(n) as n, array_agg(place order by place) as places, array_agg(n order by place) as counts
  from (select place_of, place, sum(n)::int as n from kinds where place is not null group by 1, 2) places group by 1`

const months = (span: Span): Sql => sql`
  select date_trunc('month', ${local(sql`at`, span)}) as month, sum(n) as matches,
    coalesce(sum(won) filter (where kind = 'COMPETITIVE'), 0) as won, coalesce(sum(n) filter (where kind = 'TOGETHER'), 0) as together
  from cells group by 1`

const eachGame = sql`
  select game_id, count(*) as matches, count(*) filter (where ${isContest}) as decided,
    count(*) filter (where ${isContest} and won) as won, max(played_at) as last, array_agg(score) filter (where score is not null) as scores,
    row_number() over (order by count(*) desc, max(played_at) desc, game_id) as n
  from r group by game_id`

const scores = sql`
  select game_id, cardinality(scores) as written, (
    select percentile_disc(array[0, 0.5, 1]) within group (order by score) from unnest(scores) score) as quantiles
  from each_game where n <= ${MOST.games}`

const newestScores = sql`
  select game_id, array_agg(trim_scale(score) ${inOrder}) as own, min(lowest) as lowest, max(highest) as highest
  from each_game, lateral (
    select match_id, played_at, score from r
    where r.game_id = each_game.game_id and score is not null ${inOrder} limit ${MOST.scores}) mine, lateral (
    select min(p.score) as lowest, max(p.score) as highest from participants p where p.match_id = mine.match_id) anybody
  where n <= ${MOST.games} group by game_id`

/** How many wins chance alone would have given: for each contest, the number of winners divided by the number of finishers. */
const byChance = sql`(
  select coalesce(round(sum(decided::numeric * winners / place_of), 4), 0) from kinds where kind = 'COMPETITIVE')`

const longestRun = sql`(
  select json_object('wins': wins, 'from': rfc3339(min(played_at)), 'to': rfc3339(max(played_at)))
  from runs, lateral (
    select played_at from r where ${isContest} ${inOrder} offset behind limit wins) run
  where wins > 0 group by wins)`

const form = (span: Span): Sql => sql`coalesce((
  select json_agg(json_object(
    'on': ${dayOf(sql`played_at`, span)}, 'kind': kind, 'place': place, 'of': place_of, 'won': won absent on null)
    ${inOrder})
  from (select * from r ${inOrder} limit ${MOST.form}) newest), '[]')`

const newestMonths = sql`coalesce((
  select json_agg(json_object(
    'month': to_char(month, 'YYYY-MM'), 'matches': matches, 'won': won, 'together': together) order by month desc)
  from (select * from months order by month desc limit ${MOST.months}) newest), '[]')`

const finishes = sql`coalesce((
  select json_agg(json_object(
    'of': place_of, 'matches': n, 'places': (
      select json_agg(coalesce(counts[array_position(places, place)], 0) order by place)
      from generate_series(1, place_of) place)) order by place_of)
  from (select * from sizes where place_of <= ${MOST.sizeOf} order by n desc, place_of limit ${MOST.sizes}) some_sizes), '[]')`

/** The games that the person has played most. A game with WIN_LOSS gets no scores, because they mean nothing. */
const topGames = sql`coalesce((
  select json_agg(json_object(
    'game': ${gameRef(sql`game_id`)}, 'matches': matches, 'decided': decided, 'won': won, 'lastPlayedAt': rfc3339(last),
    'scores': (
      select json_object(
        'written': s.written, 'lowest': trim_scale(quantiles[1]), 'highest': trim_scale(quantiles[3]),
        'middle': trim_scale(quantiles[2]),
        'best': trim_scale(quantiles[case g.win_condition when 'LOWER_WINS' then 1 else 3 end]),
        'newest': own,
        'all': json_object('lowest': trim_scale(lowest), 'highest': trim_scale(highest)))
      from scores s join newest_scores using (game_id) join games g on g.id = s.game_id
      where s.game_id = each_game.game_id and g.score_type <> 'WIN_LOSS')
    absent on null) order by n)
  from each_game where n <= ${MOST.games}), '[]')`

const sumOf = (column: 'n' | 'decided' | 'won' | 'shared', kind?: ResultKind): Sql =>
  sql`coalesce(sum(${raw(column)})${kind === undefined ? sql`` : sql` filter (where kind = ${raw(`'${kind}'`)})`}, 0)`

const totals = sql`
  select ${sumOf('n')} as matches, ${sumOf('n', 'ALONE')} as alone, ${sumOf('decided', 'ALONE')} as alone_decided,
    ${sumOf('won', 'ALONE')} as alone_won, ${sumOf('n', 'TOGETHER')} as together,
    ${sumOf('decided', 'TOGETHER')} as together_decided, ${sumOf('won', 'TOGETHER')} as together_won,
    ${sumOf('n', 'COMPETITIVE')} as competitive, ${sumOf('decided', 'COMPETITIVE')} as decided,
    ${sumOf('won', 'COMPETITIVE')} as won, ${sumOf('shared', 'COMPETITIVE')} as shared, ${sumOf('n', 'UNKNOWN')} as unknown
  from kinds`
