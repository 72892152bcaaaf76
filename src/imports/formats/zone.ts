/** Adds the offset of a time zone to a local time. */

/** Returns a local time with the offset that this IANA zone has at that time. Undefined if there is no such zone. */
export function inZone(local: string, timeZone: string): string | undefined {
  const formatter = formatterOf(timeZone)
  if (!formatter) return undefined
  const wall = Date.parse(`${local}Z`)
  // The first offset can be wrong on the day when the clocks change, so we look it up a second time.
  const guess = wall - offsetAt(wall, formatter)
  const offset = offsetAt(guess, formatter) / 60_000
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60].map((part) =>
    String(part).padStart(2, '0'),
  )
  return Number.isInteger(offset) ? `${local}${offset < 0 ? '-' : '+'}${hours}:${minutes}` : undefined
}

const formatters = new Map<string, Intl.DateTimeFormat | undefined>()

function formatterOf(timeZone: string): Intl.DateTimeFormat | undefined {
  if (!/^[A-Za-z]+(?:[/_+-][A-Za-z0-9]+){0,4}$/.test(timeZone)) return undefined
  if (formatters.size > MOST_FORMATTERS) formatters.clear()
  if (!formatters.has(timeZone)) formatters.set(timeZone, newFormatter(timeZone))
  return formatters.get(timeZone)
}

/** How many formatters are kept. Each takes some 50 kB. */
const MOST_FORMATTERS = 100

function newFormatter(timeZone: string): Intl.DateTimeFormat | undefined {
  const number = '2-digit'
  try {
    return new Intl.DateTimeFormat('en', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: number,
      day: number,
      hour: number,
      minute: number,
      second: number,
    })
  } catch {
    return undefined
  }
}

function offsetAt(at: number, formatter: Intl.DateTimeFormat): number {
  const parts = Object.fromEntries(
    formatter.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - at
}
