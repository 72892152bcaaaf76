/** Plots: the size and place of each mark fit the numbers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMarks } from '../../web/pages/home/day-marks.ts'
import { balanceMarks, reachOf } from '../../web/parts/plots/marks/balance.ts'
import { barMarks } from '../../web/parts/plots/marks/bars.ts'
import { differenceMarks, middleOf } from '../../web/parts/plots/marks/differences.ts'
import { edgesOf, histogramMarks, stepMarks } from '../../web/parts/plots/marks/distribution.ts'
import { finishMarks, topOf } from '../../web/parts/plots/marks/finishes.ts'
import { formMarks, leftBehind } from '../../web/parts/plots/marks/form.ts'
import { LEAST, type Rect, linesTo } from '../../web/parts/plots/marks/mark.ts'
import { meetingMarks } from '../../web/parts/plots/marks/meetings.ts'
import { monthMarks, monthsOf, restOf } from '../../web/parts/plots/marks/months.ts'
import { rangeMarks } from '../../web/parts/plots/marks/range.ts'
import { ratingMarks } from '../../web/parts/plots/marks/rating.ts'
import { weekMarks } from '../../web/parts/plots/marks/weeks.ts'
import { linesOf, topOf as topOfDay } from '../../web/pages/operator/trend-lines.ts'

const near = (a: number | undefined, b: number) => assert.ok(Math.abs((a ?? NaN) - b) < 1e-9, `${a} is ${b}`)
const isInside = ({ x, y, width, height }: Rect) =>
  x >= -1e-9 && y >= -1e-9 && x + width <= 1 + 1e-9 && y + height <= 1 + 1e-9 && width > 0 && height > 0

test('the recent form: the newest match is on the right, a win reaches the top, and the last place is at the bottom', () => {
  const marks = formMarks([
    { kind: 'COMPETITIVE', place: 1, of: 4, won: true },
    { kind: 'COMPETITIVE', place: 2, of: 4, won: false },
    { kind: 'COMPETITIVE', place: 4, of: 4, won: false },
    { kind: 'TOGETHER', of: 3, won: true },
    { kind: 'TOGETHER', of: 3, won: false },
    { kind: 'UNKNOWN', of: 3 },
    { kind: 'ALONE', of: 1, won: true },
  ])
  assert.ok(marks.every(isInside))
  assert.ok(marks.every(({ x }, n) => n === 0 || x < (marks[n - 1]?.x ?? 0)))
  assert.ok((marks[0]?.x ?? 0) > 0.9)
  for (const [n, height] of [1, 2 / 3, LEAST, 1, LEAST, LEAST, 1].entries()) near(marks[n]?.height, height)
  assert.deepEqual(
    marks.map(({ tone }) => tone),
    ['won', 'rest', 'rest', 'together', 'together', 'rest', 'won'],
  )
  assert.equal(leftBehind({ kind: 'UNKNOWN', of: 3 }), undefined)
  assert.equal(formMarks(Array.from({ length: 60 }, () => ({ kind: 'UNKNOWN', of: 2 }) as const)).length, 60)
  assert.deepEqual(formMarks([]), [])
})

test('a balance: as long as its counts, level over the middle, and no bar for what there is none of', () => {
  const rows = [
    { ahead: 4, level: 2, behind: 1 },
    { ahead: 0, level: 0, behind: 3 },
    { ahead: 0, level: 0, behind: 0 },
  ]
  const reach = reachOf(rows)
  assert.equal(reach, 5)
  const [first = [], second = [], third] = rows.map((row) => balanceMarks(row, reach))
  assert.ok([...first, ...second].every(isInside))
  assert.deepEqual(
    first.map(({ tone }) => tone),
    ['behind', 'level', 'ahead'],
  )
  for (const [n, count] of [1, 2, 4].entries()) near(first[n]?.width, count / 10)
  near((first[1]?.x ?? 0) + (first[1]?.width ?? 0) / 2, 0.5)
  near((first[2]?.x ?? 0) + (first[2]?.width ?? 0), 1)
  near((second[0]?.x ?? 0) + (second[0]?.width ?? 0), 0.5)
  assert.deepEqual(third, [])
})

test('months: those without matches too, stacked to their number', () => {
  const some = [
    { month: '2026-02', matches: 6, won: 2, together: 1 },
    { month: '2025-11', matches: 1, won: 1, together: 0 },
  ]
  const months = monthsOf(some, 12)
  assert.deepEqual(
    months.map(({ month }) => month),
    ['2025-11', '2025-12', '2026-01', '2026-02'],
  )
  assert.deepEqual(
    monthsOf(some, 2).map(({ month }) => month),
    ['2026-01', '2026-02'],
  )
  assert.equal(monthsOf(some, 18, { from: '2025-01', to: '2025-12' }).length, 12)
  assert.deepEqual(monthsOf([], 12), [])
  const { marks, lines } = monthMarks(months)
  const top = lines.at(-1) ?? 0
  assert.ok(marks.every(isInside))
  for (const [tone, count] of [
    ['won', 3],
    ['rest', 3],
    ['together', 1],
  ] as const)
    near(
      marks.filter((mark) => mark.tone === tone).reduce((sum, { height }) => sum + height, 0),
      count / top,
    )
  assert.equal(restOf(some[0] ?? { month: '', matches: 0 }), 3)
})

test('an axis has one or two lines, and nothing is above the last one', () => {
  for (let most = 0; most < 5000; most++) {
    const lines = linesTo(most)
    assert.ok(lines.length <= 2 && (lines.at(-1) ?? 0) >= most && lines.every(Number.isInteger), `${most}`)
    assert.ok(most < 2 || (lines[0] ?? 0) <= most, `${most}: ${lines.join()}`)
  }
  assert.deepEqual([linesTo(0), linesTo(1), linesTo(8), linesTo(27)], [[1], [1], [4, 8], [15, 30]])
})

test('finishes: the shares of places are heights of one scale, and so is chance', () => {
  const sizes = [
    { of: 2, matches: 4, places: [3, 1] },
    { of: 4, matches: 10, places: [1, 2, 3, 4] },
  ]
  const top = topOf(sizes)
  near(top, 0.75)
  const [two, four] = sizes.map((size) => finishMarks(size, top))
  assert.ok([...(two?.marks ?? []), ...(four?.marks ?? [])].every(isInside))
  near(two?.marks[0]?.height, 1)
  near(four?.marks[3]?.height, 0.4 / 0.75)
  near(two?.chance, 1 - 0.5 / 0.75)
  assert.deepEqual(
    four?.marks.map(({ tone }) => tone),
    ['won', 'rest', 'rest', 'rest'],
  )
})

test('scores on the range of all who took part; the middle of more matches may widen it; one value is in the middle', () => {
  assert.deepEqual(rangeMarks({ middle: 15, newest: [15, 20], all: { lowest: 10, highest: 30 } }), {
    dots: [0.25, 0.5],
    middle: 0.25,
  })
  assert.deepEqual(rangeMarks({ middle: 0, newest: [15, 20], all: { lowest: 10, highest: 20 } }), {
    dots: [0.75, 1],
    middle: 0,
  })
  assert.deepEqual(rangeMarks({ middle: 7, newest: [7], all: { lowest: 7, highest: 7 } }), {
    dots: [0.5],
    middle: 0.5,
  })
})

test('meetings: ahead is above the line, behind below it, level on it', () => {
  const marks = meetingMarks([
    { how: 'AHEAD' },
    { how: 'BEHIND' },
    { how: 'LEVEL' },
    { how: 'TOGETHER' },
    { how: 'UNKNOWN' },
  ])
  assert.ok(marks.every(isInside))
  assert.deepEqual(
    marks.map(({ y, height }) => [y < 0.5, y + height > 0.5]),
    [
      [true, false],
      [false, true],
      [true, true],
      [true, true],
      [true, true],
    ],
  )
})

test('differences lie round zero, and the middle one is the service’s', () => {
  const marks = differenceMarks([
    { by: 10, how: 'AHEAD' },
    { by: -5, how: 'BEHIND' },
    { by: 0, how: 'LEVEL' },
  ])
  assert.deepEqual(
    marks.map(({ x }) => x),
    [1, 0.25, 0.5],
  )
  assert.equal(middleOf([3, 1, 2, 4]), 2)
  assert.equal(middleOf([]), undefined)
})

test('few values are steps up to all of them, many are columns of their counts', () => {
  const steps = stepMarks([1, 2, 2, 5])
  assert.deepEqual(steps.at(-1), { x: 1, y: 0 })
  assert.ok(
    steps.every(({ x, y }, n) => n === 0 || (x >= (steps[n - 1]?.x ?? 0) && y <= (steps[n - 1]?.y ?? 1))),
  )
  assert.ok(steps.some(({ x, y }) => x === 0.25 && y === 0.25))
  assert.deepEqual(stepMarks([]), [])
  const { marks, lines } = histogramMarks([4, 0, 8])
  assert.deepEqual(
    marks.map(({ height }) => height),
    [0.5, 1],
  )
  assert.deepEqual(lines, [4, 8])
  assert.deepEqual(edgesOf(2, 10, 20), [10, 15, 20])
})

test('a calendar: each day in its week and row, by the first day of the week', () => {
  const days = [
    { on: '2026-11-16', matches: 4 },
    { on: '2026-11-15', matches: 1 },
    { on: '2026-01-01', matches: 9 },
  ]
  const { marks, firstDays } = weekMarks(days, 2, '2026-11-22')
  assert.deepEqual(firstDays, ['2026-11-09', '2026-11-16'])
  assert.deepEqual(
    marks.map(({ on, week, row }) => [on, week, row]),
    [
      ['2026-11-16', 1, 0],
      ['2026-11-15', 0, 6],
    ],
  )
  assert.deepEqual(
    weekMarks(days, 2, '2026-11-22', 7).marks.map(({ week, row }) => [week, row]),
    [
      [0, 1],
      [0, 0],
    ],
  )
})

test('bars have one scale, and the won part of each comes first', () => {
  const [first = [], second = []] = barMarks([{ count: 4, won: 1 }, { count: 2 }])
  assert.deepEqual(
    first.map(({ x, width, tone }) => [x, width, tone]),
    [
      [0, 0.25, 'won'],
      [0.25, 0.75, 'rest'],
    ],
  )
  near(second[0]?.width, 0.5)
})

test('a rating: as far apart as the matches are, the band round the estimate, and all between the lines of the axis', () => {
  const points = [
    { match: 5, rating: 1100, uncertainty: 200, estimate: 1700 },
    { match: 6, rating: 1250, uncertainty: 150, estimate: 1700 },
    { match: 15, rating: 1400, uncertainty: 100, estimate: 1700 },
  ]
  const { line, estimate, band, lines } = ratingMarks(points)
  assert.deepEqual(
    line.map(({ x }) => x),
    [0, 0.1, 1],
  )
  assert.deepEqual(
    lines.map(({ value }) => value),
    [1000, 1500, 2000, 2500],
  )
  assert.deepEqual([lines[0]?.y, lines.at(-1)?.y], [1, 0])
  const y = (value: number) => (2500 - value) / 1500
  for (const [n, { rating, uncertainty }] of points.entries()) {
    near(line[n]?.y, y(rating))
    near(estimate[n]?.y, y(1700))
    near(band[n]?.y, y(1700 + 2 * uncertainty))
    near(band[5 - n]?.y, y(1700 - 2 * uncertainty))
    near(band[5 - n]?.x, line[n]?.x ?? NaN)
  }
  for (const { x, y: high } of [...line, ...estimate, ...band])
    assert.ok(x >= 0 && x <= 1 && high >= 0 && high <= 1)
  const single = ratingMarks(points.slice(0, 1))
  assert.ok(single.line.length === 2 && single.band.length === 4, 'one match is a short line')
  assert.deepEqual(ratingMarks([]).line, [])
  // A rating without uncertainty has a band without height.
  const sure = ratingMarks([{ match: 9, rating: 2000, uncertainty: 0, estimate: 2000 }])
  assert.ok(sure.line.every(({ y: high }) => Number.isFinite(high)))
  assert.deepEqual(
    ratingMarks([{ match: 9, rating: -340, uncertainty: 20, estimate: -280 }]).lines.map(
      ({ value }) => value,
    ),
    [-350, -300, -250, -200],
  )
})

test('the days of a month: each match is a square on its day, and the first of a day is at the bottom', () => {
  const { marks, days } = dayMarks(
    [
      { on: '2026-02-28', kind: 'TOGETHER', of: 3, won: true },
      { on: '2026-02-01', kind: 'COMPETITIVE', place: 2, of: 4, won: false },
      { on: '2026-02-01', kind: 'COMPETITIVE', place: 1, of: 4, won: true },
    ],
    '2026-02',
  )
  assert.equal(days, 28)
  assert.ok(marks.every(isInside))
  assert.deepEqual(
    marks.map(({ tone }) => tone),
    ['won', 'rest', 'together'],
  )
  const [won, rest, together] = marks
  near(won?.x, rest?.x ?? NaN)
  assert.ok((won?.y ?? 0) > (rest?.y ?? 1), 'the later one stands on the earlier one')
  near(won?.y, together?.y ?? NaN)
  assert.ok((together?.x ?? 0) > 0.95)
  const many = Array.from({ length: 9 }, () => ({ on: '2026-02-10', kind: 'ALONE', of: 1 }) as const)
  assert.ok(dayMarks(many, '2026-02').marks.every(isInside))
})

test('a day: along the time, with a gap where there is no point, and none for a value that is unknown', () => {
  const at = (minutes: number) => new Date(minutes * 60_000).toISOString()
  const points = [0, 5, 10, 40, 45, 50].map((minutes) => ({ at: at(minutes), value: minutes }))
  const value = (one: { value: number }) => one.value
  assert.deepEqual(
    linesOf(points, 300, value).map((line) => line.map(({ x }) => x)),
    [
      [0, 0.1, 0.2],
      [0.8, 0.9, 1],
    ],
  )
  assert.deepEqual(
    linesOf(points, 300, (one) => (one.value === 45 ? undefined : one.value)).map(({ length }) => length),
    [3, 1, 1],
  )
  assert.deepEqual(linesOf(points.slice(0, 1), 300, value), [[{ x: 1, value: 0 }]])
  assert.deepEqual(linesOf([], 300, value), [])
})

test('the top of a day is a round number that no value exceeds', () => {
  assert.deepEqual(
    [0, 0.013, 1, 1.01, 4.9, 41.2, 5_001].map((most) => topOfDay([0, most])),
    [1, 0.02, 1, 2, 5, 50, 10_000],
  )
  assert.equal(topOfDay([]), 1)
})
