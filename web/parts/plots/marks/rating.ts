/**
 * A rating as a line, and above it a band for the player's strength. The rating is the estimated strength minus three standard
 * deviations.
 */
import type { Point } from './mark.ts'

export interface Rated {
  /** The number of the match after which the player had this rating. */
  match: number
  rating: number
  uncertainty: number
  estimate: number
}

/** The range in which the strength is with a probability of 95 %. */
export const strengthOf = ({ estimate, uncertainty }: Rated): [from: number, to: number] => [
  estimate - 2 * uncertainty,
  estimate + 2 * uncertainty,
]

interface RatingMarks {
  line: Point[]
  estimate: Point[]
  band: Point[]
  /** The lowest line comes first. `y` is its distance from the top. */
  lines: { value: number; y: number }[]
}

const SINGLE = [0.48, 0.52]

/** The horizontal axis counts matches, including those without a point. */
export function ratingMarks(points: readonly Rated[]): RatingMarks {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return { line: [], estimate: [], band: [], lines: [] }
  const values = points.flatMap((point) => [point.rating, strengthOf(point)[1]])
  const axis = axisOf(Math.min(...values), Math.max(...values))
  const [low, high] = [axis[0] ?? 0, axis.at(-1) ?? 1]
  const y = (value: number) => (high - value) / (high - low)
  const placed =
    first === last
      ? SINGLE.map((x) => ({ x, point: first }))
      : points.map((point) => ({ x: (point.match - first.match) / (last.match - first.match), point }))
  const along = (valueOf: (point: Rated) => number): Point[] =>
    placed.map(({ x, point }) => ({ x, y: y(valueOf(point)) }))
  return {
    line: along(({ rating }) => rating),
    estimate: along(({ estimate }) => estimate),
    band: [...along((point) => strengthOf(point)[1]), ...along((point) => strengthOf(point)[0]).toReversed()],
    lines: axis.map((value) => ({ value, y: y(value) })),
  }
}

const STEPS = [1, 2, 5]

function axisOf(lowest: number, highest: number): number[] {
  for (let scale = 10; ; scale *= 10)
    for (const step of STEPS) {
      const by = step * scale
      const from = Math.floor(lowest / by)
      const to = Math.max(from + 1, Math.ceil(highest / by))
      if (to - from <= 4) return Array.from({ length: to - from + 1 }, (_, n) => (from + n) * by)
    }
}
