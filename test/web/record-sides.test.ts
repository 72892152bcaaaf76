/** Sides, places and rounds in a draft: what a side shares, which place a tap gives, and what goes into the loadouts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodyOf, sheetOf } from '../../web/drafts/body.ts'
import { mergeSheets } from '../../web/drafts/merge-sheets.ts'
import { namesIn } from '../../web/drafts/line-names.ts'
import { linesOf, sidesOf } from '../../web/drafts/lines.ts'
import { finishesOf } from '../../web/drafts/places.ts'
import { nextPlace, withNextPlace, withoutPlaces } from '../../web/drafts/placing.ts'
import { type Sheet, newSheet } from '../../web/drafts/sheet.ts'
import { seated, seatedNew, withGame, withRank, withTeam, withTyped } from '../../web/drafts/sheet-changes.ts'
import { dealt, divided, divisionOf, isDividedSo, onNextSide, withoutSides } from '../../web/drafts/sides.ts'
import { game } from './record-sheet.test.ts'

const NAMES = ['Alma', 'Bruno', 'Carla', 'Dario', 'Edda', 'Filip']

const table = (count: number): Sheet =>
  seated(
    withGame(newSheet(new Date()), game()),
    NAMES.slice(0, count).map((displayName) => ({ id: displayName, displayName })),
  )

/** The sides as text, with what is written for each: `1 Alma Carla 64 | 2 Bruno 57`. */
const shown = (sheet: Sheet): string =>
  linesOf(sheet)
    .map(({ side, seats, seat }) =>
      [side, ...seats.map(({ name }) => name), seat.typed || undefined, seat.rank && `#${seat.rank}`]
        .filter((part) => part !== undefined)
        .join(' '),
    )
    .join(' | ')

test('people are seated in turn, those who come later too, and a tap moves one of them', () => {
  const sides = dealt(table(4), 2)
  assert.equal(shown(sides), '1 Alma Carla | 2 Bruno Dario')
  assert.equal(
    shown(seatedNew(seatedNew(sides, 'g', 'Gus'), 'h', 'Hal')),
    '1 Alma Carla Gus | 2 Bruno Dario Hal',
  )
  assert.equal(shown(onNextSide(sides, 'Carla')), '1 Alma | 2 Bruno Carla Dario')
  assert.equal(shown(onNextSide(onNextSide(sides, 'Carla'), 'Carla')), shown(sides))
  assert.equal(shown(dealt(table(6), 3)), '1 Alma Dario | 2 Bruno Edda | 3 Carla Filip')
  assert.equal(shown(onNextSide(dealt(table(6), 3), 'Filip')), '1 Alma Dario Filip | 2 Bruno Edda | 3 Carla')
  const together = onNextSide(onNextSide(sides, 'Alma'), 'Carla')
  assert.equal(shown(together), '2 Alma Bruno Carla Dario')
  assert.equal(
    shown(onNextSide(together, 'Alma')),
    '1 Alma | 2 Bruno Carla Dario',
    'an emptied side comes back',
  )
})

test('a side has one score, which stays when somebody leaves it', () => {
  const scored = withTyped(withTyped(dealt(table(4), 2), 'Carla', '64'), 'Bruno', '57')
  assert.equal(shown(scored), '1 Alma Carla 64 | 2 Bruno Dario 57')
  assert.deepEqual(
    bodyOf(scored)?.participants.map(({ score }) => score),
    [64, 57, 64, 57],
  )
  assert.equal(shown(onNextSide(scored, 'Alma')), '1 Carla 64 | 2 Alma Bruno Dario 57')
  assert.equal(shown(withTeam(scored, 'Alma', '3')), '1 Carla 64 | 2 Bruno Dario 57 | 3 Alma')
  assert.equal(shown(dealt(withTyped(table(3), 'Alma', '5'), 2)), '1 Alma Carla 5 | 2 Bruno')
  assert.equal(shown(withoutSides(scored)), 'Alma 64 | Bruno 57 | Carla 64 | Dario 57')
})

test('players whose scores differ stand alone, whatever side they are on', () => {
  const read = dealt(table(3), 2)
  const seats = read.seats.map((seat, n) => ({ ...seat, typed: String(n) }))
  const sheet = { ...read, seats }
  assert.equal(shown(sheet), '2 Bruno 1 | Alma 0 | Carla 2')
  assert.equal(shown(withTyped(sheet, 'Alma', '7')), '2 Bruno 1 | Alma 7 | Carla 2')
  assert.deepEqual(namesIn(sheet, seats), ['Side 2', 'Alma', 'Carla'])
})

test('the sides of an earlier match come back for the same people alone', () => {
  const part = (id: string, team?: unknown) => ({
    ghostPlayer: { id },
    ...(team !== undefined && { loadout: { attributes: { team } } }),
  })
  const played = [part('Alma', 'Red'), part('Bruno', ' blue'), part('Carla', 'blue'), part('Dario', 'red')]
  const now = dealt(table(4), 2)
  const sides = divisionOf(played, now)
  assert.ok(sides)
  assert.equal(isDividedSo(now, sides), false)
  const again = divided(now, sides)
  assert.equal(shown(again), 'Red Alma Dario | blue Bruno Carla')
  assert.equal(isDividedSo(again, sides), true)
  assert.equal(
    isDividedSo(divided(now, new Map([...sides].map(([id, side]) => [id, side + '!']))), sides),
    true,
  )
  assert.equal(divisionOf(played.slice(0, 3), now), undefined)
  assert.equal(divisionOf([...played.slice(0, 3), part('Dario')], now), undefined)
  assert.deepEqual(
    sidesOf(
      divided(
        now,
        new Map([
          ['Alma', '10'],
          ['Bruno', '9'],
          ['Carla', 'x'],
        ]),
      ),
    ),
    ['9', '10', 'x'],
  )
})

