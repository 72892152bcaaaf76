/** Functions that change a sheet. Each returns a new sheet. */
import { TEAM } from '../parts/marks/side-name.ts'
import { isOn, isOne, lineOf, matesOf, sidesOf } from './lines.ts'
import type { GameFacts, Outcome, Ref, Seat, Sheet } from './sheet.ts'

/** What the person usually plays the game with. */
export interface Usual {
  playset?: Ref | undefined
  community?: Ref | undefined
}

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

/**
 * Adds seats. If all have won or lost together, new people get the same outcome. If only some have won, new people have lost. If
 * there are sides, each joins the smallest one.
 */
function withSeats(sheet: Sheet, added: Seat[]): Sheet {
  const all = outcomeOfAll(sheet)
  const outcome = all ?? (sheet.seats.some((seat) => seat.outcome === 'WIN') ? 'LOSS' : undefined)
  return added.reduce((was, seat) => withSeat(was, { ...seat, outcome }), sheet)
}

function withSeat(sheet: Sheet, seat: Seat): Sheet {
  const side = smallestSide(sheet)
  const next = { ...sheet, seats: [...sheet.seats, seat] }
  return side === undefined ? next : withTeam(next, seat.key, side)
}

function smallestSide(sheet: Sheet): string | undefined {
  const sizes = sidesOf(sheet).map((side) => ({ side, size: sheet.seats.filter(isOn(side)).length }))
  return sizes.toSorted((one, other) => one.size - other.size)[0]?.side
}

export const unseated = (sheet: Sheet, key: string): Sheet => ({
  ...sheet,
  seats: sheet.seats.filter((seat) => seat.key !== key),
})

const changedSeats = (sheet: Sheet, of: readonly Seat[], change: Partial<Seat>): Sheet => ({
  ...sheet,
  seats: sheet.seats.map((seat) => (of.includes(seat) ? { ...seat, ...change } : seat)),
})

const changedSeat = (sheet: Sheet, key: string, change: Partial<Seat>): Sheet => ({
  ...sheet,
  seats: sheet.seats.map((seat) => (seat.key === key ? { ...seat, ...change } : seat)),
})

/** Writes a score. A side has one score, so each of its players gets it. */
export const withTyped = (sheet: Sheet, key: string, typed: string): Sheet =>
  changedSeats(sheet, lineOf(sheet, key)?.seats ?? [], { typed })

/** Sets a place. If it is undefined, the scores decide again. */
export const withRank = (sheet: Sheet, key: string, rank: number | undefined): Sheet =>
  changedSeats(sheet, matesOf(sheet, key), { rank })

/** Changes the outcome of only this participant. */
export const withOutcome = (sheet: Sheet, key: string, outcome: Outcome | undefined): Sheet =>
  changedSeat(sheet, key, { outcome })

/** Seats somebody on a side, which has one score and one place. Undefined takes them from their side. */
export function withTeam(sheet: Sheet, key: string, team: string | undefined): Sheet {
  const seat = sheet.seats.find((one) => one.key === key)
  const { [TEAM]: _was, ...others } = seat?.loadout ?? {}
  const loadout = team === undefined ? others : { ...others, [TEAM]: team }
  // What was written for a side stays with those who remain there.
  const left = matesOf(sheet, key).length > 1 ? changedSeat(sheet, key, NOTHING_WRITTEN) : sheet
  return shared(withLoadout(left, key, loadout), key)
}

const NOTHING_WRITTEN = { typed: '', rank: undefined, outcome: undefined }

/** The player gets what is written for the side. If nothing is, the side gets what is written for the player. */
function shared(sheet: Sheet, key: string): Sheet {
  const mates = matesOf(sheet, key)
  const others = mates.filter((seat) => seat.key !== key)
  if (others.length === 0 || !isOne(others)) return sheet
  const { typed, rank, outcome } = [...others, ...mates].find(isWritten) ?? NOTHING_WRITTEN
  return changedSeats(sheet, mates, { typed, rank, outcome })
}

const isWritten = ({ typed, rank, outcome }: Seat): boolean =>
  typed !== '' || rank !== undefined || outcome !== undefined

export const withLoadout = (sheet: Sheet, key: string, loadout: Record<string, unknown>): Sheet =>
  changedSeat(sheet, key, { loadout: Object.keys(loadout).length > 0 ? loadout : undefined })

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
