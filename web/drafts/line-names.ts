/** The names of lines in sentences. */
import { sideName } from '../parts/marks/side-name.ts'
import type { Seat, Sheet } from './sheet.ts'
import { type Line, linesOf } from './lines.ts'

export const lineName = ({ side, seat }: Line): string => (side === undefined ? seat.name : sideName(side))

/** Names the lines of these seats: a side once, and not its players. */
export const namesIn = (sheet: Sheet, seats: readonly Seat[]): string[] =>
  linesOf(sheet)
    .filter((line) => line.seats.some((seat) => seats.includes(seat)))
    .map(lineName)
