/** Reads date-times of RFC 3339 strictly: there must be an offset, and the day must exist. */

const FORM = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/

type Instant = { at: string } | { code: 'INVALID_FORMAT' | 'OUT_OF_RANGE'; message: string }

/** Returns the time in UTC, with at most six decimals of a second. */
export function parseTimestamp(text: string): Instant {
  const match = FORM.exec(text)
  if (!match) return malformed('must be an RFC 3339 date-time with an offset, such as 2026-01-15T19:30:00Z')
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month))
    return malformed('names a day that does not exist')
  if (hour > 23 || minute > 59) return malformed('names a time that does not exist')
  if (second > 59) return malformed('must have seconds from 00 to 59; leap seconds are not kept')
  const [offsetHours, offsetMinutes] = [Number(match[9] ?? 0), Number(match[10] ?? 0)]
  if (offsetHours > 23 || offsetMinutes > 59) return malformed('must have an offset below 24 hours')
  const offset = (match[8] === '-' ? -1 : 1) * (offsetHours * 60 + offsetMinutes)

  const instant = new Date(0)
  instant.setUTCFullYear(year, month - 1, day)
  instant.setUTCHours(hour, minute - offset, second)
  const inUtc = instant.getUTCFullYear()
  if (inUtc < 1 || inUtc > 9999)
    return { code: 'OUT_OF_RANGE', message: 'must lie in the years 0001 to 9999 in UTC' }
  const fraction = (match[7] ?? '').slice(0, 6).replace(/0+$/, '')
  return { at: `${instant.toISOString().slice(0, 19)}${fraction && `.${fraction}`}Z` }
}

const malformed = (message: string): Instant => ({ code: 'INVALID_FORMAT', message })

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}
