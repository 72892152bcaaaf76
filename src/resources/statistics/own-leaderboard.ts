/** The caller's own table in a game: everybody in their contests, rated by these contests alone. Computed for each request. */
import { type Sql, sql, wholeSearch } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import { inSlices } from '../../http/turns/slices.ts'
import { shownRating, shownUncertainty } from '../ratings/bradley-terry.ts'
import { type Rating, emptyReplay, playMatch, read } from '../ratings/pool.ts'
import { RANKED_FROM } from '../ratings/schema.ts'
import { ghostPlayerRef, userRef } from '../ref-json.ts'
import { contestsWith } from './rating.ts'

/** The entries of the answer. It has no pages: each would compute all ratings again. */
const MOST_ENTRIES = 100

type Row =
  | { matchId: string; playedAt: string; seats: string; names: null }
  /** The last row. `names` has the parts of an entry that name its player, by the id of the ghost player. */
  | { matchId: null; playedAt: null; seats: null; names: string }

export const ownTableOf = (caller: UserCaller, gameId: string): Sql<Row> =>
  wholeSearch(sql<Row>`
  with ${contestsWith(caller, gameId)}
  select match_id as "matchId", rfc3339(played_at) as "playedAt", seats, null as names, played_at, match_id from contests
  union all
  select null, null, null, (
    select coalesce(json_object_agg(seat.ghost_player_id, ${NAMES}), '{}'::json)::text
    from (select distinct o.ghost_player_id from contests c join participants o on o.match_id = c.match_id) seat), null, null
  from games g where g.id = ${gameId}
  order by 5, 6`)

const NAMES = sql`json_object(
  'ghostPlayer': ${ghostPlayerRef(sql`seat.ghost_player_id`)},
  'owner': (select ${userRef(sql`gp.owner_id`)} from ghost_players gp where gp.id = seat.ghost_player_id),
  'canonicalPlayer': (
    select json_object('id': cp.id, 'displayName': u.display_name)
    from people p join canonical_players cp on cp.id = p.person_id join users u on u.id = cp.user_id
    where p.ghost_player_id = seat.ghost_player_id)
  absent on null)`

export async function tableOf(rows: readonly Row[]): Promise<string> {
  const ratings = await inSlices(replayed(rows))
  const names = JSON.parse(rows.at(-1)?.names ?? '{}') as Record<string, object>
  const ranked = ratings.filter(({ matches }) => matches >= RANKED_FROM).map(shownRating)
  const items = ratings
    .toSorted(inOrder)
    .slice(0, MOST_ENTRIES)
    .map((rating) =>
      Object.assign(placeOf(rating, ranked), names[rating.ghostPlayerId], {
        rating: shownRating(rating),
        uncertainty: shownUncertainty(rating),
        provisional: rating.matches < RANKED_FROM,
        matches: rating.matches,
        wins: rating.wins,
        winShare: rounded(rating.wins / rating.matches, 3),
        chance: rounded(rating.chance / rating.matches, 4),
      }),
    )
  return JSON.stringify({ players: ratings.length, items })
}

/** Other work can run after each match. */
function* replayed(rows: readonly Row[]): Generator<undefined, Rating[]> {
  const played = emptyReplay()
  for (const { matchId, playedAt, seats } of rows) {
    if (matchId === null) continue
    playMatch(played, { matchId, playedAt, seats: read(seats) })
    yield
  }
  return [...played.ratings.values()]
}

const placeOf = (rating: Rating, ranked: readonly number[]) =>
  rating.matches < RANKED_FROM
    ? {}
    : { place: 1 + ranked.filter((other) => other > shownRating(rating)).length }

/** Compares two players: first those with a place, by rating; then the others, by wins. */
const inOrder = (one: Rating, other: Rating): number => {
  const [a, b] = [one, other].map(({ matches }) => matches >= RANKED_FROM)
  if (a !== b) return a ? -1 : 1
  const difference = a
    ? shownRating(other) - shownRating(one)
    : other.wins - one.wins || one.matches - other.matches
  return difference || (one.ghostPlayerId < other.ghostPlayerId ? -1 : 1)
}

const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals))
