/** The pure parts of the pages of communities and games: URLs, years, days and standings. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as community from '../../web/pages/communities/chosen.ts'
import { MOST_DAYS, lastDayOf, completeWeeks } from '../../web/pages/communities/days.ts'
import { EMPTY_FORM, fieldsFrom, fieldsOf, formOf } from '../../web/pages/communities/form.ts'
import * as game from '../../web/pages/games/chosen.ts'
import { tiesIn } from '../../web/parts/lists/standings.ts'
import { daysOf } from '../../web/parts/fields/year.ts'
import { MOST_COMMUNITY } from '../../src/resources/statistics/community.ts'

const ID = '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a90'
const queryOf = (search: string) => Object.fromEntries(new URLSearchParams(search))

test('what is chosen on a page goes through its URL and comes back', () => {
  for (const search of ['', `?year=2025`, `?game=${ID}`, '?by=wins', `?year=2025&game=${ID}&by=share`])
    assert.equal(community.searchOf(community.chosenIn(queryOf(search))), search)
  for (const search of ['', `?community=${ID}&year=2024&players=4&by=share`, '?players=12', '?by=wins'])
    assert.equal(game.searchOf(game.chosenIn(queryOf(search))), search)
})

test('what makes no sense in a URL is left out', () => {
  for (const search of [
    '?year=26',
    '?year=2026x',
    '?year=-026',
    '?year=3026',
    '?by=rating',
    '?by=constructor',
    '?game=chess&community=1',
    '?players=0',
    '?players=4.5',
    '?players=100',
    `?game=${ID}'`,
  ]) {
    assert.equal(community.searchOf(community.chosenIn(queryOf(search))), '', search)
    assert.equal(game.searchOf(game.chosenIn(queryOf(search))), '', search)
  }
})

test('a change of what is chosen takes away what it leaves undefined', () => {
  const chosen = game.chosenIn(queryOf(`?community=${ID}&year=2024&by=wins`))
  assert.deepEqual(game.changed(chosen, { year: undefined }), { communityId: ID, by: 'wins' })
  assert.deepEqual(game.changed(chosen, { players: 3 }), { ...chosen, players: 3 })
})

test('a year has all of its days', () => {
  assert.deepEqual(daysOf(2026), { from: '2026-01-01', to: '2026-12-31' })
  assert.deepEqual(daysOf(undefined), {})
})

test('a calendar ends today where the reader is, or with a year that is not this one', () => {
  const now = new Date('2026-12-31T23:30:00Z')
  assert.equal(lastDayOf(undefined, 'Europe/Berlin', now), '2027-01-01')
  assert.equal(lastDayOf(undefined, 'America/New_York', now), '2026-12-31')
  assert.equal(lastDayOf(2026, 'Europe/Berlin', now), '2026-12-31')
  assert.equal(lastDayOf(2027, 'Europe/Berlin', now), '2027-01-01')
  assert.equal(lastDayOf(2020, 'UTC', now), '2020-12-31')
})

test('a calendar has no week with a day that the service might have left out', () => {
  assert.equal(MOST_DAYS, MOST_COMMUNITY.days, 'as many as the service tells')
  const days = (count: number, every: number) =>
    Array.from({ length: count }, (_, n) => ({
      on: new Date(Date.UTC(2026, 10, 22) - n * every * 86_400_000).toISOString().slice(0, 10),
    }))
  assert.equal(completeWeeks([], '2026-11-22', 53), 53)
  assert.equal(completeWeeks(days(59, 1), '2026-11-22', 53), 53, 'all days are included')
  // The oldest of sixty days is 59 days ago: eight complete weeks, and a part of the ninth.
  assert.equal(completeWeeks(days(60, 1), '2026-11-22', 53), 8)
  assert.equal(completeWeeks(days(60, 7), '2026-11-22', 53), 53)
  assert.equal(completeWeeks(days(60, 1), '2026-09-25', 53), 1)
})

test('a place is shared where the service gives it twice', () => {
  const ties = tiesIn([{ place: 1 }, { place: 2 }, { place: 2 }, { place: 4 }, {}, {}])
  assert.deepEqual([...ties], [2])
})

test('the form of a community is its fields, and what is empty is none', () => {
  const fields = fieldsOf({ displayName: 'Friday table', joinPolicy: 'OPEN', adminGroup: { id: ID } })
  assert.deepEqual(fieldsFrom(formOf(fields)), fields)
  assert.deepEqual(fieldsFrom({ ...EMPTY_FORM, displayName: '  Friday  ', description: ' \n ' }), {
    displayName: 'Friday',
    description: null,
    joinPolicy: 'REQUIRES_APPROVAL',
    adminGroupId: null,
  })
})
