/** Two requests for one match at once, a hundred rounds each: one wins, nothing is lost, nothing is done twice. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { uuidv7 } from '../../src/db/uuid.ts'
import { testWorld } from '../world.ts'
import { newGame } from '../resources/games/recipes.ts'
import { newMatch } from '../resources/matches/recipes.ts'
import { idOf } from '../support.ts'
import { ROUNDS, deadlocks, statuses } from './statuses.ts'

const { service, world } = await testWorld()

test('of changes with one ETag, one is made', async () => {
  const { alice } = world
  const { id, ...made } = await world.ghostPlayer()
  let { etag } = made
  for (let round = 0; round < ROUNDS; round++) {
    const names = ['a', 'b', 'c', 'd'].map((name) => `${name}${round}`)
    const replies = await Promise.all(
      names.map((displayName) => alice.patch(`/ghost-players/${id}`, { displayName }, etag)),
    )
    assert.equal(statuses(replies), '200 412 412 412')
    const read = await alice.get(`/ghost-players/${id}`)
    const won = replies.findIndex(({ status }) => status === 200)
    assert.equal(read.body.displayName, names[won])
    ;({ etag } = read)
  }
})

test('of requests with the same key, one has an effect and all get its answer', async () => {
  const { alice } = world
  for (let round = 0; round < ROUNDS; round++) {
    const key = { 'idempotency-key': uuidv7() }
    const displayName = `round ${round}`
    const replies = await Promise.all([1, 2, 3].map(() => alice.post('/ghost-players', { displayName }, key)))
    assert.equal(statuses(replies), '201 201 201')
    assert.equal(new Set(replies.map(({ text }) => text)).size, 1)
    const made = await service.db.many(sql`select 1 from ghost_players where display_name = ${displayName}`)
    assert.equal(made.length, 1)
  }
})

test('a draft is finalized, changed or deleted, and the others learn of it', async () => {
  const { alice, game, ghostPlayer } = world
  const [{ id: gameId }, { id: ghostPlayerId }] = await Promise.all([game(), ghostPlayer()])
  for (let round = 0; round < ROUNDS; round++) {
    const { body, etag } = await alice.post('/matches', newMatch(gameId, ghostPlayerId))
    const path = `/matches/${body.id}`
    const replies = await Promise.all([
      alice.post(`${path}/finalize`, undefined, { 'if-match': etag }),
      alice.patch(path, { editRequestsEnabled: false }, etag),
      alice.delete(path, etag),
    ])
    assert.match(statuses(replies), /^(200 412 412|200 404 412|204 404 404|200 404 404)$/)
    assert.equal(replies.filter(({ status }) => status < 300).length, 1)
  }
})

test('a source reference goes to one of those who want it', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const game = { ...newGame(), sourceRef: `race:${round}` }
    const replies = await Promise.all([world.editor.post('/games', game), world.editor.post('/games', game)])
    assert.equal(statuses(replies), '201 409')
  }
})

test('no match is made with a playset after its deletion was acknowledged', async () => {
  const { alice, game, ghostPlayer } = world
  const [{ id: gameId }, { id: ghostPlayerId }] = await Promise.all([game(), ghostPlayer()])
  for (let round = 0; round < ROUNDS; round++) {
    const playset = await world.playset(gameId)
    const match = { ...newMatch(gameId, ghostPlayerId), playsetId: playset.id }
    const [deleted, created] = await Promise.all([
      alice.delete(`/playsets/${playset.id}`, playset.etag),
      alice.post('/matches', match),
    ])
    assert.equal(deleted.status, 204)
    assert.ok([201, 400].includes(created.status), created.text)
    assert.equal((await alice.post('/matches', match)).status, 400)
  }
})

test('expansions made at once are all there, and the game’s version counts them', async () => {
  const { editor, game } = world
  const { id } = await game()
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, n) => editor.post(`/games/${id}/expansions`, { displayName: `E${n}` })),
  )
  assert.ok(replies.every(({ status }) => status === 201))
  const read = await editor.get(`/games/${id}`)
  assert.equal(read.body.expansions.length, 20)
  assert.equal(read.etag, '"21"')
})

test('a draft that turns to another game while its expansions change has none of the game before', async () => {
  const { alice, game, expansion, ghostPlayer } = world
  const [one, other, ghost] = [await game(), await game(), await ghostPlayer()]
  const part = await expansion(one.id)
  for (let round = 0; round < ROUNDS; round++) {
    const { body } = await alice.post('/matches', newMatch(one.id, ghost.id))
    const path = `/matches/${body.id}`
    const replies = await Promise.all([
      alice.patch(path, { expansions: [part.id] }, '*'),
      alice.patch(path, { gameId: other.id }, '*'),
    ])
    assert.equal(statuses(replies), '200 400')
    const match = (await alice.get(path)).body
    assert.equal(match.expansions.length, match.game.id === one.id ? 1 : 0)
  }
})

test('no draft is finalized in a community after its recorder’s leaving was acknowledged', async () => {
  const { alice, game, ghostPlayer } = world
  const [{ id: gameId }, { id: ghostPlayerId }, owner, aliceId] = [
    await game(),
    await ghostPlayer(),
    await world.newcomer(),
    await idOf(alice),
  ]
  const { body } = await owner.post('/communities', { displayName: 'Club', joinPolicy: 'OPEN' })
  const memberships = `/communities/${body.id}/memberships`
  const before = await deadlocks(service.db)
  const draft = { ...newMatch(gameId, ghostPlayerId), communityId: body.id }
  for (let round = 0; round < ROUNDS; round++) {
    await alice.post(memberships)
    const made = await Promise.all([1, 2, 3].map(() => alice.post('/matches', draft)))
    const finalize = async (index: number) =>
      alice.post(`/matches/${made[index]?.body.id}/finalize`, undefined, { 'if-match': '*' })
    const [left, ...finals] = await Promise.all([
      alice.delete(`${memberships}/${aliceId}`),
      finalize(0),
      finalize(1),
      alice.post('/matches', draft),
    ])
    assert.equal(left.status, 204)
    for (const { status } of finals.slice(0, 2)) assert.ok([200, 409].includes(status), `${status}`)
    assert.ok([201, 403].includes(finals[2]?.status ?? 0))
    assert.equal((await finalize(2)).status, 409)
  }
  assert.equal(await deadlocks(service.db), before)
})
