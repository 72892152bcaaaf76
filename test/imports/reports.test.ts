/** What a dry run reports: faults of the file, similar games, expansions, playsets, and what the file says about missing games. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GamesPlayed } from '../../src/imports/new-game.ts'
import { SOURCES } from '../../src/imports/matched.ts'
import { SETTINGS } from '../../src/config/settings.ts'
import { newGame } from '../resources/games/recipes.ts'
import type { Person } from '../support.ts'
import { testWorld } from '../world.ts'
import { bgStats, importFile, start, workAll } from './files.ts'

const { service, world } = await testWorld()

async function gameNamed(displayName: string, sourceRef?: string): Promise<string> {
  const made = await world.editor.post('/games', {
    ...newGame(),
    displayName,
    ...(sourceRef === undefined ? {} : { sourceRef }),
  })
  assert.equal(made.status, 201, made.text)
  return made.body.id
}

const fileOf = (name: string, bggId = 0) =>
  bgStats(['Me'], [{ name, bggId }], [{ game: name, scores: [{ player: 'Me', score: '1' }] }])

async function gameIn(by: Person, id: string) {
  const { body } = await by.get(`/imports/${id}/questions?filter=kind==GAME`)
  return body.items[0] as {
    id: string
    decision: string
    candidates: { id: string }[]
    suggestion?: object
    game?: { id: string }
  }
}

test('a guessed encoding and missing pages are faults of the file, and no match is left out for them', async () => {
  await gameNamed('Grüne Hügel')
  const me = await world.newcomer()
  const csv = 'played_at,game,player,score\n2024-05-01,Grüne Hügel,Jürgen,4\n'
  const guessed = await me.post('/imports', Buffer.from(csv, 'latin1'), {
    'content-type': 'application/octet-stream',
  })
  assert.equal(guessed.status, 201, guessed.text)
  assert.deepEqual(guessed.body.plays, [{ status: 'NEW', plays: 1 }])
  assert.deepEqual(guessed.body.notes, [
    { kind: 'ENCODING_GUESSED', count: 1, found: ['no UTF-8, so read as Windows-1252'] },
  ])
  const page = `<plays username="me" userid="7" total="250" page="1"><play id="1" date="2024-05-01" quantity="1" length="0"
    incomplete="0" nowinstats="0"><item name="Grüne Hügel" objecttype="thing" objectid="77001"><subtypes>
    <subtype value="boardgame"/></subtypes></item></play></plays>`
  const cut = await me.post('/imports', page, { 'content-type': 'application/xml' })
  assert.deepEqual(
    cut.body.notes.map(({ kind, found }: { kind: string; found: string[] }) => [kind, found]),
    [['MISSING_PAGES', ['1 of 250 plays']]],
  )
  assert.ok(!cut.body.plays.some(({ status }: { status: string }) => status === 'LEFT_OUT'))
})

test('what the app has beside plays is reported with the file, and counted', async () => {
  const me = await world.newcomer()
  const file = JSON.parse(fileOf('Alone Here')) as Record<string, unknown>
  const deletedObjects = [1, 2, 3].map((n) => ({ objectType: 'Play', uuid: `gone ${n}` }))
  const challenges = Array.from({ length: 4 }, (_, n) => ({ name: `challenge ${n}` }))
  const made = await importFile(me, JSON.stringify({ ...file, deletedObjects, challenges }))
  assert.deepEqual(made.body.notes, [
    { kind: 'DELETED', count: 1, found: ['3 × Play'] },
    { kind: 'LEFT_OUT', count: 1, found: ['4 × challenges'] },
  ])
  assert.deepEqual(made.body.plays, [{ status: 'WAITS_FOR_GAME', plays: 1 }])
})

test('a game with a similar name is offered, and never taken by itself', async () => {
  const near = await gameNamed('Harbour of the Silver Gulls')
  const longer = await gameNamed('Quillwort: The Marsh Edition')
  const shorter = await gameNamed('Bramblewick')
  for (const [name, id] of [
    ['Harbour of the Silver Gull', near],
    ['Quillwort', longer],
    ['Bramblewick (second edition)', shorter],
  ] as const) {
    const me = await world.newcomer()
    const made = await importFile(me, fileOf(name))
    assert.equal(made.body.state, 'QUESTIONS', name)
    const question = await gameIn(me, made.body.id)
    assert.deepEqual([question.decision, question.candidates.map((one) => one.id)], ['ASKED', [id]], name)
    assert.deepEqual(question.suggestion, { answer: 'WAIT' })
  }
  const me = await world.newcomer()
  const other = await importFile(me, fileOf('Something Else Entirely'))
  assert.equal(other.body.state, 'READY')
})

test('a similar name with another number is another game, and nobody is asked', async () => {
  await gameNamed('Copper Canal Company', 'bgg:770101')
  const me = await world.newcomer()
  const made = await importFile(me, fileOf('Copper Canal Companies', 770_102))
  assert.equal((await gameIn(me, made.body.id)).decision, 'WAITS')
})

test('who answers that a game is another one is not asked again, and gets it when it appears', async () => {
  await gameNamed('Tidal Clockwork')
  const me = await world.newcomer()
  const file = fileOf('Tidal Clockworks', 770_201)
  const made = await importFile(me, file)
  const { id } = await gameIn(me, made.body.id)
  const answered = await me.patch(
    `/imports/${made.body.id}`,
    { answers: [{ questionId: id, answer: 'WAIT' }] },
    made.etag,
  )
  assert.equal(answered.body.state, 'READY')
  const next = await importFile(me, file)
  assert.equal(next.body.state, 'READY', 'the answer is remembered')
  assert.equal((await start(me, made.body.id)).status, 200)
  await workAll(service.db)
  assert.equal((await me.get('/matches/count')).body.count, 0)
  const appeared = await gameNamed('Clockworks of the Tide', 'catalog:770201')
  assert.equal((await start(me, made.body.id)).status, 200)
  await workAll(service.db)
  assert.equal((await gameIn(me, made.body.id)).game?.id, appeared)
  assert.equal((await me.get('/matches/count')).body.count, 1)
})

test('expansions and playsets that are not here are in the dry run', async () => {
  const me = await world.newcomer()
  const gameId = await gameNamed('Beacon Hill')
  const otherGame = await gameNamed('Another Hill')
  for (const [game, displayName] of [
    [gameId, 'The Lamps'],
    [otherGame, 'The Fogs'],
  ] as const)
    assert.equal((await world.editor.post(`/games/${game}/expansions`, { displayName })).status, 201)
  const playset = await me.post('/playsets', { gameId, displayName: 'Long game', variants: [] })
  assert.equal(playset.status, 201, playset.text)
  const csv = [
    'match_ref,played_at,game,player,playset,expansions',
    '1,2024-05-01,Beacon Hill,Ann,Long game,The Lamps',
    '2,2024-05-02,Beacon Hill,Ann,Short game,The Fogs',
  ].join('\n')
  const made = await me.post('/imports', csv, { 'content-type': 'text/csv' })
  assert.equal(made.status, 201, made.text)
  const { body } = await me.get(`/imports/${made.body.id}/questions?limit=50`)
  const decided = (kind: string) =>
    body.items
      .filter((one: { kind: string }) => one.kind === kind)
      .map((one: { name: string; decision: string; plays: number }) => [one.name, one.decision, one.plays])
      .toSorted()
  assert.deepEqual(decided('PLAYSET'), [
    ['Long game', 'KNOWN', 1],
    ['Short game', 'LEFT_OUT', 1],
  ])
  assert.deepEqual(decided('EXPANSION'), [
    ['The Fogs', 'LEFT_OUT', 1],
    ['The Lamps', 'KNOWN', 1],
  ])
  assert.deepEqual(
    made.body.names.filter(({ kind }: { kind: string }) => kind === 'PLAYSET'),
    [
      { kind: 'PLAYSET', decision: 'KNOWN', names: 1 },
      { kind: 'PLAYSET', decision: 'LEFT_OUT', names: 1 },
    ],
  )
  assert.equal((await start(me, made.body.id)).status, 200)
  await workAll(service.db)
  const matches = (await me.get('/matches?sort=playedAt:ASC')).body.items
  assert.deepEqual(
    matches.map((one: { playset?: { displayName: string } }) => one.playset?.displayName),
    ['Long game', undefined],
  )
})

const played = (scores: [score: number | undefined, hasWon?: boolean][]) => ({
  game: 'g',
  participants: scores.map(([score, hasWon], n) => ({
    person: `p${n}`,
    extra: {},
    ...(score === undefined ? {} : { score }),
    ...(hasWon === undefined ? {} : { hasWon }),
  })),
})

function described(plays: ReturnType<typeof played>[], source: object = {}) {
  const games = new GamesPlayed()
  for (const play of plays) games.add(play)
  return games.describe({ key: 'g', name: 'G', ...source })
}

test('a new game is described by the file, and otherwise by its plays', () => {
  const two = played([
    [3, false],
    [9, true],
  ])
  const four = played([[1], [2], [3], [4]])
  assert.deepEqual(described([two, four]), {
    minPlayers: 2,
    maxPlayers: 4,
    scoreType: 'SCORE',
    winCondition: 'HIGHER_WINS',
  })
  const low = played([
    [3, true],
    [9, false],
  ])
  assert.equal(described([low, low, two]).winCondition, 'LOWER_WINS')
  assert.deepEqual(described([played([[undefined, true], [undefined]])]), {
    minPlayers: 2,
    maxPlayers: 2,
    scoreType: 'WIN_LOSS',
  })
  assert.deepEqual(described([four], { minPlayers: 1, maxPlayers: 5, lowestWins: true }), {
    minPlayers: 1,
    maxPlayers: 5,
    scoreType: 'SCORE',
    winCondition: 'LOWER_WINS',
  })
  assert.equal(described([four], { hasNoPoints: true }).scoreType, 'WIN_LOSS')
  assert.equal(described([four], { scoreType: 'TURNS' }).scoreType, 'TURNS')
  assert.deepEqual(described([four], { minPlayers: 5, maxPlayers: 2 }).minPlayers, 4)
})

test('the default word of the catalogue is one that imports look for', () => {
  assert.ok(SOURCES.includes(SETTINGS.SCOREBOOK_CATALOG_SOURCE.default ?? ''))
})
