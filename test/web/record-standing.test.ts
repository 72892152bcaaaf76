/** What a draft says before the match is finished, and how the day of an earlier match is named. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isShort, stillMissing } from '../../web/drafts/before-finish.ts'
import { type Sheet, newSheet } from '../../web/drafts/sheet.ts'
import { seated, withGame, withTyped } from '../../web/drafts/sheet-changes.ts'
import { daysBetween } from '../../web/parts/marks/days.ts'
import { game } from './record-sheet.test.ts'

const NAMES = ['Alma', 'Bruno', 'Carla']
const withScores = (...scores: string[]): Sheet => {
  const people = scores.map((_, n) => ({ id: `id-${n}`, displayName: NAMES[n] ?? '' }))
  const sheet = seated(withGame(newSheet(new Date()), game()), people)
  return scores.reduce((was, score, n) => withTyped(was, `id-${n}`, score), sheet)
}

test('before a match is finished, it says who has no score yet', () => {
  assert.deepEqual(stillMissing(withScores('5', '', '')), ['Bruno', 'Carla'])
  assert.deepEqual(stillMissing(withScores('5', '3', '1')), [])
  assert.deepEqual(stillMissing(withScores('', '', '')), [], 'another sentence asks for all scores')
})

test('a table is short if all have a score, and the game is made for more', () => {
  assert.deepEqual([withScores(), withScores(''), withScores('5'), withScores('5', '3')].map(isShort), [
    false,
    false,
    true,
    false,
  ])
})

test('days are counted by the calendar, not by hours', () => {
  const now = new Date('2026-11-25T09:00:00')
  assert.deepEqual(
    ['2026-11-25T00:10:00', '2026-11-24T23:50:00', '2026-11-21T08:00:00'].map((at) =>
      daysBetween(new Date(at), now),
    ),
    [0, 1, 4],
  )
})
