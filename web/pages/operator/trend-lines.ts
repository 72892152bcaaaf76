/** A day of points as lines. While no instance ran there is no point, so the line has a gap there. */

/** `x` goes from 0 at the first point to 1 at the last one. */
export type Line = { x: number; value: number }[]

interface Timed {
  at: string
}

/** `every` is the number of seconds that a point stands for. */
export function linesOf<P extends Timed>(
  points: readonly P[],
  every: number,
  valueOf: (point: P) => number | undefined,
): Line[] {
  const times = points.map(({ at }) => Date.parse(at))
  const [begin = 0, end = 0] = [times[0], times.at(-1)]
  const lines: Line[] = []
  let before = -Infinity
  for (const [n, point] of points.entries()) {
    const [time = 0, value] = [times[n], valueOf(point)]
    if (value === undefined) continue
    if (time - before > 1_500 * every) lines.push([])
    lines.at(-1)?.push({ x: end > begin ? (time - begin) / (end - begin) : 1, value })
    before = time
  }
  return lines
}

const STEPS = [1, 2, 5]

/** A round number that no value exceeds: 1, 2 or 5 with zeros behind or before it. */
export function topOf(values: readonly number[]): number {
  const most = Math.max(0, ...values)
  if (most === 0) return 1
  for (let power = Math.floor(Math.log10(most)); ; power++)
    for (const step of STEPS) {
      const top = Number(`${step}e${power}`)
      if (top >= most) return top
    }
}
