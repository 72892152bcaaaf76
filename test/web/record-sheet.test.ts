/** The sheet of a draft: how it changes, which places it computes, and which requests it becomes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodyOf, changeBetween, creation, sheetOf } from '../../web/drafts/body.ts'
import { newKey } from '../../client/src/keys.ts'
import { onlyCommunity } from '../../web/pages/record/only-community.ts'
import { mergeSheets } from '../../web/drafts/merge-sheets.ts'
import { finishesOf, standingOf } from '../../web/drafts/places.ts'
import { type GameFacts, type Sheet, faultyIn, newSheet } from '../../web/drafts/sheet.ts'
import { missingIn } from '../../web/drafts/lines.ts'
import {
  outcomeOfAll,
  seated,
  seatedNew,
  unseated,
  withGame,
  withOutcomeOfAll,
  withRank,
  withTeam,
  withTyped,
  withWinner,
} from '../../web/drafts/sheet-changes.ts'

export const game = (change: Partial<GameFacts> = {}): GameFacts => ({
  id: 'game',
  displayName: 'Harbour Lights',
  scoreType: 'SCORE',
  winCondition: 'HIGHER_WINS',
  minPlayers: 2,
  maxPlayers: 4,
  ...change,
})

const NAMES = ['Alma', 'Bruno', 'Carla', 'Dario']
const people = NAMES.map((displayName, n) => ({ id: `id-${n}`, displayName, isSelf: n === 0 }))
const NOW = new Date('2026-11-22T19:30:00Z')

const tableOf = (count: number, facts: Partial<GameFacts> = {}) =>
  seated(withGame(newSheet(NOW), game(facts)), people.slice(0, count))

const typed = (sheet: Sheet, ...scores: string[]) =>
  scores.reduce((now, score, n) => withTyped(now, `id-${n}`, score), sheet)

const placesIn = (sheet: Sheet) =>
  finishesOf(sheet).map(({ place, tied }) => (place ? `${place}${tied ? '=' : ''}` : '-'))

const outcomesIn = ({ seats }: Sheet) => seats.map(({ outcome }) => outcome ?? '-')

test('places follow from scores, ties share, and nothing written is unknown', () => {
  assert.deepEqual(placesIn(typed(tableOf(4), '42+6', '57', '48', '')), ['2=', '1', '2=', '-'])
  assert.deepEqual(placesIn(typed(tableOf(3, { winCondition: 'LOWER_WINS' }), '3', '0', '5')), [
    '2',
    '1',
    '3',
  ])
  assert.deepEqual(
    placesIn(typed(tableOf(2, { scoreType: 'TIME', winCondition: 'LOWER_WINS' }), '1:30', '90')),
    ['1', '2'],
  )
  assert.deepEqual(placesIn(tableOf(3)), ['-', '-', '-'])
})

test('a place by hand breaks a tie, and is given back', () => {
  const tie = typed(tableOf(3), '48', '48', '30')
  assert.deepEqual(placesIn(tie), ['1=', '1=', '3'])
  const broken = withRank(tie, 'id-1', 1)
  assert.deepEqual(placesIn(broken), ['2', '1', '3'])
  assert.deepEqual(bodyOf(broken)?.participants[1], { ghostPlayerId: 'id-1', score: 48, rank: 1 })
  assert.deepEqual(placesIn(withRank(broken, 'id-1', undefined)), ['1=', '1=', '3'])
})

test('the tapped player has won, and the others have lost', () => {
  const table = tableOf(3, { scoreType: 'WIN_LOSS', winCondition: undefined })
  const won = withWinner(table, 'id-1')
  assert.deepEqual(outcomesIn(won), ['LOSS', 'WIN', 'LOSS'])
  assert.deepEqual(outcomesIn(withWinner(won, 'id-2')), ['LOSS', 'WIN', 'WIN'])
  assert.deepEqual(outcomesIn(withWinner(won, 'id-1')), ['-', '-', '-'])
  assert.deepEqual(outcomesIn(seated(won, people.slice(3))), ['LOSS', 'WIN', 'LOSS', 'LOSS'])
})

test('everybody wins or loses together, including players who join later', () => {
  const table = tableOf(2, { scoreType: 'WIN_LOSS', winCondition: undefined })
  const lost = withOutcomeOfAll(table, 'LOSS')
  assert.deepEqual(outcomesIn(seated(lost, people)), ['LOSS', 'LOSS', 'LOSS', 'LOSS'])
  assert.deepEqual(standingOf(lost), { kind: 'TOGETHER', won: false })
  assert.equal(outcomeOfAll(withOutcomeOfAll(lost, 'LOSS')), undefined)
  assert.deepEqual(outcomesIn(withWinner(withOutcomeOfAll(table, 'WIN'), 'id-0')), ['WIN', 'LOSS'])
})

test('one person alone wins, or it is open', () => {
  const alone = tableOf(1, { scoreType: 'WIN_LOSS', winCondition: undefined })
  assert.deepEqual(outcomesIn(withWinner(alone, 'id-0')), ['WIN'])
  assert.deepEqual(outcomesIn(withWinner(withWinner(alone, 'id-0'), 'id-0')), ['-'])
})

test('a side wins together, and has one score', () => {
  const sides = withTeam(withTeam(tableOf(3, { scoreType: 'WIN_LOSS' }), 'id-0', '1'), 'id-2', '1')
  assert.deepEqual(outcomesIn(withWinner(sides, 'id-2')), ['WIN', 'LOSS', 'WIN'])
  const scored = withTyped(withTeam(withTeam(tableOf(3), 'id-0', '1'), 'id-2', '1'), 'id-0', '5')
  assert.deepEqual(
    missingIn(scored).map(({ name }) => name),
    ['Bruno'],
  )
  assert.deepEqual(bodyOf(scored)?.participants[2], {
    ghostPlayerId: 'id-2',
    score: 5,
    loadoutAttributes: { team: '1' },
  })
  assert.equal(withTeam(sides, 'id-0', undefined).seats[0]?.loadout, undefined)
})

test('the sentence says who leads, by how much, and who has won', () => {
  assert.deepEqual(standingOf(typed(tableOf(3), '48', '57', '')), {
    kind: 'AHEAD',
    who: [tableOf(3).seats[1]].map((seat) => ({ ...seat, typed: '57' })),
    by: 9,
    all: false,
  })
  assert.equal(standingOf(typed(tableOf(2), '0.3', '0.1')).kind, 'AHEAD')
  assert.equal((standingOf(typed(tableOf(2), '0.3', '0.1')) as { by: number }).by, 0.2)
  assert.equal(standingOf(typed(tableOf(2), '5', '5')).kind, 'LEVEL')
  assert.equal(standingOf(tableOf(2)).kind, 'NOTHING')
})

test('what is missing and what is faulty is known before the end', () => {
  const sheet = typed(tableOf(3), '48', '1.234', '')
  assert.deepEqual(
    faultyIn(sheet).map(({ name }) => name),
    ['Bruno'],
  )
  assert.deepEqual(
    missingIn(sheet).map(({ name }) => name),
    ['Bruno', 'Carla'],
  )
})

test('another game has other playsets and expansions, and scores stay where they mean the same', () => {
  const ref = { id: 'x', displayName: 'Far Shores' }
  const sheet = typed({ ...tableOf(2), playset: ref, expansions: [ref] }, '48', '30')
  const other = withGame(sheet, game({ id: 'other' }), { community: ref })
  assert.deepEqual([other.playset, other.expansions, other.community], [undefined, [], ref])
  assert.equal(other.seats[0]?.typed, '48')
  const timed = withGame(sheet, game({ id: 'timed', scoreType: 'TIME', winCondition: 'LOWER_WINS' }))
  assert.equal(timed.seats[0]?.typed, '')
})

test('there is nothing to send without a game, or without somebody known to the service', () => {
  assert.equal(bodyOf(seated(newSheet(NOW), people)), undefined)
  assert.equal(bodyOf(withGame(newSheet(NOW), game())), undefined)
  assert.equal(bodyOf(seatedNew(withGame(newSheet(NOW), game()), 'key', 'Gus')), undefined)
  const body = bodyOf(tableOf(1))
  assert.ok(body)
  assert.deepEqual(creation(body), {
    gameId: 'game',
    playedAt: '2026-11-22T19:30:00.000Z',
    participants: [{ ghostPlayerId: 'id-0' }],
    expansions: [],
  })
})

test('a change says what differs; with another game what belongs to it too', () => {
  const one = bodyOf(typed(tableOf(2), '1', '2'))
  const other = bodyOf(typed(tableOf(2), '1', '3'))
  assert.ok(one && other)
  assert.equal(changeBetween(one, { ...one }), undefined)
  assert.deepEqual(Object.keys(changeBetween(one, other) ?? {}), ['participants'])
  assert.deepEqual(Object.keys(changeBetween(one, { ...one, gameId: 'x' }) ?? {}).toSorted(), [
    'expansions',
    'gameId',
    'playsetId',
  ])
})

const matchOf = (sheet: Sheet) => ({
  game: { id: 'game', displayName: 'Harbour Lights' },
  playedAt: '2026-11-22T19:30:00Z',
  expansions: [],
  participants: sheet.seats.map((seat) => ({
    ghostPlayer: { id: seat.key, displayName: seat.name },
    ...bodyOf(sheet)?.participants.find(({ ghostPlayerId }) => ghostPlayerId === seat.key),
    ...(seat.loadout && { loadout: { attributes: { ...seat.loadout } } }),
  })),
})

test('a match that is read says what was sent', () => {
  const sheet = withTeam(withRank(typed(tableOf(3), '42+6', '48', ''), 'id-1', 1), 'id-2', 'Gulls')
  const [sent, read] = [bodyOf(sheet), bodyOf(sheetOf(matchOf(sheet), game(), 'id-0'))]
  assert.ok(sent && read)
  assert.equal(changeBetween(sent, read), undefined)
})

test('changes here and elsewhere are merged by field, and what was typed stays', () => {
  const before = typed(tableOf(3), '42', '', '')
  const mine = typed(before, '42+6', '57')
  const now = sheetOf(matchOf(typed(before, '42', '', '30')), game(), undefined)
  const { sheet, clashes } = mergeSheets(before, mine, {
    ...now,
    community: { id: 'c', displayName: 'Club' },
  })
  assert.deepEqual(clashes, [])
  assert.deepEqual(
    sheet.seats.map((seat) => seat.typed),
    ['42+6', '57', '30'],
  )
  assert.equal(sheet.community?.displayName, 'Club')
})

test('the same field changed here and elsewhere is a choice', () => {
  const before = typed(tableOf(2), '1', '2')
  const mine = typed(before, '10', '2')
  const now = typed(before, '11', '3')
  const { sheet, clashes, chosen } = mergeSheets(before, mine, now)
  assert.deepEqual(clashes, [{ field: 'score id-0', before: 1, mine: 10, now: 11 }])
  assert.deepEqual(
    sheet.seats.map((seat) => seat.typed),
    ['10', '3'],
  )
  assert.deepEqual(
    chosen({ 'score id-0': 11 }).seats.map((seat) => seat.typed),
    ['11', '3'],
  )
})

test('who came or went here and elsewhere sits or not', () => {
  const before = tableOf(2)
  const mine = seatedNew(unseated(before, 'id-0'), 'key', 'Gus')
  const now = seated(before, people.slice(2, 3))
  const { sheet, clashes } = mergeSheets(before, mine, now)
  assert.deepEqual(clashes, [])
  assert.deepEqual(
    sheet.seats.map(({ name }) => name),
    ['Bruno', 'Gus', 'Carla'],
  )
  const scored = mergeSheets(before, typed(before, '5'), unseated(before, 'id-0'))
  assert.equal(scored.clashes[0]?.field, 'seat id-0', 'a score that is written here is not dropped unasked')
  assert.equal(scored.chosen({ 'seat id-0': undefined }).seats.length, 1)
})

test('the only community is chosen, but not for a game that was played outside it', () => {
  const begun = Date.parse('2026-11-01T12:00:00Z')
  const ref = (displayName: string) => ({ id: newKey(begun), displayName })
  const [thursdays, mondays] = [ref('Thursdays'), ref('Mondays')]
  const before = { lastPlayedAt: '2026-10-31T12:00:00Z' }
  const after = { lastPlayedAt: '2026-11-02T12:00:00Z' }
  assert.equal(onlyCommunity([], undefined), undefined)
  assert.equal(onlyCommunity([thursdays], undefined), thursdays)
  assert.equal(onlyCommunity([thursdays], before), thursdays)
  assert.equal(onlyCommunity([thursdays], after), undefined)
  assert.equal(onlyCommunity([thursdays, mondays], undefined), undefined)
  assert.equal(onlyCommunity([thursdays, mondays], { ...after, community: mondays }), mondays)
})
