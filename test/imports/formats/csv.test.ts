/** CSV: our own export, and tables that people make themselves. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { UnreadableFile, read } from '../../../src/imports/formats/read.ts'

const csv = (...lines: string[]) => Buffer.from(lines.map((line) => `${line}\r\n`).join(''))

const LONG = 'match_ref,played_at,time_zone,game_name,game_source_ref,expansions,player_name,score,rank,notes'

const OURS =
  'match_id,status,played_at,local_time,game,game_source_ref,expansions,expansion_source_refs,playset,community,recorder,position,player,is_me,score,rank,outcome,won,loadout'

describe('tables of people', () => {
  const file = read(
    csv(
      `${LONG},loadout.role,loadout.Colour,Table`,
      'm-1,2026-07-10T19:30:00,Europe/Berlin,Lantern Harbour,bgg:910001,bgg:910005,Mira Muster,6+10-3,1,Close.,Merchant,Blue,2',
      'm-1,2026-07-10T19:30:00,Europe/Berlin,Lantern Harbour,bgg:910001,bgg:910005,Jonas Muster,38pts,2,,,Red,',
      'm-2,8.7.2026,,Quick Snails,,,Mira Muster,"287,5",1,,,,',
    ),
  )

  test('a row is a participant', () => {
    const [first, second] = file.plays
    assert.deepEqual(
      [first?.sourceId, first?.at, first?.playedAt, first?.expansions],
      ['m-1', 'line 2', '2026-07-10T19:30:00+02:00', ['bgg:910005']],
    )
    assert.deepEqual(first?.participants, [
      {
        person: 'name:Mira Muster',
        score: 13,
        scoreText: '6+10-3',
        rank: 1,
        loadout: { role: 'Merchant', Colour: 'Blue' },
        loadoutText: '{"role":"Merchant","Colour":"Blue"}',
        extra: { notes: 'Close.', table: '2' },
      },
      {
        person: 'name:Jonas Muster',
        scoreText: '38pts',
        rank: 2,
        loadout: { Colour: 'Red' },
        loadoutText: '{"Colour":"Red"}',
        extra: {},
      },
    ])
    assert.deepEqual(first.notes, [{ at: 'line 3', kind: 'SCORE_UNREADABLE', found: '38pts' }])
    assert.deepEqual([second?.playedAt, second?.participants[0]?.score], ['2026-07-08', 287.5])
    assert.deepEqual(file.faults, [])
  })

  const rows = [
    'Player;Game;Score;Date',
    'Zoë;Paper Mills;3;2026-05-01',
    'Tarek;Paper Mills;"4\nor 5";2026-05-01',
    'Zoë;Paper Mills;9;2026-05-01',
  ]
  const text = rows.join('\n')
  const expected = read(Buffer.from(text))

  test('columns stand in any order, and without ids somebody who plays again begins a match', () => {
    assert.deepEqual(
      expected.plays.map(({ at, participants }) => [at, participants.length]),
      [
        ['line 2', 2],
        ['line 5', 1],
      ],
    )
    const [first, second] = expected.plays
    assert.match(first?.sourceId ?? '', /^[0-9a-f]{32}$/)
    assert.notEqual(first?.sourceId, second?.sourceId)
    const corrected = read(Buffer.from(text.replace(';3;', ';33;')))
    assert.equal(corrected.plays[0]?.sourceId, first?.sourceId, 'a corrected score is the same match')
  })

  const encodings: [string, Buffer][] = [
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16, the other way round', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
    ['UTF-16 without a mark', Buffer.from(text, 'utf16le')],
    ['tabs', Buffer.from(text.replaceAll(';', '\t'))],
    ['commas', Buffer.from(text.replaceAll(';', ','))],
    ['a line that names the separator', Buffer.from(`sep=|\n${text.replaceAll(';', '|')}`)],
    ['line ends of old computers', Buffer.from(text.replaceAll('\n', '\r'))],
    ['blank lines', Buffer.from(text.replaceAll('\nZoë', '\n;;;\n\nZoë'))],
  ]
  for (const [name, bytes] of encodings)
    test(name, () => {
      const plays = read(bytes)
      assert.deepEqual(plays.people, expected.people)
      assert.deepEqual(
        plays.plays.map(({ sourceId }) => sourceId),
        expected.plays.map(({ sourceId }) => sourceId),
      )
      assert.deepEqual(plays.faults, [])
    })

  test('Windows-1252 is read with a fault that says so', () => {
    const plays = read(Buffer.from(text, 'latin1'))
    assert.deepEqual(plays.people, expected.people)
    assert.deepEqual(
      plays.faults.map(({ kind }) => kind),
      ['ENCODING_GUESSED'],
    )
  })

  test('what contradicts the first row of a match, or is beyond the header, is noted', () => {
    const plays = read(
      csv(
        LONG,
        'm-1,2026-07-10,,Mills,,,Mira,1,1,',
        'm-2,7/8/2026,Nowhere,Mills,,,Mira,1,,',
        'm-1,2026-07-11,,Mills,,,Jonas,1,0,,beyond',
        'm-3,2026-07-11,,,,,Jonas,1,,',
        'm-4,2026-07-11T10:00,Nowhere/Else,Mills,,,Jonas,1,x,',
        'm-5,2026-07-11,,Mills,,,,1,x,',
      ),
    )
    assert.deepEqual(
      plays.plays.map(({ sourceId, playedAt, isDraft, notes }) => [
        sourceId,
        playedAt,
        isDraft,
        notes.map(({ at, kind, found }) => `${at} ${kind} ${found}`),
      ]),
      [
        ['m-1', '2026-07-10', undefined, ['line 4 CONTRADICTION playedAt: 2026-07-11']],
        ['m-2', '1900-01-01', true, ['line 3 NO_DATE 7/8/2026']],
        ['m-4', '2026-07-11T10:00:00', undefined, ['line 6 NO_TIME_ZONE Nowhere/Else', 'line 6 NO_NUMBER x']],
      ],
    )
    assert.deepEqual(
      plays.faults.map(({ at, kind }) => `${at} ${kind}`),
      ['line 4 LEFT_OUT', 'line 5 NO_GAME', 'line 7 NO_PARTICIPANTS'],
    )
  })

  test('an apostrophe of a name stays, and one before a formula goes', () => {
    const names = ["'t Hoen", "'=cmd|x", "''quoted", '=1+1', "'@home", '-5']
    const plays = read(csv('date,game,player', ...names.map((name) => `2026-01-01,Mills,${name}`)))
    assert.deepEqual(
      plays.people.map(({ name }) => name),
      ["'t Hoen", '=cmd|x', "'quoted", '=1+1', '@home', '-5'],
    )
  })
})

describe('our own export', () => {
  test('comes back whole', () => {
    const plays = read(
      csv(
        OURS,
        '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a11,DRAFT,2026-11-23T18:30:00.123456Z,2026-11-23 19:30:00,"Mills, Paper",club:7,Fog; Night,bgg:910005; ,Short,The Club,Zoë,2,\'=Jonas,false,42.5,1,,true,"{""faction"":""red"",""big"":12345678901234567890,""one"":1.00}"',
        '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a11,DRAFT,2026-11-23T18:30:00.123456Z,2026-11-23 19:30:00,"Mills, Paper",club:7,Fog; Night,bgg:910005; ,Short,The Club,Zoë,1,Mira,true,,,LOSS,false,',
        '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a12,FINALIZED,2026-11-24T18:30:00Z,2026-11-24 19:30:00,Snails,,Fog; the sequel,club:9,,,Zoë,1,Mimi,true,,,,true,',
      ),
    )
    assert.deepEqual(plays.faults, [])
    assert.deepEqual(plays.people, [
      { key: 'me', name: 'Mira', isOwner: true },
      { key: 'name:=Jonas', name: '=Jonas' },
    ])
    const night = plays.games.find(({ name }) => name === 'Night')
    assert.deepEqual(plays.games, [
      { key: 'club:7', name: 'Mills, Paper', sourceRef: 'club:7' },
      { key: 'bgg:910005', name: 'Fog', isExpansion: true, sourceRef: 'bgg:910005', bggId: 910005 },
      { key: night?.key, name: 'Night', isExpansion: true },
      { key: 'Snails', name: 'Snails' },
      { key: 'club:9', name: 'Fog; the sequel', isExpansion: true, sourceRef: 'club:9' },
    ])
    assert.deepEqual(plays.plays, [
      {
        sourceId: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a11',
        at: 'line 2',
        game: 'club:7',
        expansions: ['bgg:910005', night?.key],
        playedAt: '2026-11-23T18:30:00.123456Z',
        playset: 'Short',
        community: 'The Club',
        recorder: 'Zoë',
        isDraft: true,
        participants: [
          { person: 'me', outcome: 'LOSS', extra: {} },
          {
            person: 'name:=Jonas',
            score: 42.5,
            rank: 1,
            loadout: JSON.parse('{"faction":"red","big":12345678901234567890,"one":1.00}'),
            loadoutText: '{"faction":"red","big":12345678901234567890,"one":1.00}',
            extra: {},
          },
        ],
        extra: {},
        notes: [],
      },
      {
        sourceId: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a12',
        at: 'line 4',
        game: 'Snails',
        expansions: ['club:9'],
        playedAt: '2026-11-24T18:30:00Z',
        recorder: 'Zoë',
        participants: [{ person: 'me', standIn: 'Mimi', extra: {} }],
        extra: {},
        notes: [],
      },
    ])
  })

  test('half of it is refused', () => {
    const row =
      '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a12,FINALIZED,2026-11-24T18:30:00Z,2026-11-24 19:30:00,Snails,,'
    assert.throws(
      () => read(Buffer.from(`${OURS}\r\n${row}`)),
      (error) => error instanceof UnreadableFile && /in the middle of the row at line 2/.test(error.message),
    )
  })
})

describe('files that are refused', () => {
  const refused: [string, RegExp, string][] = [
    ['no header', /names? its columns.*played_at/, 'Mira,3,1\nJonas,4,2\n'],
    [
      'an open quote',
      /quote that opens a cell at line 3 is never closed/,
      'date,game,player\n1,2,3\n"Mira,3\n',
    ],
    ['many columns', /line 1 has more than 200 cells/, `${','.repeat(1_000)}\n`],
    [
      'a long cell',
      /line 2 has a cell of 300000 characters/,
      `date,game,player\n${'x'.repeat(300_000)},1,1\n`,
    ],
  ]
  for (const [name, message, text] of refused)
    test(name, () => {
      assert.throws(
        () => read(Buffer.from(text), { name: 'plays.csv' }),
        (error) => error instanceof UnreadableFile && message.test(error.message),
      )
    })
})
