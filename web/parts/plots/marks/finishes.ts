/** Where somebody finishes at tables of one size: a column for each place, and what chance would give. */
import { LEAST, type Rect, slotOf, standing } from './mark.ts'

export interface Size {
  of: number
  matches: number
  /** How often first, second, and so on. */
  places: readonly number[]
}

/** The highest share of all sizes, so that their columns can be compared. */
export const topOf = (sizes: readonly Size[]): number =>
  Math.max(0, ...sizes.flatMap(({ of, matches, places }) => [1 / of, ...places.map((n) => n / matches)]))

/** `chance` is how high its line is. */
export function finishMarks({ of, matches, places }: Size, top: number): { marks: Rect[]; chance: number } {
  const marks = places.map((count, n): Rect => ({
    ...slotOf(n, places.length, 0.08),
    ...standing(Math.max(LEAST / 2, count / matches / top)),
    tone: n === 0 ? 'won' : 'rest',
  }))
  return { marks, chance: 1 - 1 / of / top }
}
