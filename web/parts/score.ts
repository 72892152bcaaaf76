/** Scores as people write them: points and turns as numbers, times as h:mm:ss. */

export type ScoreType = 'SCORE' | 'TIME' | 'TURNS' | 'WIN_LOSS'

export const scoreText = (score: number, scoreType: ScoreType | undefined, locale: string): string =>
  scoreType === 'TIME'
    ? timeText(score, locale)
    : new Intl.NumberFormat(locale, { maximumFractionDigits: 2, useGrouping: 'min2' }).format(score)

function timeText(seconds: number, locale: string): string {
  const sign = seconds < 0 ? '−' : ''
  const hundredths = Math.round(Math.abs(seconds) * 100)
  const whole = Math.floor(hundredths / 100)
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  const parts = hours > 0 ? [hours, two(minutes), two(whole % 60)] : [minutes, two(whole % 60)]
  const rest = hundredths % 100
  const fraction = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 2 })
  return `${sign}${parts.join(':')}${rest === 0 ? '' : fraction.format(rest / 100).slice(1)}`
}

const two = (count: number) => String(count).padStart(2, '0')
