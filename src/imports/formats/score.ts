/** Reads scores as people type them: numbers, and sums such as `6+10-3`. */
import { LONGEST_SCORE } from './limits.ts'

interface ReadScore {
  score?: number
  /** The text from the file, if it is a sum or is not clean. */
  scoreText?: string
  /** True if the text is neither a number nor a sum, so that there is no score. */
  isDirty?: true
}

/**
 * A number is clean if it has a point or comma before at most two decimals. So is a sum of such numbers with `+` and `-`.
 * Full-width characters are fine. Everything else is dirty, for example a sum without its last number (`12+`), two signs in a
 * row, words, and `1,234`.
 */
export function scoreOf(found: unknown): ReadScore {
  if (found === null || found === undefined) return {}
  if (typeof found !== 'string' && typeof found !== 'number') return dirty(JSON.stringify(found) ?? '')
  const written = String(found)
  if (/^[1-9]\d{0,6}$/.test(written)) return { score: Number(written) }
  if (written.trim() === '') return {}
  if (written.length > LONGEST_SCORE) return dirty(written)
  const text = narrow(written).replaceAll(/\s/g, '')
  if (/\d\s+\d/.test(narrow(written)) || !SUM.test(text)) return dirty(written)
  const terms = text.match(/[+-]?[\d.,]+/g) ?? []
  const cents = terms.reduce((sum, term) => sum + centsOf(term), 0)
  if (Math.abs(cents) > MOST_CENTS) return dirty(written)
  const score = cents / 100
  return terms.length > 1 ? { score, scoreText: written.trim() } : { score }
}

/** True for a result such as `49-46`. It looks like a sum, but is not one in formats where people type results. */
export const isResult = (scoreText: string) => /^\s*\d+\s*-\s*\d+\s*$/.test(narrow(scoreText))

const SUM = /^[+-]?\d{1,9}(?:[.,]\d{1,2})?(?:[+-]\d{1,9}(?:[.,]\d{1,2})?)*$/

/** The largest score that the service accepts, in hundredths: scores go from -99,999,999.99 to 99,999,999.99. */
const MOST_CENTS = 9_999_999_999

function centsOf(term: string): number {
  const [whole = '', decimals = ''] = term.replace(/^[+-]/, '').split(/[.,]/)
  const cents = Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
  return term.startsWith('-') ? -cents : cents
}

/** Replaces full-width characters and the typographic minus sign by ASCII. Other digits, such as superscripts, stay. */
const narrow = (text: string) =>
  text.replaceAll(/[\uff01-\uff5e\u2212]/g, (wide) =>
    wide === '\u2212' ? '-' : String.fromCharCode(wide.charCodeAt(0) - 0xfee0),
  )

const dirty = (text: string): ReadScore => ({
  scoreText: text.slice(0, LONGEST_SCORE).toWellFormed().replaceAll('\0', ''),
  isDirty: true,
})
