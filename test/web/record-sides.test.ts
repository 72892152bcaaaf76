/** Sides and places in a draft: who sits where, what a side shares, and which place a tap gives. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodyOf } from '../../web/drafts/body.ts'
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
