/** The caller's rating in a game. It is computed for each request, and only from the caller's own history. */
import { type Sql, sql, wholeSearch } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import { inSlices } from '../../http/turns/slices.ts'
import {
  type Strength,
  UNKNOWN,
  shownEstimate,
  shownRating,
  shownUncertainty,
} from '../ratings/bradley-terry.ts'
import { contestOf, emptyReplay, playMatch, read } from '../ratings/pool.ts'
import { RANKED_FROM } from '../ratings/schema.ts'
import { peopleOf, resultsOf, self } from './seen.ts'

/** A person page shows the same number of points as `form`. In this answer they take 6 kB. */
export const MOST_POINTS = 60

/** One match of the game. If the caller has no contest in the game, there is one row of nulls. */
type Contest =
  | { matchId: string; playedAt: string; seats: string }
  | { matchId: null; playedAt: null; seats: null }

/**
 * Matches of the game with all their seats. 20,000 matches with four players each take 0.5 s and 8 MB. A search is stopped after
 * 3 s, which is enough for 400,000 seats or 40 MB in Node.
 */
export const contestsOf = (caller: UserCaller, gameId: string): Sql<Contest> =>
  wholeSearch(sql<Contest>`
  with ${contestsWith(caller, gameId)}
  select c.match_id as "matchId", rfc3339(c.played_at) as "playedAt", c.seats
  from games g left join contests c on true
  where g.id = ${gameId} order by c.played_at, c.match_id`)

/** CTEs: `mine`, `people`, and the `contests` that the caller played, with their seats. */
export const contestsWith = (caller: UserCaller, gameId: string): Sql => sql`
  mine as materialized (
    select match_id, played_at, owner_id from (${resultsOf(caller, self(caller), { timeZone: 'UTC', gameId })}) r
    where kind = 'COMPETITIVE'),
  people as materialized (${peopleOf(caller, sql`select owner_id from mine`)}),
  contests as (
    select match_id, played_at, seats from mine cross join lateral (${contestOf(sql`mine.match_id`, isKnown)}) contest
    where seats is not null)`

/** True if the caller may see the person. If not, each of the person's ghost players counts as a separate player. */
const isKnown = sql`ce.ghost_player_id in (select p.ghost_player_id from people p)`

/** The caller's rating. It has no names or ids, so about others it reveals no more than the caller's own places do. */
export async function ratingOf(
  contests: readonly Contest[],
  { canonicalPlayerId }: UserCaller,
): Promise<string> {
  const points = await inSlices(replayed(contests, canonicalPlayerId))
  return JSON.stringify({
    ...shown(points.at(-1) ?? UNKNOWN),
    provisional: points.length < RANKED_FROM,
    matches: points.length,
    line: thinned(points.slice(RANKED_FROM - 1)).map(({ match, playedAt, ...strength }) =>
      Object.assign({ match, playedAt }, shown(strength)),
    ),
  })
}

interface Point extends Strength {
  match: number
  playedAt: string
}

/**
 * Returns a point for each match in which the player has a place. It is a generator, so that other work can run between two
 * matches.
 */
export function* replayed(contests: readonly Contest[], playerId: string): Generator<undefined, Point[]> {
  const played = emptyReplay()
  const points: Point[] = []
  for (const { matchId, playedAt, seats } of contests) {
    if (matchId === null) continue
    playMatch(played, { matchId, playedAt, seats: read(seats) })
    const own = played.ratings.get(playerId)
    if (own && own.matches > points.length)
      points.push({ match: own.matches, playedAt, mu: own.mu, sigma: own.sigma })
    yield
  }
  return points
}

const shown = (strength: Strength) => ({
  rating: shownRating(strength),
  uncertainty: shownUncertainty(strength),
  estimate: shownEstimate(strength),
})

/** Picks items at equal distances, always with the first and the last one. */
export function thinned<T>(all: readonly T[], most = MOST_POINTS): T[] {
  if (all.length <= most) return [...all]
  const nth = (n: number) => Math.round((n * (all.length - 1)) / (most - 1))
  return Array.from({ length: most }, (_, n) => all[nth(n)] as T)
}
