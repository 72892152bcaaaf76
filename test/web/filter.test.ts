/** The filter chips of lists: the filter contains exactly what somebody typed or what the URL says, and nothing else. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Comparison, parseRsql } from '../../src/http/filter/rsql.ts'
import * as games from '../../web/pages/games/filter.ts'
import * as matches from '../../web/pages/matches/filter.ts'
import { allOf, containing, exactly, oneOf, searchFor } from '../../web/parts/fields/filter.ts'

const HOSTILE = [
  '";name==*',
  "'; drop table games; --",
  '\\',
  '\\"',
  'a*b',
  '*',
  '**',
  '\\*',
  'x,id==y',
  '(a;b)',
  '=in=(a,b)',
  '<script>alert(1)</script>',
  'مرحبا\u202E',
  '🎲👩‍👩‍👧',
  'a b  c',
  '%_',
  '+&?#',
  '"'.repeat(255),
]

const comparisonIn = (filter: string): Comparison => {
  const node = parseRsql(filter)
  assert.ok('and' in node, filter)
  assert.equal(node.and.length, 2, filter)
  assert.deepEqual(node.and[1], { ...node.and[1], selector: 'id', values: [{ text: 'end', parts: ['end'] }] })
  const [first] = node.and
  assert.ok(first && 'selector' in first, filter)
  return first
}

test('a value in a filter is the text and nothing else, whatever the text', () => {
  const holds = (text: string) => {
    assert.deepEqual(comparisonIn(`name==${exactly(text)};id==end`).values[0]?.parts, [text])
    assert.deepEqual(comparisonIn(`name==${containing(text)};id==end`).values[0]?.parts, ['', text, ''])
    const several = comparisonIn(`name=in=${oneOf([text, 'b', text])};id==end`).values
    assert.deepEqual(
      several.map((value) => value.parts),
      [[text], ['b'], [text]],
    )
  }
  for (const text of HOSTILE) holds(text)
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'\\"\'*;,()=!<>~ ab', '\n', 'é', '🎲') }), holds),
  )
  fc.assert(fc.property(fc.string({ unit: 'binary' }), holds))
})

test('without a condition there is no filter', () => {
  assert.equal(allOf(false, undefined), undefined)
  assert.equal(allOf('a==b', false, 'c==d'), 'a==b;c==d')
})

test('a search leaves out what no name can have, and ends where names end', () => {
  assert.equal(searchFor('  Harbour\u0000\nLights '), 'Harbour  Lights')
  assert.equal([...searchFor('🎲'.repeat(300))].length, 255)
  assert.equal(searchFor('\uD800').isWellFormed(), true)
})

const ID = '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a40'
const ME = {
  userId: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a10',
  canonicalPlayerId: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a11',
}

test('the chips of the history are stored in the URL, and restored from it', () => {
  const all = [
    '',
    '?whose=all',
    `?game=${ID}`,
    `?whose=recorded&game=${ID}&community=${ID}&year=2026`,
    `?standIn=${ID}&disputed`,
    `?person=${ID}&year=1999`,
    '?drafts',
  ]
  for (const search of all) assert.equal(matches.searchOf(matches.chosenIn(search)), search)
})

test('what makes no sense in a URL chooses nothing', () => {
  const nothing = matches.chosenIn('')
  for (const search of [
    '?game=1',
    `?game=${ID};id==x`,
    '?whose=theirs',
    '?year=0',
    '?year=20260',
    '?year=2026;x',
    `?person=${ID}%22`,
    '?constructor=1&__proto__=2',
  ])
    assert.deepEqual(matches.chosenIn(search), nothing, search)
  assert.equal(matches.chosenIn('?drafts&disputed').disputed, false)
  assert.equal(matches.chosenIn(`?person=${ID}&standIn=${ID}`).person, undefined)
})

test('the history asks the list that has the matches', () => {
  const of = (search: string) => matches.listOf(matches.chosenIn(search), ME)
  assert.deepEqual(of(''), {
    id: 'listHistory',
    params: { canonicalPlayerId: ME.canonicalPlayerId },
    filter: 'finalizedAt=null=false',
  })
  assert.deepEqual(of(`?standIn=${ID}&game=${ID}`), {
    id: 'listMatchesOfGhostPlayer',
    params: { ghostPlayerId: ID },
    filter: `gameId=="${ID}";finalizedAt=null=false`,
  })
  assert.deepEqual(of('?drafts'), {
    id: 'listMatches',
    filter: `recorderId=="${ME.userId}";finalizedAt=null=true`,
  })
  assert.deepEqual(of('?whose=all').filter, 'finalizedAt=null=false')
  const [from, to] = [new Date(2026, 0, 1).toISOString(), new Date(2027, 0, 1).toISOString()]
  assert.equal(of('?year=2026').filter, `playedAt=ge="${from}";playedAt=lt="${to}";finalizedAt=null=false`)
  for (const search of ['?year=1000', '?year=2999', `?whose=all&game=${ID}&community=${ID}&year=2026`])
    assert.doesNotThrow(() => parseRsql(of(search).filter ?? ''))
})

test('games are sought by a part of the name, a tag and the players', () => {
  const search = '?name=Harbour+*&tag=tile+placement&players=4'
  const sought = games.soughtIn(search)
  assert.deepEqual(sought, { name: 'Harbour *', tag: 'tile placement', players: 4 })
  assert.equal(games.soughtIn(games.searchOf(sought)).name, 'Harbour *')
  assert.equal(
    games.filterOf(sought),
    String.raw`name=="*Harbour \**";tags=="tile placement";minPlayers=le="4";maxPlayers=ge="4"`,
  )
  assert.equal(games.filterOf(games.soughtIn('?players=0&name=%20')), undefined)
  for (const name of HOSTILE)
    assert.doesNotThrow(() => parseRsql(games.filterOf({ name, tag: name }) ?? ''), name)
})
