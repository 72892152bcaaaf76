/** Files of BG Stats: everything that they say arrives in a field, in the extras, in a note or in a fault. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Play, Plays } from '../../../src/imports/play.ts'
import { read } from '../../../src/imports/formats/read.ts'

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url))

const file = read(fixture('bg-stats-6.json'))

const nameOf = (plays: Plays, key: string) => plays.people.find((person) => person.key === key)?.name

const playOn = (date: string): Play => {
  const play = file.plays.find(({ playedAt }) => playedAt.startsWith(date))
  assert.ok(play)
  return play
}

test('people have the ids of the source, which are the same in each export', () => {
  assert.equal(file.format, 'bg-stats')
  assert.deepEqual(
    file.people.map(({ key: _key, ...person }) => person),
    [
      { name: 'Mira Muster', isOwner: true, userName: 'mira_muster' },
      { name: 'Jonas Muster' },
      { name: 'Zoë Ümläut' },
      { name: 'Anonymous player', isAnonymous: true },
      { name: 'Robo Rita' },
      { name: 'The neighbour' },
      { name: 'Anonymous player 2', isAnonymous: true },
    ],
  )
  assert.equal(new Set(file.people.map(({ key }) => key)).size, 7)
})

test('games say how they are won', () => {
  assert.deepEqual(
    file.games.map(({ key: _key, ...game }) => game),
    [
      { name: 'Lantern Harbour', bggId: 910001 },
      { name: 'Quick Snails', bggId: 910002, lowestWins: true },
      { name: 'All Against the Flood', bggId: 910003, isCooperative: true, hasNoPoints: true },
      { name: 'Pair of Bridges', bggId: 910004, hasNoPoints: true },
      { name: 'Lantern Harbour: Fog', bggId: 910005, isExpansion: true },
      { name: 'Kitchen Table Prototype' },
    ].map((game) => ({ ...game, minPlayers: 1, maxPlayers: 5 })),
  )
})

test('a play keeps what the service has no field for', () => {
  const play = playOn('2026-03-01')
  assert.equal(play.playedAt, '2026-03-01T19:30:00')
  assert.deepEqual(play.expansions, [file.games[4]?.key])
  assert.deepEqual(play.extra, {
    durationMinutes: 75,
    location: 'Hut by the lake',
    bggPlayId: 770001,
    rounds: 4,
    rating: 8,
    comments: 'Close until the end.',
    board: 'Side B',
  })
  assert.deepEqual(
    play.participants.map(({ person, ...rest }) => ({ name: nameOf(file, person), ...rest })),
    [
      {
        name: 'Mira Muster',
        score: 42,
        rank: 1,
        hasWon: true,
        seat: 1,
        isNew: true,
        extra: { startPlayer: true },
      },
      {
        name: 'Jonas Muster',
        score: 13,
        scoreText: '6+10-3',
        rank: 2,
        hasWon: false,
        role: 'Harbour master',
        seat: 2,
        extra: {},
      },
      { name: 'Zoë Ümläut', scoreText: '12+', rank: 3, hasWon: false, seat: 3, extra: {} },
    ],
  )
  assert.deepEqual(play.notes, [
    { at: 'plays[0].playerScores[2].score', kind: 'SCORE_UNREADABLE', found: '12+' },
  ])
})

test('several unknown people of a play are several people', () => {
  assert.deepEqual(
    playOn('2026-03-02').participants.map(({ person, score }) => [nameOf(file, person), score]),
    [
      ['Mira Muster', 7.5],
      ['The neighbour', undefined],
      ['Anonymous player', 3],
      ['Anonymous player 2', 4],
    ],
  )
})

test('teams, roles and bots', () => {
  assert.deepEqual(
    playOn('2026-03-05').participants.map(({ team, hasWon, extra }) => [team, hasWon, extra]),
    [
      ['1', true, {}],
      ['1', true, {}],
      ['2', false, {}],
      ['2', false, { isBot: true }],
    ],
  )
  const [medium, bot] = playOn('2026-03-04').participants
  assert.deepEqual(
    [medium?.role, medium?.extra, bot?.extra],
    ['Medium', { teamRole: 'Guide' }, { isBot: true }],
  )
  assert.deepEqual(playOn('2026-03-03').extra, { scoringSetting: 2 })
})

test('a play that the app does not count stays a draft with a note', () => {
  const play = playOn('2026-03-06')
  assert.equal(play.isDraft, true)
  assert.deepEqual(play.extra, { ignored: true })
  assert.deepEqual(play.notes, [{ at: 'plays[5].ignored', kind: 'IGNORED', found: 'true' }])
  assert.deepEqual(
    play.participants.map(({ score }) => score),
    [-4, 0],
  )
})

test('a play of an expansion alone has a note', () => {
  assert.deepEqual(playOn('2026-03-07').notes, [
    { at: 'plays[6]', kind: 'EXPANSION_AS_GAME', found: 'Lantern Harbour: Fog' },
  ])
})

test('a play without a date has the day of its entry, and one of 1900 a note', () => {
  assert.deepEqual(playOn('2026-03-08').notes, [
    { at: 'plays[7].playDate', kind: 'NO_DATE', found: '0000-00-00 00:00:00' },
  ])
  const [play] = file.plays.slice(8)
  assert.equal(play?.playedAt, '1900-01-01T00:00:00')
  assert.deepEqual(
    play.notes.map(({ kind }) => kind),
    ['DOUBTFUL_DATE'],
  )
})

test('what is about no play is reported', () => {
  assert.equal(file.plays.length, 9)
  assert.equal(file.deleted?.length, 1)
  assert.deepEqual(file.faults, [
    { at: 'deletedObjects', kind: 'DELETED', found: '1 × Play' },
    { at: 'challenges', kind: 'LEFT_OUT', found: '1 × challenges' },
  ])
})

test('an export of 2021 and a shared play', () => {
  const old = read(fixture('bg-stats-3.json'))
  assert.deepEqual(old.faults, [])
  assert.deepEqual(old.plays[0]?.notes, [])
  assert.deepEqual(
    old.plays[0]?.participants.map(({ person, score, hasWon }) => [nameOf(old, person), score, hasWon]),
    [
      ['Mira Muster', 92, true],
      ['Jonas Muster', 82, false],
    ],
  )
  const shared = read(fixture('one-play.bgsplay'))
  assert.equal(shared.people.find(({ isOwner }) => isOwner)?.name, 'Jonas Muster')
  assert.equal(shared.people[0]?.key, file.people[0]?.key, 'somebody is the same person in another file')
})

test('a play that an app pushes has its time in UTC', () => {
  const pushed = read(fixture('create-play.json'))
  assert.deepEqual(
    pushed.games.map(({ key: _key, ...game }) => game),
    [{ name: 'Quick Snails', bggId: 910002, lowestWins: true }],
  )
  const [play] = pushed.plays
  assert.equal(play?.playedAt, '2026-03-01T18:30:00Z')
  assert.match(play.sourceId, /^[0-9a-f]{8}:play-17$/)
  assert.deepEqual(play.extra, {
    durationMinutes: 75,
    sourceName: 'Harbour Club Scores',
    location: 'Club',
  })
  assert.deepEqual(
    play.participants.map(({ person, ...rest }) => ({ name: nameOf(pushed, person), ...rest })),
    [
      { name: 'Mira Muster', score: 42, rank: 1, hasWon: true, extra: { startPlayer: true } },
      { name: 'Jonas Muster', score: 38.5, rank: 2, hasWon: false, role: 'Green', extra: {} },
    ],
  )
})

test('ids that are missing, repeated or of nobody lose no result', () => {
  const broken = JSON.parse(fixture('bg-stats-3.json').toString()) as Record<'players' | 'plays', object[]>
  const [play = {}] = broken.plays
  broken.players.push({ id: 1, name: 'Another with id 1' }, { name: 'Nobody refers to me' })
  broken.plays.push(
    play,
    { ...play, uuid: undefined },
    { ...play, uuid: undefined },
    { ...play, uuid: 'a', gameRefId: 99 },
    { ...play, uuid: 'b', playerScores: [{ playerRefId: 77, score: '3' }] },
    { ...play, uuid: 'c', playerScores: [] },
    ['no play'],
  )
  const plays = read(Buffer.from(JSON.stringify(broken)))
  assert.deepEqual(
    plays.faults.map(({ at, kind }) => `${at} ${kind}`),
    [
      'players[2] REPEATED_ID',
      'players[3] NO_ID',
      'plays[1] REPEATED_PLAY',
      'plays[4].gameRefId NO_GAME',
      'plays[6].playerScores NO_PARTICIPANTS',
      'plays[7] NO_PLAY',
    ],
  )
  assert.equal(plays.plays.length, 4)
  assert.equal(plays.plays[2]?.sourceId, `${plays.plays[1]?.sourceId}#2`)
  assert.equal(nameOf(plays, plays.plays[3]?.participants[0]?.person ?? ''), 'Player 77')
  assert.deepEqual(
    plays.plays[3]?.notes.map(({ kind }) => kind),
    ['NO_PERSON'],
  )
})
