/** Scores as people type them, with what they mean. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { scoreOf } from '../../../src/imports/formats/score.ts'

interface Written {
  text: string
  /** In hundredths. Undefined for a dirty score. */
  cents: number | undefined
  terms: number
}

const term = fc
  .record({
    whole: fc.nat({ max: 9_999 }),
    decimals: fc.constantFrom('', '.5', ',5', '.25', ',25'),
    sign: fc.constantFrom('+', '-'),
    blank: fc.constantFrom('', ' '),
  })
  .map(({ whole, decimals, sign, blank }) => ({
    sign,
    blank,
    text: `${whole}${decimals}`,
    cents: whole * 100 + Math.round(Number(decimals.replace(',', '.')) * 100),
  }))

const clean: fc.Arbitrary<Written> = fc.array(term, { minLength: 1, maxLength: 5 }).map((terms) => ({
  text: terms
    .map(({ sign, blank, text }, n) =>
      n === 0 && sign === '+' ? text : n === 0 ? `-${text}` : `${blank}${sign}${blank}${text}`,
    )
    .join(''),
  cents: terms.reduce((sum, { sign, cents }) => sum + (sign === '-' ? -cents : cents), 0),
  terms: terms.length,
}))

const wide = (text: string) =>
  text.replaceAll(/[0-9+,.-]/g, (narrow) => String.fromCharCode(narrow.charCodeAt(0) + 0xfee0))

export const SCORES: fc.Arbitrary<Written> = fc.oneof(
  clean,
  clean.map((score) => ({ ...score, text: wide(score.text) })),
  clean.map((score) => ({ ...score, text: ` ${score.text} ` })),
  fc
    .tuple(
      clean,
      fc.constantFrom('+', '-', '+ ', 'pts', '--1', '+-1', ' 1', '.', 'e3', '²', '×2', '/2', '(1)'),
    )
    .map(([{ text }, end]) => ({ text: text + end, cents: undefined, terms: 1 })),
  fc
    .constantFrom(
      '1,234',
      '1.234',
      '1 000',
      '½',
      '0x10',
      '1e999',
      'NaN',
      'Infinity',
      '٣',
      '1_000',
      '=1+1',
      '+',
      '9'.repeat(10),
    )
    .map((text) => ({ text, cents: undefined, terms: 1 })),
)

export function scoreWritten({ text, cents, terms }: Written): void {
  const { score, scoreText, isDirty } = scoreOf(text)
  assert.equal(score, cents === undefined ? undefined : cents / 100)
  assert.equal(isDirty, cents === undefined ? true : undefined)
  assert.equal(scoreText !== undefined, cents === undefined || terms > 1)
}
