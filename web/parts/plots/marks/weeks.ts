/**
 * A calendar with a column for each week and a row for each weekday. The more matches there were on a day, the larger is its
 * square.
 */

export interface Day {
  /** The day, such as 2026-01-15. */
  on: string
  matches: number
}

interface DayMark {
  on: string
  matches: number
  /** `week` is the number of the column, from 0. `day` is the number of the row, and 0 is the first day of the week. */
  week: number
  row: number
  /** The side of the square, as a part of its cell. */
  size: number
}

const DAY = 86_400_000
const instantOf = (on: string) => Date.parse(`${on}T00:00:00Z`)
const nameOf = (instant: number) => new Date(instant).toISOString().slice(0, 10)

/** `firstDay` is a number from 1 for Monday to 7 for Sunday, as in `Intl`. */
export function weekMarks(
  days: readonly Day[],
  weeks: number,
  last: string,
  firstDay = 1,
): { marks: DayMark[]; firstDays: string[] } {
  const rowOf = (instant: number) => (new Date(instant).getUTCDay() + 7 - (firstDay % 7)) % 7
  const end = instantOf(last)
  const begin = end - rowOf(end) * DAY - (weeks - 1) * 7 * DAY
  const most = Math.max(1, ...days.map(({ matches }) => matches))
  const marks = days.flatMap(({ on, matches }) => {
    const since = Math.round((instantOf(on) - begin) / DAY)
    if (since < 0 || since >= weeks * 7 || matches === 0) return []
    // The smallest square must still be visible.
    const size = Math.max(0.35, Math.sqrt(matches / most) * 0.9)
    return [{ on, matches, week: Math.floor(since / 7), row: since % 7, size }]
  })
  return { marks, firstDays: Array.from({ length: weeks }, (_, n) => nameOf(begin + n * 7 * DAY)) }
}
