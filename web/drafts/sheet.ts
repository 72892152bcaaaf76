/** The sheet of a draft, and functions that change it. Each returns a new sheet. */
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

/** What the person usually plays the game with. */
export interface Usual {
  playset?: Ref | undefined
  community?: Ref | undefined
}

export const newSheet = (now: Date): Sheet => ({ playedAt: now.toISOString(), expansions: [], seats: [] })

/** Chooses the game. If both games have the same kind of score, the scores stay. */
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

/** Adds somebody new. The service makes their stand-in before the match. */
export const seatedNew = (sheet: Sheet, key: string, name: string, userId?: string): Sheet =>
  withSeats(sheet, [{ key, name: name.trim(), userId, typed: '' }])

/** Adds seats. If all have won or lost together, new people get the same outcome. If only some have won, new people have lost. */
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

/** Sets a place. If it is undefined, the scores decide again. */
export function withRank(sheet: Sheet, key: string, rank: number | undefined): Sheet {
  const mates = matesOf(sheet, key)
  return { ...sheet, seats: sheet.seats.map((seat) => (mates.includes(seat) ? { ...seat, rank } : seat)) }
}

/** Changes the outcome of only this participant. */
export const withOutcome = (sheet: Sheet, key: string, outcome: Outcome | undefined): Sheet =>
  changedSeat(sheet, key, { outcome })

export const TEAM = 'team'

export function withTeam(sheet: Sheet, key: string, team: string | undefined): Sheet {
  const seat = sheet.seats.find((one) => one.key === key)
  const { [TEAM]: _was, ...others } = seat?.loadout ?? {}
  return withLoadout(sheet, key, team === undefined ? others : { ...others, [TEAM]: team })
}

export const withLoadout = (sheet: Sheet, key: string, loadout: Record<string, unknown>): Sheet =>
  changedSeat(sheet, key, { loadout: Object.keys(loadout).length > 0 ? loadout : undefined })

/** The team of a participant, by the service's rules for results. */
export function teamOf(seat: Seat): string | undefined {
  const team = seat.loadout?.[TEAM]
  const name = typeof team === 'string' || typeof team === 'number' ? String(team).trim().toLowerCase() : ''
  return name === '' ? undefined : name
}

function matesOf(sheet: Sheet, key: string): Seat[] {
  const seat = sheet.seats.find((one) => one.key === key)
  const team = seat && teamOf(seat)
  return sheet.seats.filter((one) => one === seat || (team !== undefined && teamOf(one) === team))
}

/** The side of the tapped player has won, and the others have lost. A second tap takes this back. */
export function withWinner(sheet: Sheet, key: string): Sheet {
  const mates = matesOf(sheet, key)
  const all = outcomeOfAll(sheet)
  // After "everybody won", tapping a player means that only this player has won.
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

export function withOutcomeOfAll(sheet: Sheet, outcome: Outcome): Sheet {
  const next = sheet.seats.every((seat) => seat.outcome === outcome) ? undefined : outcome
  return { ...sheet, seats: sheet.seats.map((seat) => ({ ...seat, outcome: next })) }
}

/** The outcome that all participants have in common. Undefined if there is only one participant. */
export function outcomeOfAll({ seats }: Sheet): Outcome | undefined {
  const outcome = seats[0]?.outcome
  return seats.length > 1 && seats.every((seat) => seat.outcome === outcome) ? outcome : undefined
}

export const scoreOfSeat = (sheet: Sheet, seat: Seat) => scoreOf(seat.typed, sheet.game?.scoreType ?? 'SCORE')

export const isTapped = (sheet: Sheet): boolean => sheet.game?.scoreType === 'WIN_LOSS'

/** The participants who have no result, neither by themselves nor by their side. */
export function missingIn(sheet: Sheet): Seat[] {
  const isKnown = (seat: Seat) =>
    seat.rank !== undefined ||
    seat.outcome !== undefined ||
    (!isTapped(sheet) && scoreOfSeat(sheet, seat).value !== undefined)
  return sheet.seats.filter(({ key }) => !matesOf(sheet, key).some(isKnown))
}

/** The participants whose score cannot be read, or is beyond the limits of the service. */
export const faultyIn = (sheet: Sheet): Seat[] =>
  isTapped(sheet) ? [] : sheet.seats.filter((seat) => scoreOfSeat(sheet, seat).fault !== undefined)
