/** The home page: what the news of a match is, and the days that are compared. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Scoring, type Written, finish } from '../../src/resources/results/finish.ts'
import { type Outcome, outcomeOf } from '../../web/parts/marks/outcome.ts'
import { spanOf } from '../../web/pages/home/span.ts'

const POINTS: Scoring = { scoreType: 'SCORE', winCondition: 'HIGHER_WINS' }
const LOW: Scoring = { scoreType: 'TIME', winCondition: 'LOWER_WINS' }
const DUEL: Scoring = { scoreType: 'WIN_LOSS' }

/** The outcome for Alma, in one line. */
function outcome(written: readonly Written[], game = POINTS): string {
  const names = ['Alma', 'Bruno', 'Carla', 'Dario']
  const seats = written.map(({ score }, n) => ({
    name: names[n] ?? '',
    score: score ?? undefined,
    isOwn: n === 0,
  }))
  return said(outcomeOf({ seats, result: finish(written, game), winCondition: game.winCondition }))
}

const said = ({ kind, isOwn, names, margin }: Outcome): string =>
  [kind, ...(isOwn ? ['you'] : []), ...names, ...(margin === undefined ? [] : [`by ${margin}`])].join(' ')

const points = (...scores: number[]) => scores.map((score) => ({ score }))

test('the news of a match is who won, and by how much', () => {
  const sides = (ours: number, theirs: number) =>
    [ours, theirs, ours, theirs].map((score, n) => ({ score, team: n % 2 === 0 ? 'a' : 'b' }))
  const cases: [said: string, right: string][] = [
    [outcome(points(48, 57, 48)), 'ONE Bruno by 9'],
    [outcome(points(57, 48, 44)), 'ONE you by 9'],
    [outcome(points(0.3, 0.1)), 'ONE you by 0.2'],
    [outcome(points(61, 125), LOW), 'ONE you by 64'],
    [outcome(points(-3, 2), LOW), 'ONE you by 5'],
    [outcome(points(30, 57, 57)), 'SHARE Bruno Carla'],
    [outcome(points(57, 57, 30)), 'SHARE you Bruno'],
    [outcome([{ rank: 2 }, { rank: 1 }]), 'ONE Bruno'],
    [outcome([{ rank: 1, score: 5 }, { rank: 2 }]), 'ONE you'],
    [
      outcome([
        { rank: 1, score: 41 },
        { rank: 2, score: 48 },
      ]),
      'ONE you',
    ],
    [outcome([{ outcome: 'WIN' }, { outcome: 'LOSS' }], DUEL), 'ONE you'],
    [outcome([{ outcome: 'WIN' }, { outcome: 'WIN' }], DUEL), 'TOGETHER you Bruno'],
    [outcome([{ outcome: 'LOSS' }, { outcome: 'LOSS' }], DUEL), 'GAME'],
    [outcome([{}, {}]), 'UNKNOWN'],
    [outcome([{ score: 12 }]), 'ALONE'],
    [outcome([{ outcome: 'WIN' }], DUEL), 'ONE you'],
    [outcome(sides(30, 22)), 'SIDE you Carla by 8'],
    [outcome(sides(22, 30)), 'SIDE Bruno Dario by 8'],
  ]
  for (const [one, right] of cases) assert.equal(one, right)
})

test('the month before is compared up to the same day, and shown in the first days of a month', () => {
  const at = (...[year, month, day]: [number, number, number]) => spanOf(new Date(year, month - 1, day, 12))
  assert.deepEqual(at(2026, 11, 24), {
    month: '2026-11',
    until: '2026-11-24',
    before: { from: '2026-10-01', to: '2026-10-24' },
    isOver: false,
  })
  assert.deepEqual(at(2026, 3, 31).before, { from: '2026-02-01', to: '2026-02-28' })
  assert.deepEqual(at(2027, 1, 3), {
    month: '2026-12',
    until: '2026-12-31',
    before: { from: '2026-11-01', to: '2026-11-30' },
    isOver: true,
  })
})
