/** The sheet of one match as somebody fills it, and what can be done to it: each change answers a new sheet. */
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
  /** Of this device for somebody new, else the id of the stand-in. */
  key: string
  /** Absent until the service has made the stand-in. */
  ghostPlayerId?: string | undefined
  name: string
  isSelf?: boolean | undefined
  typed: string
  /** Given by hand; places follow from scores otherwise. */
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

/** What a draft keeps of a game. */
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

/** What a game is mostly played with. */
export interface Usual {
  playset?: Ref | undefined
  community?: Ref | undefined
}

export const newSheet = (now: Date): Sheet => ({ playedAt: now.toISOString(), expansions: [], seats: [] })

/** Another game has other playsets and expansions; scores stay where they mean the same. */
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

/** Nobody sits at a table twice. */
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

/** Somebody who has no stand-in yet: the service makes one before the match. */
export const seatedNew = (sheet: Sheet, key: string, name: string): Sheet =>
  withSeats(sheet, [{ key, name: name.trim(), typed: '' }])

/** Who joins a table where everybody has won or lost together does so too; else somebody has won already. */
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

/** A side has one place. Undefined gives the place back to the scores. */
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

/** Without an attribute there is no loadout. */
export const withLoadout = (sheet: Sheet, key: string, loadout: Record<string, unknown>): Sheet =>
  changedSeat(sheet, key, { loadout: Object.keys(loadout).length > 0 ? loadout : undefined })

/** As results tell sides apart. */
export function teamOf(seat: Seat): string | undefined {
  const team = seat.loadout?.[TEAM]
  const name = typeof team === 'string' || typeof team === 'number' ? String(team).trim().toLowerCase() : ''
  return name === '' ? undefined : name
}

/** The seat and its side. */
export function matesOf(sheet: Sheet, key: string): Seat[] {
  const seat = sheet.seats.find((one) => one.key === key)
  const team = seat && teamOf(seat)
  return sheet.seats.filter((one) => one === seat || (team !== undefined && teamOf(one) === team))
}

/** Whoever is tapped has won, with their side, and the others have lost; tapped again it is open. */
export function withWinner(sheet: Sheet, key: string): Sheet {
  const mates = matesOf(sheet, key)
  const all = outcomeOfAll(sheet)
  // Tapping one of a table that has won together says who has won instead.
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

/** Tapped again it is open. */
export function withOutcomeOfAll(sheet: Sheet, outcome: Outcome): Sheet {
  const next = sheet.seats.every((seat) => seat.outcome === outcome) ? undefined : outcome
  return { ...sheet, seats: sheet.seats.map((seat) => ({ ...seat, outcome: next })) }
}

/** What a table has in common; one person alone is no table. */
export function outcomeOfAll({ seats }: Sheet): Outcome | undefined {
  const outcome = seats[0]?.outcome
  return seats.length > 1 && seats.every((seat) => seat.outcome === outcome) ? outcome : undefined
}

export const scoreOfSeat = (sheet: Sheet, seat: Seat) => scoreOf(seat.typed, sheet.game?.scoreType ?? 'SCORE')

export const isTapped = (sheet: Sheet): boolean => sheet.game?.scoreType === 'WIN_LOSS'

/** Of whom it is not known how they did: nothing is written, nor of their side. */
export function missingIn(sheet: Sheet): Seat[] {
  const isKnown = (seat: Seat) =>
    seat.rank !== undefined ||
    seat.outcome !== undefined ||
    (!isTapped(sheet) && scoreOfSeat(sheet, seat).value !== undefined)
  return sheet.seats.filter(({ key }) => !matesOf(sheet, key).some(isKnown))
}

/** Whose score can't be read, or is more than the service takes. */
export const faultyIn = (sheet: Sheet): Seat[] =>
  isTapped(sheet) ? [] : sheet.seats.filter((seat) => scoreOfSeat(sheet, seat).fault !== undefined)
