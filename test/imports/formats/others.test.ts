/** NemeStats and BoardGameTracker, as far as their formats are known. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UnreadableFile, read } from '../../../src/imports/formats/read.ts'

const json = (value: unknown) => Buffer.from(JSON.stringify(value))

test('the answer of the API of NemeStats', () => {
  const file = read(
    json({
      playedGames: [
        {
          playedGameId: 501,
          gameDefinitionId: 71,
          gameDefinitionName: 'Lantern Harbour',
          gamingGroupId: 9,
          gamingGroupName: 'Harbour Club',
          notes: 'Close.',
          boardGameGeekGameDefinitionId: 910001,
          datePlayed: '2019-04-10',
          dateLastUpdated: '2019-04-11',
          winnerType: 'PlayerWin',
          applicationLinkages: [],
          playerGameResults: [
            { playerId: 3, playerName: 'Mira', playerActive: true, gameRank: 1, pointsScored: 42 },
            { playerId: 4, playerName: 'Jonas', playerActive: true, gameRank: 2, pointsScored: null },
          ],
        },
        { playedGameId: 502, gameDefinitionId: 71, gameDefinitionName: 'Lantern Harbour' },
      ],
    }),
  )
  assert.equal(file.format, 'nemestats')
  assert.deepEqual(file.games, [{ key: '71', name: 'Lantern Harbour', bggId: 910001 }])
  assert.deepEqual(file.plays, [
    {
      sourceId: '501',
      at: 'playedGames[0]',
      game: '71',
      expansions: [],
      playedAt: '2019-04-10',
      participants: [
        { person: '3', score: 42, rank: 1, hasWon: true, extra: {} },
        { person: '4', rank: 2, hasWon: false, extra: {} },
      ],
      extra: { comments: 'Close.', gamingGroupName: 'Harbour Club', winnerType: 'PlayerWin' },
      notes: [],
    },
  ])
  assert.deepEqual(file.faults, [{ at: 'playedGames[1]', kind: 'NO_PARTICIPANTS', found: '502' }])
})

test('the spreadsheet of NemeStats names only winners, so its plays are drafts', () => {
  const file = read(
    Buffer.from(
      'Played Game Id,Date Played (UTC),Game Id,Game Name,BoardGameGeek Object Id,Gaming Group Id,Gaming Group Name,Date Recorded (UTC),Notes,Number Of Players,Winning Player Ids,Winning Player Names\n' +
        '501,2019-04-10,71,Lantern Harbour,910001,9,Harbour Club,2019-04-11,Close.,4,"3,4","Mira,Jonas"\n' +
        '502,2019-04-12,71,Lantern Harbour,910001,9,Harbour Club,2019-04-12,,2,5,"Beispiel, Ines"\n',
    ),
  )
  assert.deepEqual(file.people, [
    { key: '3', name: 'Mira' },
    { key: '4', name: 'Jonas' },
    { key: file.people[2]?.key, name: 'Beispiel, Ines' },
  ])
  const [play] = file.plays
  assert.deepEqual(
    [play?.sourceId, play?.isDraft, play?.participants.length, play?.extra, play?.notes],
    [
      '501',
      true,
      2,
      { comments: 'Close.', gamingGroupName: 'Harbour Club', numberOfPlayers: '4' },
      [{ at: 'line 2', kind: 'WINNERS_ONLY', found: '2 of 4' }],
    ],
  )
})

test('the answers of the API of BoardGameTracker', () => {
  const file = read(
    json({
      games: [
        {
          id: 1,
          title: 'Lantern Harbour',
          bggId: 910001,
          hasScoring: true,
          expansions: [{ id: 1, title: 'Fog' }],
        },
        { id: 2, title: 'Flood', bggId: null, hasScoring: false },
      ],
      players: [
        { id: 1, name: 'Mira' },
        { id: 2, name: 'Jonas' },
      ],
      locations: [{ id: 5, name: 'Hut' }],
      sessions: [
        {
          id: 31,
          comment: 'Close.',
          gameId: 1,
          start: '2026-03-01T19:30:00Z',
          end: '2026-03-01T20:45:00Z',
          minutes: 75,
          locationId: 5,
          playerSessions: [
            { playerId: 1, sessionId: 31, score: 42.5, firstPlay: true, won: true },
            { playerId: 9, sessionId: 31, score: null, firstPlay: false, won: false },
          ],
          expansions: [{ id: 1, title: 'Fog', bggId: 910005, gameId: 1 }],
          flags: [],
        },
      ],
    }),
  )
  assert.equal(file.format, 'board-game-tracker')
  assert.deepEqual(file.games, [
    { key: 'game:1', name: 'Lantern Harbour', bggId: 910001 },
    { key: 'expansion:1', name: 'Fog', isExpansion: true },
    { key: 'game:2', name: 'Flood', hasNoPoints: true },
  ])
  assert.deepEqual(file.plays, [
    {
      sourceId: '31',
      at: 'sessions[0]',
      game: 'game:1',
      expansions: ['expansion:1'],
      playedAt: '2026-03-01T19:30:00Z',
      participants: [
        { person: '1', score: 42.5, hasWon: true, isNew: true, extra: {} },
        { person: 'missing:9', hasWon: false, extra: {} },
      ],
      extra: { durationMinutes: 75, location: 'Hut', comments: 'Close.' },
      notes: [{ at: 'sessions[0].playerSessions[1].playerId', kind: 'NO_PERSON', found: '9' }],
    },
  ])
})

test('an export of everything is no file of plays, and says which export is', () => {
  assert.throws(
    () => read(json({ user: {}, recordedMatches: [] })),
    (error) => error instanceof UnreadableFile && /as CSV or for BG Stats/.test(error.message),
  )
})
