/** Numbers, shares and calendar days as the reader's language writes them. */
import { locale } from '../../texts/messages.ts'

const numbers = new Map<string, Intl.NumberFormat>()

function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale()} ${JSON.stringify(options)}`
  const known = numbers.get(key) ?? new Intl.NumberFormat(locale(), options)
  numbers.set(key, known)
  return known
}

export const number = (value: number, decimals = 0): string =>
  numberFormat({ maximumFractionDigits: decimals }).format(value).replace('-', '−')

export const percent = (share: number): string =>
  numberFormat({ style: 'percent', maximumFractionDigits: 0 }).format(share)

const days = new Map<string, Intl.DateTimeFormat>()

/** Of a day such as 2026-01-15, or a month such as 2026-01, wherever the reader is. */
export function calendar(of: string, options: Intl.DateTimeFormatOptions): string {
  const key = `${locale()} ${JSON.stringify(options)}`
  const known = days.get(key) ?? new Intl.DateTimeFormat(locale(), { ...options, timeZone: 'UTC' })
  days.set(key, known)
  return known.format(new Date(`${of.length === 7 ? `${of}-01` : of}T00:00:00Z`))
}

export const dayText = (on: string): string =>
  calendar(on, { day: 'numeric', month: 'short', year: 'numeric' })
export const monthText = (month: string): string => calendar(month, { month: 'long', year: 'numeric' })

/** Of the browser, where days and months begin for the reader. */
export const timeZone = (): string => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions() as { timeZone?: string }
  return timeZone ?? 'UTC'
}
