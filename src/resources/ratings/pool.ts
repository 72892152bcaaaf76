/** Rates the players of a pool from all its matches, or only from the matches that are newer than its ratings. */
import type { Transaction } from '../../db/database.ts'
import { type Sql, prepared, raw, sql } from '../../db/sql.ts'
import { type Side, type Strength, UNKNOWN, rated } from './bradley-terry.ts'
import { isWhollyPublic } from './changes.ts'

export interface Pool {
  id: string
  gameId: string
  /** Null for the public matches. */
  communityId: string | null
  /** The newest match that the ratings include. */
  last: MatchKey | undefined
  matches: number
  /** The version of the formula of these ratings. */
  formula: number
}

interface MatchKey {
  playedAt: string
  matchId: string
}

/** A player of a pool. */
export interface Rating extends Strength {
  playerId: string
  /** The ghost player of their last match. */
  ghostPlayerId: string
  matches: number
  wins: number
  /** The number of these matches that chance alone would have won. */
  chance: number
}

export interface Replay {
  /** The players of the matches, by id. */
  ratings: Map<string, Rating>
  last: MatchKey | undefined
  /** The number of matches that changed ratings. */
  matches: number
}

/** The number of matches that are fetched and rated at once. It takes a few milliseconds, in which nothing else runs. */
const BATCH = 100

/**
 * Plays the matches of the pool from the oldest, or from `after` on. `known` returns the ratings of players before them. A cursor
 * reads the matches, so that they all come from one snapshot. A match without two places changes nothing.
 */
export async function play(
  tx: Transaction,
  pool: PoolKey,
  after?: MatchKey,
  known: (playerIds: string[]) => Promise<Rating[]> = async () => [],
): Promise<Replay> {
  await tx.many(prepared(sql`declare pool_matches no scroll cursor for ${matchesOf(pool, after)}`, 'never'))
  const played = emptyReplay()
  for (;;) {
    const found = await tx.many<Match>(
      prepared(sql<Match>`fetch ${raw(String(BATCH))} from pool_matches`, 'never'),
    )
    const matches = found.map(({ seats, ...place }) => ({ ...place, seats: read(seats) }))
    const ids = new Set(matches.flatMap(({ seats }) => seats.map(({ playerId }) => playerId)))
    const missing = Array.from(ids).filter((id) => !played.ratings.has(id))
    for (const rating of missing.length > 0 ? await known(missing) : [])
      played.ratings.set(rating.playerId, rating)
    for (const match of matches) playMatch(played, match)
    if (found.length < BATCH) break
  }
  await tx.many(prepared(sql`close pool_matches`, 'never'))
  return played
}

type Match = MatchKey & { seats: string } & Record<string, unknown>

export const emptyReplay = (): Replay => ({ ratings: new Map(), last: undefined, matches: 0 })

interface Seat {
  playerId: string
  ghostPlayerId: string
  place: number
  side: number | null
  won: boolean
  /** The probability that chance alone would have won. */
  chance: number
}

/** The seats from `contestOf`: the first seat of each player, if it has a place. */
export function read(seats: string): Seat[] {
  const seen = new Set<string>()
  return (JSON.parse(seats) as SeatTuple[]).flatMap(
    ([playerId, ghostPlayerId, place, side, won, winners, of]) => {
      if (seen.has(playerId)) return []
      seen.add(playerId)
      return place === null ? [] : [{ playerId, ghostPlayerId, place, side, won, chance: winners / of }]
    },
  )
}

/** A seat as `contestOf` selects it. */
type SeatTuple = [
  playerId: string,
  ghostPlayerId: string,
  place: number | null,
  side: number | null,
  won: boolean,
  winners: number,
  of: number,
]

