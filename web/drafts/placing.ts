/** Places by taps, in the order in which people finished. */
import type { Sheet } from './sheet.ts'
import { lineOf, linesOf } from './lines.ts'
import { withRank } from './sheet-changes.ts'

/** The place that the next tap gives. Undefined if everybody has one. */
export function nextPlace(sheet: Sheet): number | undefined {
  const ranks = linesOf(sheet).map(({ seat }) => seat.rank)
  return ranks.includes(undefined)
    ? 1 + Math.max(0, ...ranks.filter((rank) => rank !== undefined))
    : undefined
}

/**
 * Gives the next place to the tapped line. Whoever is left last gets the last place. A tap on a line with a place takes back this
 * place and the places behind it.
 */
export function withNextPlace(sheet: Sheet, key: string): Sheet {
  const rank = lineOf(sheet, key)?.seat.rank
  const place = nextPlace(sheet)
  if (rank !== undefined || place === undefined) return withoutPlaces(sheet, rank)
  const placed = withRank(sheet, key, place)
  const [last, ...others] = linesOf(placed).filter(({ seat }) => seat.rank === undefined)
  return last && others.length === 0 ? withRank(placed, last.seat.key, place + 1) : placed
}

/** Takes back the places from this one on. */
export const withoutPlaces = (sheet: Sheet, from = 1): Sheet => ({
  ...sheet,
  seats: sheet.seats.map((seat) =>
    seat.rank !== undefined && seat.rank >= from ? { ...seat, rank: undefined } : seat,
  ),
})
