/** Months as stacked columns: wins at the bottom, then other matches, then matches played together. */
import { type Rect, linesTo, slotOf, standing } from './mark.ts'

export interface Month {
  /** The month, such as 2026-01. */
  month: string
  matches: number
  won?: number
  together?: number
}

/** All months from the first to the last, including months without matches. */
export function monthsOf<M extends Month>(
  some: readonly M[],
  most: number,
  { from, to }: { from?: string; to?: string } = {},
): (M | Month)[] {
  const known = new Map(some.map((one) => [one.month, one]))
  const sorted = [...known.keys()].sort()
  const last = to ?? sorted.at(-1)
  if (last === undefined) return []
  const first = from ?? sorted[0] ?? last
  const months: (M | Month)[] = []
  for (let nth = numberOf(last); nth >= numberOf(first) && months.length < most; nth--) {
    const month = nameOf(nth)
    months.unshift(known.get(month) ?? { month, matches: 0 })
  }
  return months
}

const numberOf = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1
const nameOf = (nth: number) =>
  `${String(Math.floor(nth / 12)).padStart(4, '0')}-${String((nth % 12) + 1).padStart(2, '0')}`

export const restOf = ({ matches, won = 0, together = 0 }: Month): number => matches - won - together

/** If there are fewer months than this, columns are as narrow as with this number. */
const FEWEST = 6

export function monthMarks(months: readonly Month[]): { marks: Rect[]; lines: number[]; slots: number } {
  const lines = linesTo(Math.max(0, ...months.map(({ matches }) => matches)))
  const top = lines.at(-1) ?? 1
  const slots = Math.max(months.length, FEWEST)
  const marks = months.flatMap((month, n) => {
    const { won = 0, together = 0 } = month
    const slot = slotOf(n, slots, 0.34)
    const stack = [
      { tone: 'won', count: won, below: 0 },
      { tone: 'rest', count: restOf(month), below: won },
      { tone: 'together', count: together, below: won + restOf(month) },
    ] as const
    return stack
      .filter(({ count }) => count > 0)
      .map(({ tone, count, below }) => Object.assign(standing(count / top, below / top), slot, { tone }))
  })
  return { marks, lines, slots }
}
