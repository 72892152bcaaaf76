/** Games and expansions: values at both ends of each limit, and the rules between fields. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testWorld } from '../../world.ts'
import { newGame } from './recipes.ts'
import { type Reply, violations } from '../../support.ts'

const { service, world } = await testWorld()

const statuses = (replies: Reply[]) =>
  replies
    .map(({ status }) => String(status))
    .toSorted()
    .join(' ')

const dice = '🎲'
const url = (length: number) => `https://images.example.org/${'x'.repeat(length - 27)}`

for (const [what, change] of Object.entries({
  'a name of 255 code points': { displayName: dice.repeat(255) },
  'a description of 10000 code points': { description: dice.repeat(10_000) },
  'an empty description': { description: '' },
  'an image URL of 500 characters': { imageUrl: url(500) },
  '20 tags': { tags: Array.from({ length: 20 }, (_, n) => `t${n}`) },
  'a tag of 100 code points': { tags: [dice.repeat(100), ' '] },
  'a solitaire': { minPlayers: 1, maxPlayers: 1 },
  'the largest number of players': { maxPlayers: 2_147_483_647 },
  'a source reference of 64 characters': { sourceRef: `catalog:${'1'.repeat(56)}` },
  'no win condition for WIN_LOSS': { scoreType: 'WIN_LOSS', winCondition: undefined },
})) {
  test(`a game takes ${what}`, async () => {
    const reply = await world.editor.post('/games', { ...newGame(), ...change })
    assert.equal(reply.status, 201, reply.text)
    for (const [field, value] of Object.entries(change)) assert.deepEqual(reply.body[field], value)
  })
}

for (const [what, change, violation] of [
  ['no name', { displayName: undefined }, 'displayName REQUIRED'],
  ['a blank name', { displayName: ' \t\u3000' }, 'displayName VALUE_TOO_SHORT'],
  ['a name of 256 code points', { displayName: dice.repeat(256) }, 'displayName VALUE_TOO_LONG'],
  ['a description of 10001', { description: 'x'.repeat(10_001) }, 'description VALUE_TOO_LONG'],
  ['no description', { description: undefined }, 'description REQUIRED'],
  ['an image URL of 501', { imageUrl: url(501) }, 'imageUrl VALUE_TOO_LONG'],
  ['a relative image URL', { imageUrl: '/x.jpg' }, 'imageUrl INVALID_FORMAT'],
  ['a script as image URL', { imageUrl: 'javascript:alert(1)' }, 'imageUrl INVALID_FORMAT'],
  ['21 tags', { tags: Array.from({ length: 21 }, (_, n) => `t${n}`) }, 'tags TOO_MANY_ITEMS'],
  ['a tag twice', { tags: ['a', 'b', 'a'] }, 'tags[2] DUPLICATE_ITEM'],
  ['a tag twice in other capitals', { tags: ['Straße', 'STRASSE'] }, 'tags[1] DUPLICATE_ITEM'],
  ['a tag twice, typed otherwise', { tags: ['\u00e5', 'A\u030a'] }, 'tags[1] DUPLICATE_ITEM'],
  ['an empty tag', { tags: ['a', ''] }, 'tags[1] VALUE_TOO_SHORT'],
  ['a tag of 101', { tags: [dice.repeat(101)] }, 'tags[0] VALUE_TOO_LONG'],
  ['no players', { minPlayers: 0 }, 'minPlayers OUT_OF_RANGE'],
  ['fewer at most than at least', { minPlayers: 5 }, 'maxPlayers OUT_OF_RANGE'],
  ['half a player', { minPlayers: 1.5 }, 'minPlayers INVALID_TYPE'],
  ['another score type', { scoreType: 'POINTS' }, 'scoreType INVALID_VALUE'],
  ['another score type alone', { scoreType: 'POINTS', winCondition: undefined }, 'scoreType INVALID_VALUE'],
  ['no win condition', { winCondition: undefined }, 'winCondition REQUIRED'],
  ['a win condition for WIN_LOSS', { scoreType: 'WIN_LOSS' }, 'winCondition INVALID_VALUE'],
  ['a source reference in capitals', { sourceRef: 'Catalog:1' }, 'sourceRef INVALID_FORMAT'],
  ['a source reference of 65', { sourceRef: `catalog:${'1'.repeat(57)}` }, 'sourceRef VALUE_TOO_LONG'],
  ['a null image', { imageUrl: null }, 'imageUrl INVALID_TYPE'],
] as const) {
  test(`a game does not take ${what}`, async () => {
    const reply = await world.editor.post('/games', { ...newGame(), ...change })
    assert.equal(reply.status, 400)
    assert.deepEqual(violations(reply), [violation])
  })
}

test('one answer reports all faults, also those between fields', async () => {
  const reply = await world.editor.post('/games', {
    ...newGame(),
    displayName: 5,
    minPlayers: 9,
    scoreType: 'WIN_LOSS',
    tags: 'x',
    size: 1,
  })
  assert.deepEqual(violations(reply).toSorted(), [
    'displayName INVALID_TYPE',
    'maxPlayers OUT_OF_RANGE',
    'size UNKNOWN_PROPERTY',
    'tags INVALID_TYPE',
    'winCondition INVALID_VALUE',
  ])
})

test('a source reference is taken once, by a game and by an expansion', async () => {
  const sourceRef = 'catalog:77'
  const replies = await Promise.all(
    [1, 2, 3, 4].map(() => world.editor.post('/games', { ...newGame(), sourceRef })),
  )
  assert.deepEqual(statuses(replies), '201 409 409 409')
  const { id } = await world.game()
  const path = `/games/${id}/expansions`
  const made = await Promise.all(
    [1, 2, 3].map(() => world.editor.post(path, { displayName: 'E', sourceRef })),
  )
  assert.deepEqual(statuses(made), '201 409 409')
})

test('PATCH keeps the win condition in step with the score type', async () => {
  const { editor } = world
  const game = await editor.post('/games', newGame())
  const path = `/games/${game.body.id}`
  const cleared = await editor.patch(path, { winCondition: null }, game.etag)
  assert.deepEqual(violations(cleared), ['winCondition REQUIRED'])
  const turned = await editor.patch(path, { scoreType: 'WIN_LOSS' }, game.etag)
  assert.deepEqual([turned.status, turned.body.winCondition], [200, undefined])
  const back = await editor.patch(path, { scoreType: 'TIME' }, turned.etag)
  assert.deepEqual(violations(back), ['winCondition REQUIRED'])
  const timed = await editor.patch(path, { scoreType: 'TIME', winCondition: 'LOWER_WINS' }, turned.etag)
  assert.equal(timed.body.winCondition, 'LOWER_WINS')
  assert.deepEqual(violations(await editor.patch(path, { maxPlayers: 1 }, timed.etag)), [
    'maxPlayers OUT_OF_RANGE',
  ])
  const pictured = await editor.patch(path, { imageUrl: 'https://images.example.org/a.jpg' }, timed.etag)
  assert.equal((await editor.patch(path, { imageUrl: null }, pictured.etag)).body.imageUrl, undefined)
  assert.deepEqual(violations(await editor.patch(path, { sourceRef: 'catalog:1' }, pictured.etag)), [
    'sourceRef UNKNOWN_PROPERTY',
  ])
})

test('a game shows its expansions, and its ETag changes with them', async () => {
  const { editor } = world
  const game = await world.game()
  const first = await world.expansion(game.id)
  const read = await editor.get(`/games/${game.id}`)
  assert.deepEqual(read.body.expansions, [{ id: first.id, displayName: 'Rising Tides' }])
  assert.notEqual(read.etag, game.etag)
  const path = `/games/${game.id}/expansions/${first.id}`
  const renamed = await editor.patch(
    path,
    { displayName: 'High Tides', imageUrl: null, description: 'x' },
    first.etag,
  )
  assert.equal(renamed.status, 200)
  assert.notEqual((await editor.get(`/games/${game.id}`)).etag, read.etag)
  const other = await world.game()
  assert.equal((await editor.get(`/games/${other.id}/expansions/${first.id}`)).status, 404)
  assert.equal(
    (await editor.patch(`/games/${other.id}/expansions/${first.id}`, {}, renamed.etag)).status,
    404,
  )
})

test('a player reads the catalogue and does not write it', async () => {
  assert.equal((await world.alice.post('/games', newGame())).status, 403)
  assert.equal((await world.alice.get('/games?limit=1')).status, 200)
})

test('a violation names what was sent, with the value that was sent', async () => {
  const { editor } = world
  const game = await world.game()
  const changing = async (change: object) =>
    (await editor.patch(`/games/${game.id}`, change, game.etag)).body.errors
  const [below] = await changing({ minPlayers: 9 })
  assert.deepEqual([below.field, below.code, below.rejectedValue], ['minPlayers', 'OUT_OF_RANGE', 9])
  assert.match(below.message, /maxPlayers, which is 4/)
  const [above] = await changing({ maxPlayers: 1 })
  assert.deepEqual([above.field, above.code, above.rejectedValue], ['maxPlayers', 'OUT_OF_RANGE', 1])
  const both = await changing({ minPlayers: 9, maxPlayers: 8 })
  assert.deepEqual(
    both.map(({ field, rejectedValue }: Record<string, unknown>) => [field, rejectedValue]),
    [['maxPlayers', 8]],
  )
})

test('the game catalog service reads the game and the expansion that it changes', async () => {
  const machine = await service.as('catalog service', { roles: ['catalog-service'] })
  const game = await world.game()
  const expansion = await world.expansion(game.id)
  for (const path of [`/games/${game.id}`, `/games/${game.id}/expansions/${expansion.id}`]) {
    const { etag } = await machine.get(path)
    assert.equal((await machine.patch(path, { displayName: 'Harbour Nights' }, etag)).status, 200)
  }
})
