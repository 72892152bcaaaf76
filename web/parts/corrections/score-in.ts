/** Finds in the words of a dispute the one number that can be the right score. */
import type { ScoreType } from '../marks/score-text.ts'

const MOST = 99_999_999.99

/**
 * Undefined if no number in the text can be the right score, or if several can. `written` is the score that the person says is
 * wrong.
 */
export function scoreIn(words: string, type: ScoreType, written: number | undefined): number | undefined {
  if (type === 'WIN_LOSS') return undefined
  const found = [...words.matchAll(type === 'TIME' ? TIMES : NUMBERS)].map(([text]) => valueOf(text, type))
  const possible = new Set(
    found.filter(
      (value): value is number => value !== undefined && value !== written && Math.abs(value) <= MOST,
    ),
  )
  return possible.size === 1 ? [...possible][0] : undefined
}

/** Finds numbers that are not parts of words, dates, longer numbers or clock times. */
const NUMBERS = /(?<![\p{L}\d.,:/-])[-−]?\d+(?:[.,]\d{1,2})?(?![\p{L}\d:/-]|[.,]\d)/gu
const TIMES = /(?<![\p{L}\d.,:/-])(?:\d+:)?\d+:\d{2}(?:\.\d{1,2})?(?![\p{L}\d:/-])/gu

function valueOf(text: string, type: ScoreType): number | undefined {
  if (type === 'TIME') return text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  const value = Number(text.replace('−', '-').replace(',', '.'))
  return type === 'TURNS' && !Number.isInteger(value) ? undefined : value
}
