/** A rating as a line in the order of the matches, with the band of two deviations round it. */
import type { Point } from './mark.ts'

export interface Rated {
  rating: number
  uncertainty: number
}

export interface RatingMarks {
  line: Point[]
  /** Along the upper edge and back along the lower one. */
  band: Point[]
  lowest: number
  highest: number
}

export function ratingMarks(oldestFirst: readonly Rated[]): RatingMarks {
  const edges = oldestFirst.flatMap(({ rating, uncertainty }) => [
    rating - 2 * uncertainty,
    rating + 2 * uncertainty,
  ])
  const [lowest, highest] = [Math.min(...edges), Math.max(...edges)]
  const x = (n: number) => (oldestFirst.length > 1 ? n / (oldestFirst.length - 1) : 0.5)
  const y = (value: number) => (highest > lowest ? (highest - value) / (highest - lowest) : 0.5)
  const edge = (sign: 1 | -1) =>
    oldestFirst.map(({ rating, uncertainty }, n) => ({ x: x(n), y: y(rating + sign * 2 * uncertainty) }))
  return {
    line: oldestFirst.map(({ rating }, n) => ({ x: x(n), y: y(rating) })),
    band: [...edge(1), ...edge(-1).reverse()],
    lowest,
    highest,
  }
}
