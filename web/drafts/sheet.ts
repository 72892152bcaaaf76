/** The sheet of a draft. */
import { scoreOf } from './score.ts'
import type { ScoreType } from '../parts/marks/score-text.ts'

export interface Ref {
  id: string
  displayName: string
}

export interface GameFacts extends Ref {
  scoreType: ScoreType
  winCondition?: 'HIGHER_WINS' | 'LOWER_WINS' | undefined
  minPlayers: number
  maxPlayers: number
}

export type Outcome = 'WIN' | 'LOSS'

export interface Seat {
  /** The id of the stand-in. For somebody new, a key that was made on this device. */
  key: string
  /** Absent until the service has made the stand-in. */
  ghostPlayerId?: string | undefined
  name: string
  /** The user that somebody new is, if they were chosen from a community. */
  userId?: string | undefined
  isSelf?: boolean | undefined
  typed: string
  /** The place that somebody chose by hand. Without it, the scores decide. */
  rank?: number | undefined
  outcome?: Outcome | undefined
  loadout?: Readonly<Record<string, unknown>> | undefined
}

export interface Sheet {
  game?: GameFacts | undefined
  playedAt: string
  playset?: Ref | undefined
  community?: Ref | undefined
  expansions: readonly Ref[]
  comments?: string | undefined
  minutes?: number | undefined
  /** True if the terms of each sum are rounds. */
  hasRounds?: boolean | undefined
  seats: readonly Seat[]
}

export const factsOf = ({
  id,
  displayName,
  scoreType,
  winCondition,
  minPlayers,
  maxPlayers,
}: GameFacts): GameFacts => ({
  id,
  displayName,
  scoreType,
  winCondition,
  minPlayers,
  maxPlayers,
})

export const newSheet = (now: Date): Sheet => ({ playedAt: now.toISOString(), expansions: [], seats: [] })

export const scoreOfSeat = (sheet: Sheet, seat: Seat) => scoreOf(seat.typed, sheet.game?.scoreType ?? 'SCORE')

export const isTapped = (sheet: Sheet): boolean => sheet.game?.scoreType === 'WIN_LOSS'

/** The participants whose score cannot be read, or is beyond the limits of the service. */
export const faultyIn = (sheet: Sheet): Seat[] =>
  isTapped(sheet) ? [] : sheet.seats.filter((seat) => scoreOfSeat(sheet, seat).fault !== undefined)
