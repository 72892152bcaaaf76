/** Playsets: how a playset without a name is called, what null clears, and its expansions. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testWorld } from '../../world.ts'
import { newMatch } from '../matches/recipes.ts'
import { violations } from '../../support.ts'

const { world } = await testWorld()

test('a reference shows the name, else the scenario, else the variants, else the game', async () => {
  const { alice, game, ghostPlayer } = world
  const { id: gameId } = await game()
  let playset = await alice.post('/playsets', {
    gameId,
    displayName: ' Friday ',
    scenario: 'Winter',
    variants: ['a', 'b'],
  })
  const match = await alice.post('/matches', {
    ...newMatch(gameId, (await ghostPlayer()).id),
    playsetId: playset.body.id,
  })
  const shown = async () => (await alice.get(`/matches/${match.body.id}`)).body.playset.displayName
  const change = async (body: object) => {
    playset = await alice.patch(`/playsets/${playset.body.id}`, body, playset.etag)
    assert.equal(playset.status, 200, playset.text)
  }
  assert.equal(await shown(), 'Friday')
  await change({ displayName: null })
  assert.equal(playset.body.displayName, undefined)
  assert.equal(await shown(), 'Winter')
  await change({ scenario: null })
  assert.equal(await shown(), 'a, b')
  await change({ variants: [] })
  assert.equal(await shown(), 'Harbour Lights')
  assert.deepEqual((await alice.get('/matches/count?filter=playsetName==harbour*')).body, { count: 1 })
})

test('its expansions are of its game', async () => {
  const { alice, game, expansion } = world
  const [one, other] = [await game(), await game()]
  const [mine, foreign] = [await expansion(one.id), await expansion(other.id)]
  const refused = await alice.post('/playsets', {
    gameId: one.id,
    variants: [],
    expansions: [mine.id, foreign.id],
  })
  assert.deepEqual(violations(refused), ['expansions[1] INVALID_REFERENCE'])
  const made = await alice.post('/playsets', { gameId: one.id, variants: [], expansions: [mine.id] })
  assert.deepEqual(made.body.expansions, [{ id: mine.id, displayName: 'Rising Tides' }])
  const path = `/playsets/${made.body.id}`
  assert.deepEqual(violations(await alice.patch(path, { expansions: [foreign.id] }, made.etag)), [
    'expansions[0] INVALID_REFERENCE',
  ])
  const emptied = await alice.patch(path, { expansions: [] }, made.etag)
  assert.deepEqual(emptied.body.expansions, [])
})

for (const [what, change, violation] of [
  ['a name of 101', { displayName: 'x'.repeat(101) }, 'displayName VALUE_TOO_LONG'],
  ['an empty scenario', { scenario: '' }, 'scenario VALUE_TOO_SHORT'],
  ['a scenario of 201', { scenario: 'x'.repeat(201) }, 'scenario VALUE_TOO_LONG'],
  ['21 variants', { variants: Array.from({ length: 21 }, (_, n) => `v${n}`) }, 'variants TOO_MANY_ITEMS'],
  ['a variant twice', { variants: ['a', 'a'] }, 'variants[1] DUPLICATE_ITEM'],
  ['null variants', { variants: null }, 'variants INVALID_TYPE'],
  ['null expansions', { expansions: null }, 'expansions INVALID_TYPE'],
] as const) {
  test(`a playset does not take ${what}`, async () => {
    const { id: gameId } = await world.game()
    const made = await world.alice.post('/playsets', { gameId, variants: [], ...change })
    assert.deepEqual(violations(made), [violation])
    const playset = await world.playset(gameId)
    assert.deepEqual(violations(await world.alice.patch(`/playsets/${playset.id}`, change, playset.etag)), [
      violation,
    ])
  })
}

test('a deleted playset is gone', async () => {
  const { alice } = world
  const { id, etag } = await world.playset((await world.game()).id)
  assert.equal((await alice.delete(`/playsets/${id}`, etag)).status, 204)
  assert.equal((await alice.get(`/playsets/${id}`)).status, 404)
  assert.equal((await alice.delete(`/playsets/${id}`, '*')).status, 404)
  assert.deepEqual((await alice.get(`/playsets/count?filter=id==${id}`)).body, { count: 0 })
})

test('a variant has 1 to 200 characters, and appears in a playset once', async () => {
  const { id: gameId } = await world.game()
  const make = (...variants: string[]) => world.alice.post('/playsets', { gameId, variants })
  assert.equal((await make('🎲'.repeat(200), 'x')).status, 201)
  assert.deepEqual(violations(await make('', 'x'.repeat(201))), [
    'variants[0] VALUE_TOO_SHORT',
    'variants[1] VALUE_TOO_LONG',
  ])
  assert.deepEqual(violations(await make('Open hands', 'open HANDS')), ['variants[1] DUPLICATE_ITEM'])
})
