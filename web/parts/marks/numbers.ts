/** Formats numbers, shares and calendar days in the reader's language. */
import { locale } from '../../texts/messages.ts'
import { dateFormat } from './days.ts'

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

/** Formats a day such as 2026-01-15 or a month such as 2026-01, without a time zone. */
export const calendar = (of: string, options: Intl.DateTimeFormatOptions): string =>
  dateFormat(locale(), { ...options, timeZone: 'UTC' }).format(
    new Date(`${of.length === 7 ? `${of}-01` : of}T00:00:00Z`),
  )

export const dayText = (on: string): string =>
  calendar(on, { day: 'numeric', month: 'short', year: 'numeric' })
export const monthText = (month: string): string => calendar(month, { month: 'long', year: 'numeric' })

export const timeZone = (): string => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions() as { timeZone?: string }
  return timeZone ?? 'UTC'
}
