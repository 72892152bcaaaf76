/** Formats scores: points, turns and times. */

export type ScoreType = 'SCORE' | 'TIME' | 'TURNS' | 'WIN_LOSS'

export function scoreText(value: number, type: ScoreType, locale: string): string {
  if (type === 'TIME') return clock(value).replace('-', '−').replace('.', point(locale))
  const format = formats.get(locale) ?? new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
  formats.set(locale, format)
  return format.format(value).replace('-', '−')
}

const formats = new Map<string, Intl.NumberFormat>()

/** Writes a time as people type it, such as `1:05` or `1:02:03.5`. */
export function clock(value: number): string {
  const hundredths = Math.round(Math.abs(value) * 100)
  const seconds = Math.floor(hundredths / 100)
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const decimals = hundredths % 100 === 0 ? '' : `.${two(hundredths % 100)}`.replace(/0$/, '')
  return `${value < 0 ? '-' : ''}${h > 0 ? `${h}:${two(m)}` : m}:${two(s)}${decimals}`
}

const two = (n: number) => String(n).padStart(2, '0')

const points = new Map<string, string>()

export function point(locale: string): string {
  const known = points.get(locale)
  if (known !== undefined) return known
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5)
  const found = parts.find(({ type }) => type === 'decimal')?.value ?? '.'
  points.set(locale, found)
  return found
}
