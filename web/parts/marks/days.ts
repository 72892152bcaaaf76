/** Formats months and days for lists of matches. */

const formats = new Map<string, Intl.DateTimeFormat>()

/** A date format from a cache. Making a format takes longer than using it for a whole page. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formats.set(key, known)
  return known
}

export const monthOf = (at: string, locale: string): string =>
  dateFormat(locale, { month: 'long', year: 'numeric' }).format(new Date(at))

/** The day in words, for a list that has headings for months. */
export const dayOf = (at: string, locale: string): string =>
  dateFormat(locale, { weekday: 'short', day: 'numeric', month: 'short' }).format(new Date(at))

/** The day in the reader's time zone, such as 2026-01-15. */
export function localDay(at: string): string {
  const date = new Date(at)
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

const two = (n: number) => String(n).padStart(2, '0')

/** Counts calendar days. A day can have 23 or 25 hours, so hours would be wrong. */
export function daysBetween(date: Date, now: Date): number {
  return (midnight(now) - midnight(date)) / 86_400_000
}

const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
