/** Reads the times of plays. A time without a zone stays a local time, because only the service knows the person's zone. */

export interface ReadTime {
  /** `2024-05-01`, `2024-05-01T20:00:00`, or with an offset `2024-05-01T20:00:00+02:00`. */
  at: string
  /** True if the play was probably not at this time. */
  isDoubtful?: true
}

/** Used for a play without a time. The play becomes a draft, so that its person can enter the time. */
export const NO_DATE = '1900-01-01'

/** Returns undefined for a text that is not a time, such as `0000-00-00` or 30 February. */
export function timeOf(found: unknown): ReadTime | undefined {
  if (typeof found !== 'string' || found.length > 60) return undefined
  const match = TIME.exec(withYearFirst(found.trim()))
  if (!match) return undefined
  const [, date = '', hour, minute = '00', second = '00', fraction = '', zone = ''] = match
  if (!isDate(date)) return undefined
  const doubt = isLikely(date) ? {} : { isDoubtful: true as const }
  if (hour === undefined) return { at: date, ...doubt }
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  const offset = offsetIn(zone)
  if (offset === undefined) return undefined
  return { at: `${date}T${hour}:${minute}:${second}${offset === '' ? '' : fraction}${offset}`, ...doubt }
}

const TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?\s?(Z|[+-]\d{2}:?\d{2}|[+-]\d{2})?)?$/i

/**
 * `10.7.2026` and `13/7/2026` become `2026-07-10` and `2026-07-13`. With slashes, `7/10/2026` could mean two days, so it is not a
 * time.
 */
function withYearFirst(text: string): string {
  const [, a = '', sign = '', b = '', year = '', rest = ''] =
    /^(\d{1,2})([./])(\d{1,2})\2(\d{4})(.*)$/.exec(text) ?? []
  if (year === '') return text.replace(/^(\d{4})\/(\d{2})\/(\d{2})/, '$1-$2-$3')
  const isDayFirst = sign === '.' || Number(a) > 12
  if (!isDayFirst && Number(b) <= 12 && a !== b) return text
  const [day, month] = isDayFirst ? [a, b] : [b, a]
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${rest.replace(/^,? (\d):/, ' 0$1:')}`
}

function isDate(date: string): boolean {
  const at = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === date && !date.startsWith('0000')
}

/**
 * False for the first day of a program's calendar, which programs write if they do not know the date, and for the years 1900 and
 * 1970.
 */
const isLikely = (date: string) => date > '1971' && date < '2100'

/** Returns `Z`, an offset such as `+02:00`, or '' if there is no zone. Returns undefined for an offset that no zone has. */
function offsetIn(zone: string): string | undefined {
  if (zone === '') return ''
  if (/^z$/i.test(zone)) return 'Z'
  const [, sign = '', hours = '', minutes = '00'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? []
  return Number(hours) > 14 || Number(minutes) > 59 ? undefined : `${sign}${hours}:${minutes}`
}
