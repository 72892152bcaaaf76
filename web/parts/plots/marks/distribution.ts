/** The distribution of values: a few values as steps, many as counts for equal parts of the range. */
import { type Point, type Rect, linesTo, slotOf, standing } from './mark.ts'
import { placeOn } from './range.ts'

/** Steps: the height at a value is the share of values that are equal or lower. */
export function stepMarks(lowestFirst: readonly number[]): Point[] {
  const [lowest = 0, highest = 0] = [lowestFirst[0], lowestFirst.at(-1)]
  const at = placeOn({ lowest, highest })
  const high = (count: number) => 1 - count / lowestFirst.length
  const steps = lowestFirst.flatMap((value, n) => [
    { x: at(value), y: high(n) },
    { x: at(value), y: high(n + 1) },
  ])
  return lowestFirst.length === 0 ? [] : [{ x: 0, y: 1 }, ...steps, { x: 1, y: 0 }]
}

export function histogramMarks(bins: readonly number[]): { marks: Rect[]; lines: number[] } {
  const lines = linesTo(Math.max(0, ...bins))
  const top = lines.at(-1) ?? 1
  const marks = bins.flatMap((count, n): Rect[] =>
    count === 0 ? [] : [{ ...slotOf(n, bins.length, 0.06), ...standing(count / top), tone: 'rest' }],
  )
  return { marks, lines }
}

export const edgesOf = (bins: number, lowest: number, highest: number): number[] =>
  Array.from({ length: bins + 1 }, (_, n) => lowest + ((highest - lowest) * n) / bins)