test('taps give places in order, whoever is left is last, and a tap on a place takes back what follows', () => {
  const tap = (sheet: Sheet, ...names: string[]) => names.reduce(withNextPlace, sheet)
  const two = tap(table(4), 'Carla', 'Alma')
  assert.equal(shown(two), 'Alma #2 | Bruno | Carla #1 | Dario')
  assert.equal(nextPlace(two), 3)
  const all = tap(two, 'Dario')
  assert.equal(shown(all), 'Alma #2 | Bruno #4 | Carla #1 | Dario #3')
  assert.equal(nextPlace(all), undefined)
  assert.equal(shown(tap(all, 'Alma')), 'Alma | Bruno | Carla #1 | Dario')
  assert.equal(shown(withoutPlaces(all)), 'Alma | Bruno | Carla | Dario')
  const sides = tap(dealt(table(4), 2), 'Dario')
  assert.equal(shown(sides), '1 Alma Carla #2 | 2 Bruno Dario #1')
  assert.deepEqual(
    finishesOf(sides).map(({ place, won }) => [place, won]),
    [
      [2, false],
      [1, true],
      [2, false],
      [1, true],
    ],
  )
  assert.equal(nextPlace(withRank(table(2), 'Bruno', 1)), 2)
})

const written = (sheet: Sheet, scores: readonly string[]): Sheet =>
  scores.reduce((was, score, n) => withTyped(was, NAMES[n] ?? '', score), sheet)

/** The match as the service answers after it got this sheet. */
const matchOf = (sheet: Sheet) => ({
  game: game(),
  playedAt: sheet.playedAt,
  participants: (bodyOf(sheet)?.participants ?? []).map(
    ({ ghostPlayerId, loadoutAttributes, ...values }) => ({
      ...values,
      ghostPlayer: { id: ghostPlayerId, displayName: ghostPlayerId },
      ...(loadoutAttributes && { loadout: { attributes: loadoutAttributes } }),
    }),
  ),
})

test('rounds, notes and duration go into the loadouts, and come back from them', () => {
  const plain = written(dealt(table(3), 2), ['12-3+.5', '7+'])
  const sheet: Sheet = { ...plain, hasRounds: true, comments: 'Close until the end.', minutes: 95 }
  const about = { comments: 'Close until the end.', durationMinutes: 95 }
  assert.deepEqual(
    bodyOf(sheet)?.participants.map(({ score, loadoutAttributes }) => [score, loadoutAttributes]),
    [
      [9.5, { team: '1', roundScores: [12, -3, 0.5], ...about }],
      [7, { team: '2', roundScores: [7], ...about }],
      [9.5, { team: '1', roundScores: [12, -3, 0.5], ...about }],
    ],
  )
  const read = sheetOf(matchOf(sheet), game(), undefined)
  assert.deepEqual(bodyOf(read), bodyOf(sheet))
  assert.deepEqual([read.hasRounds, read.comments, read.minutes], [true, 'Close until the end.', 95])
  assert.equal(shown(read), '1 Alma Carla 12-3+0.5 | 2 Bruno 7')
  assert.deepEqual(read.seats[1]?.loadout, { team: '2' })
})

test('rounds that are not the score, and notes of one player, stay in the loadout', () => {
  const part = (id: string, attributes: Record<string, unknown>) => ({
    ghostPlayer: { id, displayName: id },
    score: 10,
    loadout: { attributes },
  })
  const tooMany = Array.from({ length: 201 }, (_, n) => (n < 10 ? 1 : 0))
  const odd = [[4, 5], [], [4, '6'], [1e9], 'x', tooMany].map((roundScores) => ({ roundScores }))
  for (const attributes of [...odd, { comments: 'Mine', durationMinutes: 0 }]) {
    const participants = [part('a', attributes), part('b', {})]
    const sheet = sheetOf({ ...matchOf(table(1)), participants }, game(), undefined)
    assert.deepEqual(sheet.seats[0]?.loadout, attributes)
    assert.deepEqual([sheet.hasRounds, sheet.comments, sheet.minutes], [undefined, undefined, undefined])
  }
})

test('rounds written here and elsewhere are merged by player, and the same player is a choice', () => {
  const before: Sheet = { ...written(table(2), ['1', '2']), hasRounds: true }
  const mine = written(before, ['1+4'])
  const elsewhere = sheetOf(matchOf({ ...written(before, ['1', '2+6']), minutes: 30 }), game(), undefined)
  const { sheet, clashes } = mergeSheets(before, mine, elsewhere)
  assert.deepEqual(clashes, [])
  assert.equal(shown(sheet), 'Alma 1+4 | Bruno 2+6')
  assert.deepEqual([sheet.hasRounds, sheet.minutes], [true, 30])
  const both = mergeSheets(before, mine, written(before, ['1+5']))
  assert.deepEqual(both.clashes, [{ field: 'score Alma', before: [1], mine: [1, 4], now: [1, 5] }])
  assert.equal(shown(both.chosen({ 'score Alma': [1, 5] })), 'Alma 1+5 | Bruno 2')
})