/** Changes the ratings of the players of a match. A match without two sides changes nothing. */
export function playMatch(played: Replay, { playedAt, matchId, seats }: MatchKey & { seats: Seat[] }): void {
  const sides = sidesOf(seats)
  if (sides.length < 2) return
  const before = sides.map((seatsOfSide): Side => ({
    place: seatsOfSide[0]?.place ?? 0,
    players: seatsOfSide.map(({ playerId }) => played.ratings.get(playerId) ?? UNKNOWN),
  }))
  const after = rated(before)
  for (const [n, side] of sides.entries())
    for (const [k, { playerId, ghostPlayerId, won, chance }] of side.entries()) {
      const old = played.ratings.get(playerId)
      const strength = after[n]?.[k] ?? UNKNOWN
      played.ratings.set(playerId, {
        playerId,
        ghostPlayerId,
        mu: strength.mu,
        sigma: strength.sigma,
        matches: (old?.matches ?? 0) + 1,
        wins: (old?.wins ?? 0) + (won ? 1 : 0),
        chance: (old?.chance ?? 0) + chance,
      })
    }
  played.last = { playedAt, matchId }
  played.matches++
}

/** The seats by side. A participant without a side is a side of their own. */
function sidesOf(seats: readonly Seat[]): Seat[][] {
  const sides: Seat[][] = []
  const bySide = new Map<number, Seat[]>()
  for (const seat of seats) {
    const known = seat.side === null ? undefined : bySide.get(seat.side)
    if (known) known.push(seat)
    else {
      const side = [seat]
      sides.push(side)
      if (seat.side !== null) bySide.set(seat.side, side)
    }
  }
  return sides
}

/**
 * Who finished where in a match, as the text `seats` in the order of the seats; null if it is no contest. A player is the
 * canonical player of the claim `ce` if all readers may see them (`isKnown`), otherwise the ghost player. Without the offset the
 * planner would read all claims for each match.
 */
export const contestOf = (matchId: Sql, isKnown: Sql): Sql => sql`
  select json_agg(
    json_build_array(
      coalesce(ce.canonical_player_id, mp.ghost_player_id), mp.ghost_player_id, mp.place, mp.side, mp.won, mp.winners, mp.place_of)
    order by mp.position)::text as seats
  from participants mp
  left join lateral (
    select ce.canonical_player_id from claim_edges ce
    where ce.ghost_player_id = mp.ghost_player_id and ce.revoked_at is null and ${isKnown}
    offset 0) ce on true
  where mp.match_id = ${matchId} and mp.kind = 'COMPETITIVE'`

type PoolKey = Pick<Pool, 'gameId' | 'communityId'>

/**
 * For a row of `claim_edges ce`: all readers of the pool may see the person. A community's pool is read by its members, a public
 * pool by everybody.
 */
const isKnownTo = ({ communityId }: PoolKey): Sql =>
  communityId === null
    ? sql`exists (select from canonical_players cp where cp.id = ce.canonical_player_id and cp.is_public)`
    : sql`exists (
        select from memberships ms where ms.community_id = ${communityId} and ms.canonical_player_id = ce.canonical_player_id)`

/** The matches of a pool with who finished where, from the oldest. */
const matchesOf = (pool: PoolKey, after?: MatchKey): Sql => sql`
  select m.played_at::text as "playedAt", m.id as "matchId", contest.seats
  from matches m cross join lateral (${contestOf(sql`m.id`, isKnownTo(pool))}) contest
  where m.game_id = ${pool.gameId} and m.finalized_at is not null and m.deleted_at is null and contest.seats is not null
    and ${
      pool.communityId === null
        ? sql`m.recorder_id in (
            select u.id from users u where u.id in (select ps.user_id from privacy_settings ps where ps.level = 'PUBLIC')
              and ${isWhollyPublic(sql`u.id`)})`
        : sql`m.community_id = ${pool.communityId}`
    }
    and ${after ? sql`(m.played_at, m.id) > (${after.playedAt}::timestamptz, ${after.matchId}::uuid)` : sql`true`}
  order by m.played_at, m.id`
