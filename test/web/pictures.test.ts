/** The pictures to send: their layouts, before they are drawn. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nemesisIn, rivalIn } from '../../web/parts/marks/rivals.ts'
import { resultOf } from '../../web/parts/marks/result-of.ts'
import { type Mark, PICTURE, type Rect, type Text, linesOf } from '../../web/parts/pictures/mark.ts'
import { pictureOfMatch } from '../../web/parts/pictures/match.ts'
import { leadsOf, pictureOfPair } from '../../web/parts/pictures/pair.ts'
import { pictureOfPerson } from '../../web/parts/pictures/person.ts'
import { pictureOfYear } from '../../web/pages/recap/picture.ts'

const textsIn = (marks: readonly Mark[]) =>
  marks
    .filter((mark): mark is Text => mark.kind === 'text')
    .map(({ text }) => text.replaceAll(/[\u2068\u2069]/g, ''))

const rectsIn = (marks: readonly Mark[], ink: string) =>
  marks.filter((mark): mark is Rect => mark.kind === 'rect' && mark.ink === ink)

/** Each text and bar is on the picture, with all of its width. */
function mustFit(marks: readonly Mark[]): void {
  for (const mark of marks) {
    if (mark.kind === 'path') continue
    const said = JSON.stringify(mark)
    const width = mark.kind === 'rect' ? mark.width : mark.most
    const align = mark.kind === 'text' ? (mark.align ?? 'start') : 'start'
    const left = align === 'start' ? mark.x : align === 'end' ? mark.x - width : mark.x - width / 2
    assert.ok(left >= 0 && left + width <= PICTURE.width + 1, said)
    const foot = mark.kind === 'rect' ? mark.y + mark.height : mark.y
    assert.ok(mark.y >= 0 && foot <= PICTURE.height, said)
  }
}

const SCORE = { scoreType: 'SCORE', winCondition: 'HIGHER_WINS' } as const

function match(
  scores: readonly (number | undefined)[],
  more: { outcome?: 'WIN' | 'LOSS'; game?: typeof SCORE } = {},
) {
  const seats = scores.map((score, n) => ({ name: `Player ${n}`, score }))
  const result = resultOf(
    seats.map(({ score }) => ({ score, outcome: more.outcome })),
    SCORE,
  )
  return pictureOfMatch({
    game: 'Copper Lights',
    scoreType: 'SCORE',
    write: String,
    when: 'Thursday',
    seats,
    result,
  })
}

test('the winner of a match stands above the others, who come in the order of their places', () => {
  const marks = match([48, 57, 48, 44])
  mustFit(marks)
  const texts = textsIn(marks)
  for (const text of ['Copper Lights', 'Thursday', 'won by 9', '2=', '4', 'Player 1: 57'])
    assert.ok(texts.includes(text), text)
  const order = texts.filter((text) => /^Player \d$/.test(text))
  assert.deepEqual(order, ['Player 1', 'Player 0', 'Player 2', 'Player 3'])
  const [longest, , shortest] = rectsIn(marks, 'pale').map(({ width }) => width)
  assert.ok(Math.abs((longest ?? 0) / (shortest ?? 1) - 48 / 44) < 1e-9, 'bars are to scale')
})

test('a match of nine counts those who have no row, and one without scores has no bars', () => {
  const nine = match([9, 8, 7, 6, 5, 4, 3, 2, 1])
  mustFit(nine)
  assert.ok(textsIn(nine).includes('and 3 more'))
  const open = match([undefined, undefined])
  mustFit(open)
  assert.deepEqual(rectsIn(open, 'pale'), [])
  for (const scores of [[-5, 3], [0, 0], [7]]) {
    const marks = match(scores)
    mustFit(marks)
    assert.deepEqual(rectsIn(marks, 'pale'), [], String(scores))
  }
})

test('winners who share a match are named together, and a match that all won has no winner', () => {
  const shared = textsIn(match([5, 5, 3]))
  assert.ok(shared.includes('Player 0, Player 1') && shared.includes('share the win'))
  const together = textsIn(match([undefined, undefined], { outcome: 'WIN' }))
  assert.ok(together.includes('Won together') && together.includes('Player 1'))
  assert.ok(textsIn(match([undefined, undefined], { outcome: 'LOSS' })).includes('Lost together'))
})

const meeting = (how: 'AHEAD' | 'LEVEL' | 'BEHIND' | 'TOGETHER', year = 2026) => ({
  on: `${year}-01-01`,
  how,
})

