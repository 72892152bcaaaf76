/** Files of people who mean harm, or picked the wrong file: one sentence, or a note, and never much memory. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { deflateRawSync, gzipSync } from 'node:zlib'
import type { Play, Plays } from '../../../src/imports/play.ts'
import { UnreadableFile, read } from '../../../src/imports/formats/read.ts'

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url))

type File = Record<'players' | 'games' | 'plays', Record<string, unknown>[]> & Record<string, unknown>

/** A file of BG Stats with one play of two people, changed by `change`. */
function changed(change: (file: File) => void): Plays {
  const file = JSON.parse(fixture('bg-stats-3.json').toString()) as File
  change(file)
  return read(Buffer.from(JSON.stringify(file)))
}

const onlyPlay = ({ plays }: Plays): Play => {
  assert.equal(plays.length, 1)
  return plays[0] as Play
}

const text = fixture('bg-stats-6.json').toString()

describe('one sentence', () => {
  const files: [string, RegExp, Uint8Array][] = [
    ['nothing', /is empty/, Buffer.alloc(0)],
    ['blanks', /only blanks/, Buffer.from('\uFEFF \n\t ')],
    ['200 MB', /200 MiB, more than the 64 MiB/, Buffer.alloc(200 * 1024 * 1024, '[')],
    ['a zip', /zip archive/, Buffer.from([0x50, 0x4b, 3, 4, ...deflateRawSync(text).subarray(0, 40)])],
    ['a gzip', /packed with gzip, .*; unpack it/, gzipSync(text)],
    ['a PDF', /is a PDF/, Buffer.from('%PDF-1.7\n%…')],
    ['an image', /is an image/, Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])],
    ['a database', /is a database/, Buffer.from('SQLite format 3\0')],
    ['half a file', /ends in the middle of its JSON/, Buffer.from(text.slice(0, text.length / 2))],
    ['a file that ends in a text', /ends in the middle/, Buffer.from('{"players": "Mira')],
    ['a comma too many', /no valid JSON at line 2, column/, Buffer.from('{"plays": [],\n}')],
    ['100,000 levels', /nested more than 100 levels/, Buffer.from('['.repeat(100_000) + ']'.repeat(100_000))],
    [
      '100,000 levels in a play',
      /nested more than 100/,
      Buffer.from(`{"plays":[${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}]}`),
    ],
    ['4 million lists', /more than 4,000,000 values/, Buffer.from(`[${'[],'.repeat(4_000_001)}[]]`)],
    ['other JSON', /no plays in a format that we know/, Buffer.from('{"name": "package"}')],
    ['JSON in Latin-1', /no UTF-8/, Buffer.from(text, 'latin1')],
    ['many plays', /more than 50,000 plays/, manyPlays()],
  ]
  for (const [name, message, file] of files)
    test(name, () => {
      assert.throws(
        () => read(file, { name: 'plays.json' }),
        (error) => {
          assert.ok(error instanceof UnreadableFile, String(error))
          assert.match(error.message, message)
          assert.match(error.message, /^[^\n]{20,400}\.$/)
          return true
        },
      )
    })
})

function manyPlays(): Buffer {
  const file = JSON.parse(fixture('bg-stats-3.json').toString()) as File
  const play = JSON.stringify({ ...file.plays[0], uuid: undefined })
  file.plays = []
  return Buffer.from(
    JSON.stringify(file).replace(
      '"plays":[]',
      `"plays":[${Array.from({ length: 50_001 }, () => play).join()}]`,
    ),
  )
}

