/** A person's places in all matches with the same number of players: a column for each place, and a line for chance. */
import { LEAST, type Rect, slotOf, standing } from './mark.ts'

export interface Size {
  of: number
  matches: number
  /** How many first places there were, how many second places, and so on. */
  places: readonly number[]
}

export const topOf = (sizes: readonly Size[]): number =>
  Math.max(0, ...sizes.flatMap(({ of, matches, places }) => [1 / of, ...places.map((n) => n / matches)]))

export function finishMarks({ of, matches, places }: Size, top: number): { marks: Rect[]; chance: number } {
  const marks = places.map((count, n): Rect => ({
    ...slotOf(n, places.length, 0.08),
    ...standing(Math.max(LEAST / 2, count / matches / top)),
    tone: n === 0 ? 'won' : 'rest',
  }))
  return { marks, chance: 1 - 1 / of / top }
}