test('the lead of two people ends at their balance, also if the list begins later', () => {
  const meetings = [meeting('AHEAD'), meeting('TOGETHER'), meeting('BEHIND'), meeting('AHEAD')]
  const pair = { one: 'Alma', other: 'Bruno', met: 9, ahead: 5, level: 0, behind: 2, meetings }
  assert.deepEqual(
    leadsOf(pair).map(({ lead }) => lead),
    [3, 2, 3],
  )
  const marks = pictureOfPair(pair)
  mustFit(marks)
  const texts = textsIn(marks)
  for (const text of ['Alma', 'Bruno', '5', '2', '9 matches', 'Alma 3 up'])
    assert.ok(texts.includes(text), text)
  assert.ok(!texts.some((text) => text.endsWith('level')))
})

test('a short year has no label, and two hundred meetings fit', () => {
  const meetings = [
    ...Array.from({ length: 197 }, (_, n) => meeting(n % 3 === 0 ? 'BEHIND' : 'AHEAD', 2026)),
    meeting('LEVEL', 2025),
    meeting('AHEAD', 2024),
  ]
  const marks = pictureOfPair({ one: 'A', other: 'B', met: 199, ahead: 132, level: 1, behind: 66, meetings })
  mustFit(marks)
  assert.deepEqual(
    textsIn(marks).filter((text) => /^20\d\d$/.test(text)),
    ['2026'],
  )
})

const finish = (won: boolean, place = won ? 1 : 3) => ({ kind: 'COMPETITIVE' as const, place, of: 3, won })

test('a person has a bar for each match, the longest run marked, and figures that are known', () => {
  const form = [
    ...[true, true, true, false].map((won) => finish(won)),
    ...Array.from({ length: 16 }, (_, n) => finish(n % 2 === 0)),
  ]
  const person = {
    name: 'Alma',
    lead: '20 matches',
    form,
    wins: { value: '55%', below: 'won; by chance 34%' },
    games: [{ name: 'Fog', times: '9×' }],
  }
  const marks = pictureOfPerson({ ...person, rival: { name: 'Bruno', ahead: 4, behind: 5 } })
  mustFit(marks)
  const texts = textsIn(marks)
  for (const text of ['55%', 'won; by chance 34%', '4–5', 'Bruno, the rival', '9×', 'FO', '3 in a row'])
    assert.ok(texts.includes(text), text)
  assert.equal(rectsIn(marks, 'felt').length, 11)
  const few = pictureOfPerson({ ...person, form: form.slice(0, 2), wins: undefined, games: [] })
  mustFit(few)
  assert.ok(!textsIn(few).some((text) => text.includes('%')))
})

test('a rival is level and met often, a nemesis is ahead', () => {
  const of = (name: string, met: number, ahead: number, behind: number) => ({
    name,
    met,
    ahead,
    level: 0,
    behind,
  })
  const all = [
    of('Seldom', 9, 0, 9),
    of('Close', 47, 22, 25),
    of('Worse', 18, 3, 15),
    of('Worst', 20, 3, 17),
    of('Better', 60, 50, 10),
  ]
  assert.equal(rivalIn(all)?.name, 'Close')
  assert.equal(nemesisIn(all)?.name, 'Worst')
  assert.deepEqual([rivalIn([all[0]].flatMap((one) => one ?? [])), nemesisIn([])], [undefined, undefined])
})

test('the picture of a year has everything of the sheet', () => {
  const months = Array.from({ length: 12 }, (_, n) => ({ matches: n * 3, won: n }))
  const cards = Array.from({ length: 11 }, (_, n) => ({ value: String(n), sentence: `card ${n}` }))
  const marks = pictureOfYear({ title: 'Your 2026', name: 'Alma', cards, months, monthNames: ['J', 'F'] })
  mustFit(marks)
  const texts = textsIn(marks)
  for (const text of ['Your 2026', 'Alma', 'card 0', 'card 7', 'J', 'F'])
    assert.ok(texts.includes(text), text)
  const heights = rectsIn(marks, 'felt').map(({ height }) => height)
  assert.equal(heights.length, 11)
  assert.ok(Math.abs(Math.max(...heights) / Math.min(...heights) - 11) < 1e-9)
})

test('a sentence that is too wide for the picture goes on in a second line', () => {
  const wide = (text: string) => text.length
  assert.deepEqual(linesOf('won of two', 10, wide), ['won of two'])
  assert.deepEqual(linesOf('between you and the next', 11, wide), ['between you', 'and the next'])
  assert.deepEqual(linesOf('Donaudampfschiff', 5, wide), ['Donaudampfschiff'])
})