describe('a note or a fault', () => {
  test('a million participants', () => {
    const score = { playerRefId: 1, score: '1' }
    const plays = changed((file) => {
      const [play = {}] = file.plays
      file.plays.push({ ...play, uuid: 'many', playerScores: Array.from({ length: 1_000_000 }, () => score) })
    })
    onlyPlay(plays)
    assert.deepEqual(plays.faults, [
      { at: 'plays[1].playerScores', kind: 'MANY_PARTICIPANTS', found: '1000000' },
    ])
  })

  test('names of 10,000 characters, with NUL, halves of surrogates and other directions', () => {
    const plays = changed(({ players: [mira = {}, jonas = {}], games: [game = {}] }) => {
      mira['name'] = '🎲'.repeat(10_000)
      jonas['name'] = '\0Jo\u202enas\ud800\r\n'
      game['name'] = ' \u200b '
      game['bggName'] = 'x'.repeat(10_000)
    })
    assert.deepEqual(
      plays.people.map(({ name }) => name),
      ['🎲'.repeat(100), 'Jo nas\ufffd'],
    )
    assert.equal(plays.games[0]?.name, 'x'.repeat(255))
    assert.deepEqual(
      plays.faults.map(({ at, kind }) => `${at} ${kind}`),
      ['players[0] NAME_CUT', 'players[1] NAME_CLEANED', 'games[0] NAME_CUT'],
    )
  })

  test('keys that every object has', () => {
    const file = fixture('bg-stats-3.json').toString()
    const plays = read(
      Buffer.from(
        file
          .replace('"plays": [', '"__proto__": {"plays": []}, "constructor": [1], "plays": [')
          .replace(
            '"gameRefId": 1',
            '"gameRefId": 1, "__proto__": {"admin": true}, "toString": "x", "valueOf": {"__proto__": 1}',
          )
          .replace(
            '"playerRefId": 1',
            '"playerRefId": 1, "hasOwnProperty": 1, "metaData": "{\\"__proto__\\": {\\"x\\": 1}}"',
          ),
      ),
    )
    const play = onlyPlay(plays)
    assert.equal(Object.getPrototypeOf(play.extra), Object.prototype)
    assert.deepEqual(Object.keys(play.extra), ['toString', 'valueOf'])
    assert.equal(({} as Record<string, unknown>)['admin'], undefined)
    assert.deepEqual(
      play.notes.map(({ kind, found }) => `${kind} ${found}`),
      ['LEFT_OUT __proto__', 'LEFT_OUT __proto__'],
    )
    const ids = ['__proto__', 'constructor', 'toString']
    const named = changed((file) => {
      file.players = ids.map((id) => ({ id, name: id }))
      const [play = {}] = file.plays
      play['playerScores'] = ids.map((id) => ({ playerRefId: id, score: 1 }))
    })
    assert.deepEqual(
      onlyPlay(named).participants.map(({ person }) => person),
      ids.map((id) => `id:${id}`),
    )
  })

  test('numbers that no field takes', () => {
    const plays = read(
      Buffer.from(
        fixture('bg-stats-3.json')
          .toString()
          .replace('"score": "92"', '"score": 1e999')
          .replace('"bggId": 910001', '"bggId": 123456789012345678901234567890')
          .replace('"rank": 0', '"rank": -1e308')
          .replace('"rating": 0,\n', '"rating": 1e999,\n')
          .replaceAll('"rounds": 0', '"rounds": 1e999'),
      ),
    )
    const play = onlyPlay(plays)
    assert.equal(plays.games[0]?.bggId, undefined)
    assert.equal(play.participants[0]?.score, undefined)
    assert.equal(play.participants[0]?.scoreText, 'Infinity')
    assert.deepEqual(play.extra, {})
    assert.deepEqual(play.notes.map(({ kind }) => kind).toSorted(), [
      'LEFT_OUT',
      'NO_NUMBER',
      'SCORE_UNREADABLE',
    ])
  })

  test('texts and values that a loadout has no room for', () => {
    const plays = changed(({ plays: [play = {}] }) => {
      play['comments'] = '\u0001'.repeat(10_000)
      play['board'] = 'ü'.repeat(10_000)
      play['mystery'] = Array.from({ length: 10_000 }, () => 'x')
      play['other'] = 'kept'
      for (let n = 0; n < 1_000; n++) play[`key${n}`] = 'x'.repeat(100)
    })
    const { extra, notes } = onlyPlay(plays)
    assert.ok(Buffer.byteLength(JSON.stringify(extra)) <= 17_000)
    assert.equal(extra['board'], 'ü'.repeat(4_000))
    assert.equal(extra['other'], 'kept')
    assert.equal(notes.length, 100)
    assert.equal(notes.at(-1)?.kind, 'MORE_NOTES')
  })

  test('loadouts that the service would not take', () => {
    for (const loadout of ['[]', '{"a":1,"a":2}', '{', 'x'.repeat(70_000), `{"a":"${'x'.repeat(66_000)}"}`]) {
      const plays = changed(({ plays: [play = {}] }) => {
        play['playerScores'] = [{ playerRefId: 1, metaData: JSON.stringify({ scorebook: { loadout } }) }]
      })
      const [participant] = onlyPlay(plays).participants
      assert.equal(participant?.loadoutText, undefined)
      assert.ok(onlyPlay(plays).notes.some(({ kind }) => kind === 'NO_LOADOUT'))
      assert.ok(participant && 'loadout' in participant.extra)
    }
  })

  test('a hundred thousand faults are counted up to a limit', () => {
    const plays = changed((file) => {
      for (let n = 0; n < 100_000; n++) file.plays.push({ gameRefId: -n })
    })
    assert.equal(plays.faults.length, 10_001)
    assert.equal(plays.faults.at(-1)?.kind, 'MORE_FAULTS')
  })
})
