/** The sheet of one match while it is recorded, and its changes: each returns a new sheet. */
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
  /** The stand-in's id; for somebody new, a key made on this device. */
  key: string
  /** Absent until the service has made the stand-in. */
  ghostPlayerId?: string | undefined
  name: string
  isSelf?: boolean | undefined
  typed: string
  /** A place given by hand; otherwise places follow from the scores. */
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
  seats: readonly Seat[]
}

/** The facts about a game that a draft stores. */
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

/** The playset and expansions that a game is usually played with. */
export interface Usual {
  playset?: Ref | undefined
  community?: Ref | undefined
}

export const newSheet = (now: Date): Sheet => ({ playedAt: now.toISOString(), expansions: [], seats: [] })

/** Changes the game. Its playset and expansions go; scores stay if both games count the same. */
export function withGame(sheet: Sheet, game: GameFacts, { playset, community }: Usual = {}): Sheet {
  const was = sheet.game
  if (was?.id === game.id) return { ...sheet, game }
  const same = was === undefined || was.scoreType === game.scoreType
  const seats = same
    ? sheet.seats
    : sheet.seats.map((seat) => ({ ...seat, typed: '', rank: undefined, outcome: undefined }))
  return {
    ...sheet,
    game,
    playset,
    community: sheet.community ?? community,
    expansions: [],
    seats,
  }
}

export interface Person {
  id: string
  displayName: string
  isSelf?: boolean | undefined
}

/** Adds people who are not at the table yet. */
export function seated(sheet: Sheet, people: readonly Person[]): Sheet {
  const added: Seat[] = people
    .filter(({ id }) => !sheet.seats.some(({ ghostPlayerId }) => ghostPlayerId === id))
    .map(({ id, displayName, isSelf }) => ({
      key: id,
      ghostPlayerId: id,
      name: displayName,
      isSelf,
      typed: '',
    }))
  return withSeats(sheet, added)
}

/** Adds somebody without a stand-in; the service makes one before the match. */
export const seatedNew = (sheet: Sheet, key: string, name: string): Sheet =>
  withSeats(sheet, [{ key, name: name.trim(), typed: '' }])

/** At a table that won or lost together, new people get the same outcome. Otherwise, if somebody has won, they have lost. */
function withSeats(sheet: Sheet, added: Seat[]): Sheet {
  const all = outcomeOfAll(sheet)
  const outcome = all ?? (sheet.seats.some((seat) => seat.outcome === 'WIN') ? 'LOSS' : undefined)
  return { ...sheet, seats: [...sheet.seats, ...added.map((seat) => ({ ...seat, outcome }))] }
}

export const unseated = (sheet: Sheet, key: string): Sheet => ({
  ...sheet,
  seats: sheet.seats.filter((seat) => seat.key !== key),
})

const changedSeat = (sheet: Sheet, key: string, change: Partial<Seat>): Sheet => ({
  ...sheet,
  seats: sheet.seats.map((seat) => (seat.key === key ? { ...seat, ...change } : seat)),
})

export const withTyped = (sheet: Sheet, key: string, typed: string): Sheet =>
  changedSeat(sheet, key, { typed })

export const renamedNew = (sheet: Sheet, key: string, name: string): Sheet =>
  changedSeat(sheet, key, { name: name.trim() })

/** Sets the place of a seat and its side. Undefined: the place follows from the scores again. */
export function withRank(sheet: Sheet, key: string, rank: number | undefined): Sheet {
  const mates = matesOf(sheet, key)
  return { ...sheet, seats: sheet.seats.map((seat) => (mates.includes(seat) ? { ...seat, rank } : seat)) }
}

/** The loadout attribute that says who plays on one side. */
export const TEAM = 'team'

export function withTeam(sheet: Sheet, key: string, team: string | undefined): Sheet {
  const seat = sheet.seats.find((one) => one.key === key)
  const { [TEAM]: _was, ...others } = seat?.loadout ?? {}
  return withLoadout(sheet, key, team === undefined ? others : { ...others, [TEAM]: team })
}

/** An empty loadout is removed. */
export const withLoadout = (sheet: Sheet, key: string, loadout: Record<string, unknown>): Sheet =>
  changedSeat(sheet, key, { loadout: Object.keys(loadout).length > 0 ? loadout : undefined })

/** The side of a seat, by the service's rules for results. */
export function teamOf(seat: Seat): string | undefined {
  const team = seat.loadout?.[TEAM]
  const name = typeof team === 'string' || typeof team === 'number' ? String(team).trim().toLowerCase() : ''
  return name === '' ? undefined : name
}

/** The seat and the other seats of its side. */
export function matesOf(sheet: Sheet, key: string): Seat[] {
  const seat = sheet.seats.find((one) => one.key === key)
  const team = seat && teamOf(seat)
  return sheet.seats.filter((one) => one === seat || (team !== undefined && teamOf(one) === team))
}

/** The tapped player and their side have won, and the others have lost; a second tap undoes it. */
export function withWinner(sheet: Sheet, key: string): Sheet {
  const mates = matesOf(sheet, key)
  const all = outcomeOfAll(sheet)
  // After "everybody won", a tap on one player means that this player won.
  const wins = all !== undefined || mates[0]?.outcome !== 'WIN'
  const seats = sheet.seats.map((seat): Seat => {
    if (mates.includes(seat)) return { ...seat, outcome: wins ? 'WIN' : 'LOSS' }
    return { ...seat, outcome: seat.outcome === 'WIN' && all === undefined ? 'WIN' : 'LOSS' }
  })
  const won = seats.some(({ outcome }) => outcome === 'WIN')
  return won ? { ...sheet, seats } : open(sheet)
}

const open = (sheet: Sheet): Sheet => ({
  ...sheet,
  seats: sheet.seats.map(({ outcome: _outcome, ...seat }) => seat),
})

/** A second tap undoes it. */
export function withOutcomeOfAll(sheet: Sheet, outcome: Outcome): Sheet {
  const next = sheet.seats.every((seat) => seat.outcome === outcome) ? undefined : outcome
  return { ...sheet, seats: sheet.seats.map((seat) => ({ ...seat, outcome: next })) }
}

/** The outcome that all seats share; undefined for a single seat. */
export function outcomeOfAll({ seats }: Sheet): Outcome | undefined {
  const outcome = seats[0]?.outcome
  return seats.length > 1 && seats.every((seat) => seat.outcome === outcome) ? outcome : undefined
}

export const scoreOfSeat = (sheet: Sheet, seat: Seat) => scoreOf(seat.typed, sheet.game?.scoreType ?? 'SCORE')

export const isTapped = (sheet: Sheet): boolean => sheet.game?.scoreType === 'WIN_LOSS'

/** Seats without a result: nothing is written for them or for their side. */
export function missingIn(sheet: Sheet): Seat[] {
  const isKnown = (seat: Seat) =>
    seat.rank !== undefined ||
    seat.outcome !== undefined ||
    (!isTapped(sheet) && scoreOfSeat(sheet, seat).value !== undefined)
  return sheet.seats.filter(({ key }) => !matesOf(sheet, key).some(isKnown))
}

/** Seats whose score cannot be read, or is outside the service's limits. */
export const faultyIn = (sheet: Sheet): Seat[] =>
  isTapped(sheet) ? [] : sheet.seats.filter((seat) => scoreOfSeat(sheet, seat).fault !== undefined)
