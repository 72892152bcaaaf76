/** Decides which days are in the calendar of a community's evenings. */

/** The service returns at most this number of days. If it returns that number, earlier days may be missing. */
export const MOST_DAYS = 60

const DAY = 86_400_000

export function lastDayOf(year: number | undefined, timeZone: string, now = new Date()): string {
  const today = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(now)
  return year !== undefined && Number(today.slice(0, 4)) !== year ? `${year}-12-31` : today
}

/** How many weeks are complete, between 1 and `most`. `newestFirst` has days such as 2026-01-15. */
export function completeWeeks(newestFirst: readonly { on: string }[], last: string, most: number): number {
  const oldest = newestFirst.length < MOST_DAYS ? undefined : newestFirst.at(-1)?.on
  if (oldest === undefined) return most
  const days = (Date.parse(`${last}T00:00:00Z`) - Date.parse(`${oldest}T00:00:00Z`)) / DAY
  return Math.min(most, Math.max(1, Math.floor(days / 7)))
}
