/** Turns a draft into the bodies of requests, and a match of the service into a draft. */
import { changes } from '../parts/changes/merge.ts'
import { type MatchFacts, factsIn, othersIn, roundsIn } from '../parts/matches/loadout-facts.ts'
import { loadoutOf, typedRounds } from './loadout.ts'
import { typedOf } from './score.ts'
import {
  type GameFacts,
  type Outcome,
  type Ref,
  type Seat,
  type Sheet,
  isTapped,
  scoreOfSeat,
} from './sheet.ts'

interface ParticipantBody {
  ghostPlayerId: string
  score?: number
  rank?: number
  outcome?: Outcome
  loadoutAttributes?: Record<string, unknown>
}

/** The fields of a match that this app writes. */
export type MatchBody = {
  gameId: string
  playedAt: string
  participants: ParticipantBody[]
  expansions: string[]
  playsetId: string | null
  communityId: string | null
}

/** The body of the request. Undefined if there is nothing to send yet. */
export function bodyOf(sheet: Sheet): MatchBody | undefined {
  const participants = sheet.seats.flatMap((seat) => participantOf(sheet, seat) ?? [])
  if (!sheet.game || participants.length === 0) return undefined
  return {
    gameId: sheet.game.id,
    playedAt: sheet.playedAt,
    participants,
    expansions: sheet.expansions.map(({ id }) => id),
    playsetId: sheet.playset?.id ?? null,
    communityId: sheet.community?.id ?? null,
  }
}

function participantOf(sheet: Sheet, seat: Seat): ParticipantBody | undefined {
  if (seat.ghostPlayerId === undefined) return undefined
  const score = isTapped(sheet) ? undefined : scoreOfSeat(sheet, seat).value
  const loadout = loadoutOf(sheet, seat)
  return {
    ghostPlayerId: seat.ghostPlayerId,
    ...(score !== undefined && { score }),
    ...(seat.rank !== undefined && { rank: seat.rank }),
    ...(seat.outcome && { outcome: seat.outcome }),
    ...(loadout && { loadoutAttributes: loadout }),
  }
}

export function creation({ playsetId, communityId, ...body }: MatchBody) {
  return {
    ...body,
    ...(playsetId !== null && { playsetId }),
    ...(communityId !== null && { communityId }),
  }
}

/** The fields that differ. Undefined if none does. */
export function changeBetween(from: MatchBody, to: MatchBody): Partial<MatchBody> | undefined {
  const change = changes(from, to)
  if (Object.keys(change).length === 0) return undefined
  // If the game changes, the service needs a playset and expansions too.
  return 'gameId' in change ? { ...change, playsetId: to.playsetId, expansions: to.expansions } : change
}

export interface ReadMatch {
  game: Ref
  playset?: Ref | undefined
  community?: Ref | undefined
  playedAt: string
  expansions?: readonly Ref[] | undefined
  participants: readonly {
    ghostPlayer: Ref
    score?: number | undefined
    rank?: number | undefined
    outcome?: Outcome | undefined
    loadout?: { attributes: Record<string, unknown> } | undefined
  }[]
}

/** The draft of a match. Its times have milliseconds, as this app writes them. */
export function sheetOf(match: ReadMatch, game: GameFacts, selfId: string | undefined): Sheet {
  const facts = factsIn(match.participants)
  const seats = match.participants.map((participant) => seatOf(participant, facts, game, selfId))
  return {
    game,
    playedAt: new Date(match.playedAt).toISOString(),
    playset: match.playset,
    community: match.community,
    expansions: match.expansions ?? [],
    ...facts,
    ...(seats.some(({ hasRounds }) => hasRounds) && { hasRounds: true }),
    seats: seats.map(({ seat }) => seat),
  }
}

function seatOf(
  { ghostPlayer: { id, displayName }, score, rank, outcome, loadout }: ReadMatch['participants'][number],
  facts: MatchFacts,
  { scoreType }: GameFacts,
  selfId: string | undefined,
) {
  const rounds = roundsIn(loadout?.attributes, score)
  const others = loadout && othersIn(loadout.attributes, facts, rounds)
  const seat: Seat = {
    key: id,
    ghostPlayerId: id,
    name: displayName,
    isSelf: id === selfId,
    typed: rounds ? typedRounds(rounds, scoreType) : typedOf(score, scoreType),
    rank,
    outcome,
    loadout: others && Object.keys(others).length > 0 ? others : undefined,
  }
  return { seat, hasRounds: rounds !== undefined }
}
