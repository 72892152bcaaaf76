/** The lines of a sheet: what has one score and one place. */
import { sideOf } from '../parts/marks/side-name.ts'
import { type Seat, type Sheet, isTapped, scoreOfSeat } from './sheet.ts'

export const teamOf = (seat: Pick<Seat, 'loadout'>): string | undefined => sideOf(seat.loadout)?.toLowerCase()

export const isOn = (side: string) => (seat: Seat) => teamOf(seat) === side.toLowerCase()

/** The names of the sides. Numbers come first and in order, other names as people sit. */
export function sidesOf({ seats }: Pick<Sheet, 'seats'>): string[] {
  const sides = new Map<string, string>()
  for (const { loadout } of seats) {
    const side = sideOf(loadout)
    if (side !== undefined && !sides.has(side.toLowerCase())) sides.set(side.toLowerCase(), side)
  }
  return [...sides.values()].toSorted((one, other) => orderOf(one) - orderOf(other))
}

const orderOf = (side: string): number => (/^\d{1,9}$/.test(side) ? Number(side) : 1e9)

/** A player, or a side with its players. */
export interface Line {
  /** The player in whose seat the score of the line is written. */
  seat: Seat
  seats: readonly Seat[]
  side?: string
}

/** The sides, then the players without one. If the values of a side differ, its players stand alone. */
export function linesOf(sheet: Sheet): Line[] {
  const sides = sidesOf(sheet).map((side) => ({ side, seats: sheet.seats.filter(isOn(side)) }))
  const whole = sides.filter(({ seats }) => isOne(seats))
  const alone = sheet.seats.filter((seat) => !whole.some(({ seats }) => seats.includes(seat)))
  return [
    ...whole.flatMap(({ side, seats }) => {
      const seat = seats.find(({ typed }) => typed !== '') ?? seats[0]
      return seat ? { side, seats, seat } : []
    }),
    ...alone.map((seat) => ({ seat, seats: [seat] })),
  ]
}

export const lineOf = (sheet: Sheet, key: string): Line | undefined =>
  linesOf(sheet).find(({ seats }) => seats.some((seat) => seat.key === key))

/** True if no two of them have different values. */
export const isOne = (seats: readonly Seat[]): boolean =>
  [
    seats.map(({ typed }) => typed || undefined),
    seats.map(({ rank }) => rank),
    seats.map(({ outcome }) => outcome),
  ].every((values) => new Set<unknown>(values.filter((value) => value !== undefined)).size <= 1)

export function matesOf(sheet: Sheet, key: string): Seat[] {
  const seat = sheet.seats.find((one) => one.key === key)
  const team = seat && teamOf(seat)
  return sheet.seats.filter((one) => one === seat || (team !== undefined && teamOf(one) === team))
}

/** The participants who have no result, neither by themselves nor by their side. */
export function missingIn(sheet: Sheet): Seat[] {
  const isKnown = (seat: Seat) =>
    seat.rank !== undefined ||
    seat.outcome !== undefined ||
    (!isTapped(sheet) && scoreOfSeat(sheet, seat).value !== undefined)
  return sheet.seats.filter(({ key }) => !matesOf(sheet, key).some(isKnown))
}
