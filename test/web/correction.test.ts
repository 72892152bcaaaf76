/** Correcting a finished match: what the changed sheet changes in the match, and the body that proposes it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sheetOf } from '../../web/drafts/body.ts'
import { editOf, isPlacedByHand, placedByScores, proposalOf } from '../../web/drafts/correction.ts'
import { finishesOf } from '../../web/drafts/places.ts'
import type { GameFacts, Sheet } from '../../web/drafts/sheet.ts'
import {
  withLoadout,
  withOutcome,
  withRank,
  withTeam,
  withTyped,
  withWinner,
} from '../../web/drafts/sheet-changes.ts'

const at = '2026-01-15T19:30:00Z'
const ref = (id: string) => ({ id, displayName: id })
const game = (more: object = {}): GameFacts => ({
  ...ref('game'),
  scoreType: 'SCORE',
  winCondition: 'HIGHER_WINS',
  minPlayers: 1,
  maxPlayers: 9,
  ...more,
})

interface Written {
  score?: number
  rank?: number
  outcome?: 'WIN' | 'LOSS'
  attributes?: Record<string, unknown>
}

const matchOf = (table: Record<string, Written>) => ({
  ...ref('match'),
  game: ref('game'),
  recorder: ref('alma'),
  status: 'FINALIZED' as const,
  playedAt: at,
  editRequestsEnabled: true,
  createdAt: at,
  updatedAt: at,
  playset: ref('pier'),
  expansions: [ref('one'), ref('two')],
  participants: Object.entries(table).map(([name, { attributes, ...written }]) => ({
    id: `seat-${name}`,
    ghostPlayer: ref(name),
    createdAt: at,
    updatedAt: at,
    ...written,
    ...(attributes && { loadout: { id: 'l', attributes, createdAt: at, updatedAt: at } }),
  })),
})

/** The body that proposes the changes that `to` makes to the sheet. */
function proposed(table: Record<string, Written>, to: (sheet: Sheet) => Sheet, of = game()) {
  const match = matchOf(table)
  const was = sheetOf(match, of, undefined)
  return proposalOf(editOf(match, was, to(was)))
}

test('only what was changed is sent, and null clears', () => {
  const table = { alma: { score: 45 }, bruno: { score: 41, rank: 2 }, carla: {} }
  assert.deepEqual(
    proposed(table, (sheet) => withTyped(sheet, 'bruno', '41+6')),
    { participantChanges: [{ matchParticipantId: 'seat-bruno', score: 47 }] },
  )
  assert.deepEqual(
    proposed(table, (sheet) =>
      withRank(withTyped(withTyped(sheet, 'carla', '3'), 'alma', ''), 'bruno', undefined),
    ),
    {
      participantChanges: [
        { matchParticipantId: 'seat-alma', score: null },
        { matchParticipantId: 'seat-bruno', rank: null },
        { matchParticipantId: 'seat-carla', score: 3 },
      ],
    },
  )
  assert.deepEqual(
    proposed(table, (sheet) => withOutcome(sheet, 'carla', 'LOSS')),
    { participantChanges: [{ matchParticipantId: 'seat-carla', outcome: 'LOSS' }] },
  )
})

test('a score that is entered again, but is the same, changes nothing; nor does a form that nobody touched', () => {
  const table = { alma: { score: 45.5 }, bruno: { score: 3_725 } }
  assert.deepEqual(
    proposed(table, (sheet) => withTyped(sheet, 'alma', '40+5.50')),
    {},
  )
  for (const scoreType of ['SCORE', 'TIME', 'TURNS', 'WIN_LOSS'] as const)
    assert.deepEqual(
      proposed(table, (sheet) => sheet, game({ scoreType })),
      {},
      scoreType,
    )
})

test('in a game that is won or lost, a tap changes outcomes and leaves written scores alone', () => {
  const table = { alma: { outcome: 'WIN', score: 3 }, bruno: { outcome: 'LOSS' } } as const
  assert.deepEqual(
    proposed(
      table,
      (sheet) => withWinner(withWinner(sheet, 'bruno'), 'bruno'),
      game({ scoreType: 'WIN_LOSS', winCondition: undefined }),
    ),
    {
      participantChanges: [
        { matchParticipantId: 'seat-alma', outcome: 'LOSS' },
        { matchParticipantId: 'seat-bruno', outcome: 'WIN' },
      ],
    },
  )
})

test('loadouts, the playset and the expansions are replaced whole, and their order means nothing', () => {
  const table = { alma: { score: 1, attributes: { faction: 'Gulls', team: '1' } }, bruno: { score: 2 } }
  assert.deepEqual(
    proposed(table, (sheet) => withLoadout(withTeam(sheet, 'alma', '2'), 'bruno', { faction: 'Terns' })),
    {
      loadoutChanges: [
        { matchParticipantId: 'seat-alma', attributes: { faction: 'Gulls', team: '2' } },
        { matchParticipantId: 'seat-bruno', attributes: { faction: 'Terns' } },
      ],
    },
  )
  assert.deepEqual(
    proposed(table, (sheet) => withLoadout(sheet, 'alma', {})),
    { loadoutChanges: [{ matchParticipantId: 'seat-alma', attributes: {} }] },
  )
  assert.deepEqual(
    proposed(table, (sheet) => ({ ...sheet, playset: undefined, expansions: [ref('two')] })),
    { playsetChange: { playsetId: null }, expansionChange: { expansionIds: ['two'] } },
  )
  assert.deepEqual(
    proposed(table, (sheet) => ({ ...sheet, playset: ref('dusk'), expansions: [ref('two'), ref('one')] })),
    { playsetChange: { playsetId: 'dusk' } },
  )
})

test('places that were written by hand go with their outcomes, so that the scores decide', () => {
  const match = matchOf({
    alma: { score: 45, rank: 1, outcome: 'WIN' },
    bruno: { score: 47, rank: 2, outcome: 'LOSS' },
  })
  const sheet = sheetOf(match, game(), undefined)
  const places = (of: Sheet) => finishesOf(of).map(({ place }) => place)
  assert.deepEqual([isPlacedByHand(sheet), places(sheet)], [true, [1, 2]])
  const after = placedByScores(sheet)
  assert.deepEqual([isPlacedByHand(after), places(after)], [false, [2, 1]])
  assert.deepEqual(proposalOf(editOf(match, sheet, after)), {
    participantChanges: [
      { matchParticipantId: 'seat-alma', rank: null, outcome: null },
      { matchParticipantId: 'seat-bruno', rank: null, outcome: null },
    ],
  })
})
