/** Typed scores, from the pad and from a keyboard. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PadKey, cleaned, pressed, readable, scoreOf, sumOf, typedOf } from '../../web/drafts/score.ts'
import { type ScoreType, scoreText } from '../../web/parts/marks/score-text.ts'

const reads: [typed: string, type: ScoreType, is: number | undefined | string][] = [
  ['', 'SCORE', undefined],
  ['-', 'SCORE', undefined],
  ['.', 'SCORE', undefined],
  ['0', 'SCORE', 0],
  ['42+6', 'SCORE', 48],
  ['42+6+', 'SCORE', 48],
  ['42-60', 'SCORE', -18],
  ['-5', 'SCORE', -5],
  ['-5+7', 'SCORE', 2],
  ['0.1+0.2', 'SCORE', 0.3],
  ['.5', 'SCORE', 0.5],
  ['12.', 'SCORE', 12],
  ['1.234', 'SCORE', 'DECIMALS'],
  ['1.230', 'SCORE', 1.23],
  ['1.2.3', 'SCORE', 'FORM'],
  ['4++6', 'SCORE', 'FORM'],
  ['4+-6', 'SCORE', 'FORM'],
  ['abc', 'SCORE', 'FORM'],
  ['1e5', 'SCORE', 'FORM'],
  ['99999999.99', 'SCORE', 99_999_999.99],
  ['-99999999.99', 'SCORE', -99_999_999.99],
  ['99999999.99+0.01', 'SCORE', 'RANGE'],
  ['99999999.99+1-1', 'SCORE', 99_999_999.99],
  ['123456789', 'SCORE', 'RANGE'],
  ['12', 'TIME', 720],
  ['12:', 'TIME', 720],
  ['12:3', 'TIME', 723],
  ['12:34', 'TIME', 754],
  ['1:02:03', 'TIME', 3723],
  ['1:75', 'TIME', 'SECONDS'],
  ['1:75:00', 'TIME', 'SECONDS'],
  ['90:00', 'TIME', 5400],
  ['0:45.5', 'TIME', 45.5],
  ['1:30+0:45', 'TIME', 135],
  ['1:2:3:4', 'TIME', 'FORM'],
  ['7', 'TURNS', 7],
  ['7+2', 'TURNS', 9],
]

for (const [typed, type, is] of reads)
  test(`${type} ${JSON.stringify(typed)} is ${is}`, () => {
    const { value, fault } = scoreOf(typed, type)
    assert.equal(fault ?? value, is)
  })

function press(keys: string, type: ScoreType = 'SCORE'): string {
  return keys.split(' ').reduce((typed, key) => pressed(typed, key as PadKey, type), '')
}

const presses: [keys: string, type: ScoreType, typed: string][] = [
  ['4 2 + 6', 'SCORE', '42+6'],
  ['4 2 + - 6', 'SCORE', '42-6'],
  ['+ 6', 'SCORE', '6'],
  ['- 6', 'SCORE', '-6'],
  ['0 5', 'SCORE', '5'],
  ['0 00', 'SCORE', '0'],
  ['1 00', 'SCORE', '100'],
  ['. 5', 'SCORE', '0.5'],
  ['1 . . 2 5 7', 'SCORE', '1.25'],
  ['1 . +', 'SCORE', '1+'],
  ['1 2 3 4 5 6 7 8 9', 'SCORE', '12345678'],
  ['4 2 DELETE DELETE DELETE', 'SCORE', ''],
  ['1 2 : 3 4 5', 'TIME', '12:34'],
  ['1 : 0 2 : 0 3', 'TIME', '1:02:03'],
  [': 3 0', 'TIME', '0:30'],
  ['1 .', 'TIME', '1'],
  ['7 . 5', 'TURNS', '75'],
  ['7 :', 'SCORE', '7'],
]

for (const [keys, type, typed] of presses)
  test(`${type}: the keys ${keys} type ${typed}`, () => assert.equal(press(keys, type), typed))

test('whatever is pressed reads as a score, or as nothing', () => {
  const keys = ['0', '1', '9', '00', '+', '-', '.', ':', 'DELETE'] as const
  let seed = 7
  const next = (n: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % n
  for (const type of ['SCORE', 'TIME', 'TURNS'] as const)
    for (let run = 0; run < 400; run++) {
      let typed = ''
      for (let n = 0; n < 25; n++) typed = pressed(typed, keys[next(keys.length)] ?? '0', type)
      const { fault } = scoreOf(typed, type)
      assert.ok(fault === undefined || fault === 'SECONDS' || fault === 'RANGE', `${typed}: ${fault}`)
      assert.ok(typed.length <= 61, typed)
    }
})

test('what is pasted loses what is no score', () => {
  assert.equal(cleaned('42 + 6', 'SCORE'), '42+6')
  assert.equal(cleaned('1,5', 'SCORE'), '1.5')
  assert.equal(cleaned('−3 points', 'SCORE'), '-3')
  assert.equal(cleaned('7.5', 'TURNS'), '75')
  assert.equal(cleaned('12.34', 'TIME'), '12:34')
  assert.equal(cleaned('1:30.5', 'TIME'), '1:30.5')
  assert.equal(cleaned('1.05+2.10', 'TIME'), '1:05+2:10')
})

test('what is shown is in the language of the reader', () => {
  assert.equal(sumOf('42+6', 'en'), '42 + 6')
  assert.equal(sumOf('42', 'en'), undefined)
  assert.equal(sumOf('-42', 'en'), undefined)
  assert.equal(readable('-1.5-2', 'de'), '−1,5 − 2')
  assert.equal(scoreText(-1234.5, 'SCORE', 'en'), '−1,234.5')
  assert.equal(scoreText(3723, 'TIME', 'en'), '1:02:03')
  assert.equal(scoreText(45.5, 'TIME', 'de'), '0:45,5')
  assert.equal(scoreText(-90, 'TIME', 'en'), '−1:30')
})

test('a score that was read is typed as it is', () => {
  for (const type of ['SCORE', 'TIME', 'TURNS'] as const)
    for (const value of [0, 7, -7, 48, 90, 3723, 0.5, 45.25, -90.1, 99_999_999.99]) {
      assert.equal(scoreOf(typedOf(value, type), type).value, value, `${type} ${value}`)
    }
  assert.equal(typedOf(undefined, 'SCORE'), '')
})
