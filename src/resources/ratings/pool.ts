/** Rates the players of a pool: from all its matches, or only from the matches that are newer than the stored ratings. */
import type { Transaction } from '../../db/database.ts'
import { type Sql, prepared, raw, sql } from '../../db/sql.ts'
import { type Side, type Strength, UNKNOWN, rated } from './bradley-terry.ts'
import { isWhollyPublic } from './changes.ts'

export interface Pool {
  id: string
  gameId: string
  /** Null for the pool of all public matches. */
  communityId: string | null
  last: MatchKey | undefined
  matches: number
  formula: number
}

interface MatchKey {
  playedAt: string
  matchId: string
}

export interface Rating extends Strength {
  playerId: string
  /** The ghost player as which the player took part in their last match. */
  ghostPlayerId: string
  matches: number
  wins: number
  /** How many wins the player would have had by chance alone. */
  chance: number
}

export interface Replay {
  ratings: Map<string, Rating>
  last: MatchKey | undefined
  /** How many matches changed a rating. */
  matches: number
}

/** How many matches are read at once. Rating them takes a few milliseconds, in which Node can do nothing else. */
const BATCH = 100

/**
 * Plays matches in order. `known` returns the ratings that players already have. All matches are read through one cursor, so that
 * they come from one snapshot.
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
  /** The probability that the player wins by chance alone. */
  chance: number
}

/** Reads the seats of a match. If a player sits twice, only the first seat counts. Seats without a place are left out. */
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

type SeatTuple = [
  playerId: string,
  ghostPlayerId: string,
  place: number | null,
  side: number | null,
  won: boolean,
  winners: number,
  of: number,
]

/** Rates one match. A match with fewer than two sides changes no rating. */
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
 * The players of a match. `isKnown` is a condition on `claim_edges ce`: if it is true, a claimed ghost player counts as its
 * canonical player, otherwise as itself. `offset 0` keeps the planner from reading all claims for each match.
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

/** A condition: everybody who reads the pool may see the person. */
const isKnownTo = ({ communityId }: PoolKey): Sql =>
  communityId === null
    ? sql`exists (select from canonical_players cp where cp.id = ce.canonical_player_id and cp.is_public)`
    : sql`exists (
        select from memberships ms where ms.community_id = ${communityId} and ms.canonical_player_id = ce.canonical_player_id)`

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
