/** Every change that is sent again with its key gets the same answer, and is made once. */
import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { before, mock, test } from 'node:test'
import { operations } from '../../src/api.ts'
import type { Traffic } from '../../src/db/database.ts'
import { uuidv7 } from '../../src/db/uuid.ts'
import type { Operation } from '../../src/http/operation/operation.ts'
import { STANDBY } from '../database.ts'
import { type Reply, present } from '../support.ts'
import { testWorld } from '../world.ts'
import { prepare, recipeOf, send } from './recipes.ts'

const { service, world } = await testWorld()
const counted = new AsyncLocalStorage<Traffic>()

before(async () => {
  for (const count of ['statements', 'roundTrips'] as const)
    Object.defineProperty(service.db.traffic, count, {
      get: () => counted.getStore()?.[count] ?? 0,
      set(value: number) {
        const own = counted.getStore()
        if (own) own[count] = value
      },
    })
})

for (const operation of operations.filter(({ method }) => method !== 'GET')) {
  const { id, body: schema } = operation

  test(`${id} sent three times at once is done once, then replayed, and takes its key for no other request`, async () => {
    const prepared = await prepare(operation, world)
    const key = { 'idempotency-key': uuidv7() }
    const replies = await Promise.all([1, 2, 3].map(() => send(operation, prepared, key)))
    assert.deepEqual(
      replies.map(({ status }) => status),
      Array(3).fill(operation.responds.status),
    )
    assert.equal(new Set(replies.map(({ text, etag }) => text + etag)).size, 1)
    assert.equal(replies.filter(({ headers }) => headers['idempotent-replayed'] === 'true').length, 2)
    const first = present(replies.find(({ headers }) => headers['idempotent-replayed'] === undefined))
    const reordered =
      typeof prepared.body === 'object' && Object.fromEntries(Object.entries(prepared.body).reverse())
    const replay = await send(operation, { ...prepared, ...(reordered ? { body: reordered } : {}) }, key)
    assert.equal(replay.headers['idempotent-replayed'], 'true')
    assert.deepEqual(
      [replay.status, replay.etag, replay.headers['location'], replay.text],
      [first.status, first.etag, first.headers['location'], first.text],
    )
    if (schema) {
      const { otherBody } = recipeOf(operation)
      assert.ok(otherBody, `the recipe of ${id} needs an otherBody`)
      const reused = await send(
        operation,
        { ...prepared, body: { ...(prepared.body as object), ...otherBody } },
        key,
      )
      assert.equal(reused.status, 422, reused.text)
      assert.deepEqual(reused.body.errors[0].code, 'IDEMPOTENCY_KEY_REUSED')
      assert.deepEqual(reused.body.errors[0].field, 'Idempotency-Key')
    }
  })

  // A stream asks for permission first, which takes three more round trips.
  const most = operation.stream ? 6 : 3
  test(`${id} takes at most ${most} round trips`, async () => {
    const { status, roundTrips } = await sentBySomebodyKnown(operation)
    assert.equal(status, operation.responds.status)
    assert.ok(roundTrips > 0 && roundTrips <= most, `${roundTrips} round trips`)
  })
}

/**
 * Sends the operation, and counts what its own request sends to the database. Background work does not count. The clock stands
 * still, because an instance looks a caller up once a minute.
 */
async function sentBySomebodyKnown(operation: Operation): Promise<Reply & Traffic> {
  const prepared = await prepare(operation, world)
  mock.timers.enable({ apis: ['Date'], now: Date.now() })
  try {
    await prepared.by.get('/users/me')
    const traffic = { statements: 0, roundTrips: 0 }
    return { ...(await counted.run(traffic, () => send(operation, prepared))), ...traffic }
  } finally {
    mock.timers.reset()
  }
}

for (const operation of operations.filter(({ handling }) => handling.kind === 'read')) {
  test(`${operation.id} is one statement in one round trip`, async () => {
    const { status, statements, roundTrips } = await sentBySomebodyKnown(operation)
    assert.equal(status, 200)
    // With a standby there may be more: the standby is asked first with a guard, and the primary returns its position.
    const most = process.env[STANDBY] ? [4, 2] : [1, 1]
    assert.ok(
      [statements, roundTrips].every((n, at) => n > 0 && n <= (most[at] ?? 0)),
      `${statements} statements in ${roundTrips} round trips`,
    )
  })
}

test('a failed request leaves its key free', async () => {
  const key = { 'idempotency-key': uuidv7() }
  assert.equal((await world.alice.post('/ghost-players', { displayName: '' }, key)).status, 400)
  const missing = await world.alice.post('/playsets', { gameId: uuidv7(), variants: [] }, key)
  assert.equal(missing.status, 400)
  assert.equal((await world.alice.post('/ghost-players', { displayName: 'Bob' }, key)).status, 201)
})

test('a key belongs to its caller, and a number that is written in another way is the same body', async () => {
  const key = { 'idempotency-key': uuidv7() }
  const bob = await service.as('bob')
  const mine = await world.alice.post('/ghost-players', { displayName: 'Carol' }, key)
  const his = await bob.post('/ghost-players', { displayName: 'Carol' }, key)
  assert.equal(his.headers['idempotent-replayed'], undefined)
  assert.notEqual(his.body.id, mine.body.id)
  const body = (players: string) =>
    `{"displayName": "N", "description": "", "minPlayers": ${players}, "maxPlayers": 4, "tags": [], "scoreType": "WIN_LOSS"}`
  const other = { 'idempotency-key': uuidv7() }
  assert.equal((await world.editor.post('/games', body('1'), other)).status, 201)
  assert.equal((await world.editor.post('/games', body('1.0'), other)).headers['idempotent-replayed'], 'true')
  assert.equal((await world.editor.post('/games', body('2'), other)).status, 422)
})

test('a stored answer still needs the scope', async () => {
  const key = { 'idempotency-key': uuidv7() }
  await world.alice.post('/ghost-players', { displayName: 'Dora' }, key)
  const limited = await service.as('alice', { scope: 'svc-engine:ghost-player-read' })
  assert.equal((await limited.post('/ghost-players', { displayName: 'Dora' }, key)).status, 403)
})
