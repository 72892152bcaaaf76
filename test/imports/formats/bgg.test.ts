/** The plays of somebody at BoardGameGeek. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { UnreadableFile, read } from '../../../src/imports/formats/read.ts'

const page = readFileSync(new URL('../fixtures/bgg-plays.xml', import.meta.url), 'utf8')

const file = read(Buffer.from(page))

test('people are known by their accounts, else by their names', () => {
  assert.equal(file.format, 'bgg')
  assert.deepEqual(file.people, [
    { key: 'user:910000001', name: 'Mira Muster', userName: 'mira_muster', isOwner: true },
    { key: 'name:Zoë Ümläut', name: 'Zoë Ümläut' },
    { key: 'user:910000002', name: 'Jo', userName: 'Other_Name' },
    { key: 'anonymous', name: 'Anonymous player', isAnonymous: true },
    { key: 'anonymous#2', name: 'Anonymous player 2', isAnonymous: true },
  ])
  assert.deepEqual(file.games, [
    { key: 'bgg:910001', name: 'Lantern Harbour', bggId: 910001 },
    { key: 'bgg:910002', name: 'Quick Snails', bggId: 910002 },
    { key: 'bgg:910005', name: 'Lantern Harbour: Fog', bggId: 910005, isExpansion: true },
  ])
})

test('a play keeps everything', () => {
  assert.deepEqual(file.plays[0], {
    sourceId: '880000006',
    at: 'play[0]',
    game: 'bgg:910001',
    expansions: [],
    playedAt: '2026-03-01',
    participants: [
      {
        person: 'user:910000001',
        score: 42,
        hasWon: true,
        seat: 1,
        extra: { color: 'Blue', rating: 7.5 },
      },
      {
        person: 'name:Zoë Ümläut',
        score: 13,
        scoreText: '6+10-3',
        hasWon: false,
        isNew: true,
        extra: { startPosition: 'North' },
      },
      { person: 'user:910000002', scoreText: '49-46', hasWon: false, extra: {} },
    ],
    extra: {
      durationMinutes: 75,
      location: 'Hut by the lake',
      comments: 'Close & long.\nSee <b>you</b> again.',
    },
    notes: [{ at: 'play[0].player[2].score', kind: 'SCORE_UNREADABLE', found: '49-46' }],
  })
})

test('an entry of three plays is three plays of its owner, with ids that stay when it becomes four', () => {
  const ids = (text: string) =>
    read(Buffer.from(text))
      .plays.map(({ sourceId }) => sourceId)
      .filter((id) => id.startsWith('880000005'))
  assert.deepEqual(ids(page), ['880000005', '880000005#2', '880000005#3'])
  assert.deepEqual(ids(page.replace('quantity="3"', 'quantity="4"')).slice(0, 3), ids(page))
  assert.deepEqual(file.plays[1]?.participants, [{ person: 'user:910000001', extra: {} }])
  assert.deepEqual(
    file.plays[1]?.notes.map(({ kind }) => kind),
    ['OWNER_ALONE', 'QUANTITY'],
  )
  assert.deepEqual(ids(page.replace('quantity="3"', 'quantity="999999999"')), ['880000005'])
})

test('unfinished plays and plays without a date are drafts with notes', () => {
  const [unfinished, undated] = file.plays.slice(4)
  assert.deepEqual(
    [unfinished?.isDraft, unfinished?.extra, unfinished?.notes.map(({ kind }) => kind)],
    [
      true,
      { durationMinutes: 180, noWinStats: true },
      ['SCORE_UNREADABLE', 'SCORE_UNREADABLE', 'NO_WIN_STATS', 'INCOMPLETE', 'EXPANSION_AS_GAME'],
    ],
  )
  assert.deepEqual(
    [undated?.isDraft, undated?.playedAt, undated?.notes.map(({ kind }) => kind)],
    [true, '1900-01-01', ['NO_DATE', 'OWNER_ALONE']],
  )
})

test('pages one behind the other are read as one, and missing ones are reported', () => {
  assert.deepEqual(file.faults, [{ at: 'plays', kind: 'MISSING_PAGES', found: '4 of 6 plays' }])
  const second = page
    .replaceAll('id="8800000', 'id="8700000')
    .replace('page="1"', 'page="2"')
    .replace(/<play id="870000004"[^]*<\/play>/, '')
  const both = read(Buffer.from(`${page}\uFEFF${second}`))
  assert.equal(both.plays.length, 10)
  assert.deepEqual(both.faults, [])
  const twice = read(Buffer.from(page + page))
  assert.deepEqual(
    twice.faults.map(({ kind }) => kind),
    [...Array.from({ length: 6 }, () => 'REPEATED_PLAY'), 'MISSING_PAGES'],
  )
})

const refused: [string, RegExp, string][] = [
  ['half a page', /before the element "player" is closed/, page.slice(0, page.indexOf('new="1"') + 12)],
  ['an element that closes another', /before the element "item"/, page.replace('</item>', '')],
  ['nested elements', /nested more than 20 levels/, '<a>'.repeat(100_000)],
  [
    'entities of its own',
    /declares a document type at line 1/,
    '<!DOCTYPE a [<!ENTITY b "c">]><plays>&b;</plays>',
  ],
  ['a web page', /is a web page/, '<!doctype html><html><body>Sign in</body></html>'],
  ['other XML', /XML without a list of plays/, '<items><item id="1"/></items>'],
  ['a wait', /"Try again later."/, '<message>Try again later.</message>'],
  ['an error', /"Invalid object"/, '<div class="messagebox error"><error message="Invalid object"/></div>'],
  [
    'attributes',
    /more than 100 attributes/,
    `<plays ${Array.from({ length: 200 }, (_, n) => `a${n}="1"`).join(' ')}/>`,
  ],
]
for (const [name, message, text] of refused)
  test(`${name}: one sentence`, () => {
    assert.throws(
      () => read(Buffer.from(text)),
      (error) => error instanceof UnreadableFile && message.test(error.message),
    )
  })
