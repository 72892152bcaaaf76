/** The pure parts of the pages of people: choices, compared years, remarks, and the picture of a year. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  chosenIn,
  isNarrowed,
  resultsBetween,
  searchOf,
  spanOf,
  yearsToCompare,
} from '../../web/pages/people/filter.ts'
import { remarksOf } from '../../web/pages/people/in-short.ts'
import { localDay } from '../../web/parts/marks/days.ts'

const ID = '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a20'

test('choices are stored in the URL, and nonsense in the URL chooses nothing', () => {
  const chosen = { game: ID, community: ID, year: 2026 }
  assert.deepEqual(chosenIn(searchOf(chosen)), chosen)
  assert.equal(searchOf({}), '')
  assert.deepEqual(chosenIn('?game=1;drop&community=&year=0000&year=x'), {})
  assert.deepEqual([isNarrowed({}), isNarrowed({ year: 2026 })], [false, true])
  assert.deepEqual(spanOf({ year: 2025, game: ID }, 'Asia/Tokyo'), {
    timeZone: 'Asia/Tokyo',
    from: '2025-01-01',
    to: '2025-12-31',
    gameId: ID,
  })
})

test('a year that is not over is compared with the other one up to the same day', () => {
  const [year, before] = yearsToCompare(2026, new Date(2026, 10, 22, 7, 30))
  assert.deepEqual([year.from, year.to], [new Date(2026, 0, 1), new Date(2026, 10, 23)])
  assert.deepEqual([before.from, before.to], [new Date(2025, 0, 1), new Date(2025, 10, 23)])
  const [over] = yearsToCompare(2024, new Date(2026, 10, 22))
  assert.deepEqual(over.to, new Date(2025, 0, 1))
  // The year before has no 29th of February.
  assert.deepEqual(yearsToCompare(2028, new Date(2028, 1, 29))[1].to, new Date(2027, 2, 2))
  assert.match(resultsBetween({ game: ID }, year), /^playedAt=ge="[^"]+Z";playedAt=lt="[^"]+Z";gameId=="/)
})

test('the day of a moment follows the reader’s time zone', () => {
  assert.equal(localDay(new Date(2026, 0, 5, 23, 59).toISOString()), '2026-01-05')
})

const game = (displayName: string, matches: number, decided: number, won: number) => ({
  game: { id: displayName, displayName },
  matches,
  decided,
  won,
  lastPlayedAt: '2026-01-01T00:00:00Z',
})
const opponent = (displayName: string, ahead: number, level: number, behind: number) => ({
  ghostPlayer: { id: displayName, displayName },
  ahead,
  level,
  behind,
})
const statistics = {
  matches: 20,
  topGames: [game('Fog', 10, 4, 4), game('Race', 10, 10, 5)],
  finishes: [
    { of: 2, matches: 10, places: [5, 5] },
    { of: 4, matches: 8, places: [4, 2, 1, 1] },
    { of: 6, matches: 4, places: [4, 0, 0, 0, 0, 0] },
  ],
  together: { matches: 6, decided: 6, won: 3 },
  form: [],
}

test('the summary has the first four remarks that can be made, none about fewer than five matches', () => {
  const opponents = [opponent('Ann', 8, 0, 2), opponent('Ben', 2, 4, 4), opponent('Cem', 4, 0, 0)]
  assert.deepEqual(remarksOf(statistics, opponents), [
    { kind: 'aheadMost', name: 'Ann', share: 0.8 },
    { kind: 'aheadLeast', name: 'Ben', share: 0.2 },
    { kind: 'bestGame', game: 'Race', share: 0.5, count: 10 },
    { kind: 'overChance', factor: 2, count: 4 },
  ])
  assert.deepEqual(
    remarksOf(statistics, [opponent('Ann', 8, 0, 2)]).map(({ kind }) => kind),
    ['bestGame', 'overChance', 'togetherWon', 'favourite'],
    'one alone is not the hardest and the easiest',
  )
  const nothing = { decided: 0, matches: 0, won: 0 }
  assert.deepEqual(
    remarksOf(
      { matches: 1, topGames: [game('Fog', 1, 1, 1)], finishes: [], together: nothing, form: [] },
      [],
    ),
    [],
  )
})
