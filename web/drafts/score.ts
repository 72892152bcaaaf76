/** Reads a score that somebody typed: a number or sum, or a time in minutes and seconds. */
import { type ScoreType, clock, point } from '../parts/marks/score-text.ts'

interface Score {
  /** Absent if nothing is typed. The score is then unknown, not 0. */
  value?: number
  fault?: ScoreFault
}

/** SECONDS: there are 60 or more seconds. FORM: the text is not a score. */
export type ScoreFault = 'FORM' | 'DECIMALS' | 'SECONDS' | 'RANGE'

export type PadKey =
  | '0'
  | '1'
  | '2'
  | '3'
  | '4'
  | '5'
  | '6'
  | '7'
  | '8'
  | '9'
  | '00'
  | '+'
  | '-'
  | '.'
  | ':'
  | 'DELETE'

/** The largest score, in hundredths. Sums are computed in hundredths, so that 0.1 + 0.2 is 0.3. */
const MOST = 9_999_999_999
const MOST_DIGITS = 8
/** In characters: 100 rounds of three digits. */
const MOST_LENGTH = 400

/** Reads a score. `typed` has no spaces, and uses `.` and `-` in every language. A sign or point at its end is ignored. */
export function scoreOf(typed: string, type: ScoreType): Score {
  const terms = hundredthsIn(typed, type)
  if (typeof terms === 'string') return { fault: terms }
  if (terms.length === 0) return {}
  const sum = terms.reduce((total, term) => total + term, 0)
  return Math.abs(sum) > MOST ? { fault: 'RANGE' } : { value: sum / 100 }
}

/** The terms of a sum. */
export function termsOf(typed: string, type: ScoreType): number[] | ScoreFault {
  const terms = hundredthsIn(typed, type)
  return typeof terms === 'string' ? terms : terms.map((term) => term / 100)
}

function hundredthsIn(typed: string, type: ScoreType): number[] | ScoreFault {
  const whole = typed.replace(/[+\-.:]+$/, '')
  const terms = whole.match(/[+-]?[^+-]+/g) ?? []
  if (terms.join('') !== whole) return 'FORM'
  const read: number[] = []
  for (const term of terms) {
    const one = hundredthsOf(term.replace(/^[+-]/, ''), type)
    if (typeof one === 'string') return one
    read.push(term.startsWith('-') ? -one : one)
  }
  return read
}

function hundredthsOf(term: string, type: ScoreType): number | ScoreFault {
  const form = type === 'TIME' ? /^(?:(?:(\d+):)?(\d+):)?(\d+)(?:\.(\d*))?$/ : /^()()(\d*)(?:\.(\d*))?$/
  const [, hours = '', minutes = '', last = '', decimals = ''] = form.exec(term) ?? ['', '', '', '!']
  if (last === '!' || last + decimals === '') return 'FORM'
  if (decimals.replace(/0+$/, '').length > 2) return 'DECIMALS'
  if (Math.max(hours.length, minutes.length, last.length) > MOST_DIGITS) return 'RANGE'
  const fraction = Number(decimals.padEnd(2, '0').slice(0, 2))
  // A number alone counts as minutes: somebody who types 12 will go on with the colon.
  if (type === 'TIME' && minutes === '') return Number(last) * 6000 + fraction * 60
  if (type === 'TIME' && (Number(last) > 59 || (hours !== '' && Number(minutes) > 59))) return 'SECONDS'
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(last)) * 100 + fraction
}

/** The text after a key is pressed. A key that makes no sense there changes nothing. */
export function pressed(typed: string, key: PadKey, type: ScoreType): string {
  if (key === 'DELETE') return typed.slice(0, -1)
  const term = typed.slice(endOfLastSign(typed))
  const before = typed.slice(0, endOfLastSign(typed))
  if (key === '+' || key === '-') return signed(typed, key)
  if (key === '.') return type === 'SCORE' && !term.includes('.') ? before + (term || '0') + '.' : typed
  if (key === ':') return type === 'TIME' && mayHaveColon(term) ? before + (term || '0') + ':' : typed
  const digits = term === '0' ? key.replace(/^00$/, '0') : term + key
  return fits(digits, type) && before.length + digits.length <= MOST_LENGTH ? before + digits : typed
}

function signed(typed: string, sign: '+' | '-'): string {
  const whole = typed.replace(/[+\-.:]+$/, '')
  if (whole === '') return sign === '-' ? '-' : typed
  return whole.length < MOST_LENGTH ? whole + sign : typed
}

const endOfLastSign = (typed: string) => Math.max(typed.lastIndexOf('+'), typed.lastIndexOf('-')) + 1

const mayHaveColon = (term: string) => !term.endsWith(':') && (term.match(/:/g) ?? []).length < 2

function fits(term: string, type: ScoreType): boolean {
  const [, last = '', decimals = ''] = /([^:.]*)(?:\.(.*))?$/.exec(term) ?? []
  const most = type === 'TIME' && term.includes(':') ? 2 : MOST_DIGITS
  return last.length <= most && decimals.length <= 2
}

/** Turns commas into points, or into colons in a time. */
export function cleaned(text: string, type: ScoreType): string {
  const plain = text.replace(/[−–—]/g, '-').replace(/,/g, '.').slice(0, MOST_LENGTH)
  if (type === 'TURNS') return plain.replace(/[^\d+-]/g, '')
  if (type !== 'TIME') return plain.replace(/[^\d+.-]/g, '')
  // A numeric keypad has a point but no colon, so in a time a point counts as a colon.
  return plain.replace(/[^\d+.:-]/g, '').replace(/(^|[+-])(\d*)\./g, '$1$2:')
}

export function typedOf(value: number | undefined, type: ScoreType): string {
  if (value === undefined) return ''
  return type === 'TIME' ? clock(value) : plainNumber(value)
}

export function sumOf(typed: string, locale: string): string | undefined {
  if (!/\d.*[+-]/.test(typed)) return undefined
  return readable(typed, locale)
}

export function readable(typed: string, locale: string): string {
  const [sign, rest] = typed.startsWith('-') ? ['−', typed.slice(1)] : ['', typed]
  return sign + rest.replace(/\./g, point(locale)).replace(/\+/g, ' + ').replace(/-/g, ' − ')
}

/** Writes a number with at most two decimals, and never as 1e-7. */
const plainNumber = (value: number) => String(Math.round(value * 100) / 100)
