/** The order of checks: if two things are wrong, the answer names the one that comes first in this order. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../../src/api.ts'
import { uuidv7 } from '../../src/db/uuid.ts'
import { call, violations } from '../support.ts'
import type { Prepared } from './recipe.ts'
import { testWorld } from '../world.ts'
import { newMatch } from '../resources/matches/recipes.ts'
import { prepare } from './recipes.ts'

const { service, world } = await testWorld()

for (const operation of operations) {
  const { id, method, body: schema, ifMatch } = operation
  const media = operation.stream ?? operation.bytes?.media[0]
  let prepared: Prepared // always refused, and so never used up

  test(`${id} asks for the token before it looks at the query`, async () => {
    prepared = await prepare(operation, world)
    const { by, path } = prepared
    const nobody = await call(service.app, method, `${path}?x=%ff&y=1&y=2`)
    assert.equal(nobody.status, 401)
    const limited = await service.as('alice', { scope: 'svc-engine:nothing' })
    assert.equal((await limited.send(method, `${path}?x=%ff`)).status, 403)
    const faults = violations(await by.send(method, `${path}?x=%ff&y=1&y=2`))
    for (const fault of ['x INVALID_FORMAT', 'y DUPLICATE_ITEM', 'y UNKNOWN_PROPERTY'])
      assert.ok(faults.includes(fault), `${fault}: ${faults.join()}`)
    assert.equal(faults.includes('Idempotency-Key REQUIRED'), method !== 'GET')
  })

  if (method !== 'GET') {
    test(`${id} refuses another media type before the size, and the size before the token`, async () => {
      const { path } = prepared
      const large = Buffer.alloc(operation.bodyLimit + 1, 'x')
      const plain = await call(service.app, method, path, large, { 'content-type': 'text/plain' })
      assert.equal(plain.status, 415)
      const type = { 'content-type': media ?? 'application/json' }
      assert.equal((await call(service.app, method, path, large, type)).status, 413)
    })
  }

  if (method !== 'GET' && !schema && !media) {
    test(`${id} reports a wrong body together with the other faults`, async () => {
      const { by, path } = prepared
      assert.equal((await call(service.app, method, path, { a: 1 })).status, 401)
      for (const body of [{ a: 1 }, [], 'null', '0']) {
        const faults = violations(await by.send(method, path, body))
        const headers = ['Idempotency-Key REQUIRED', ...(ifMatch ? ['If-Match REQUIRED'] : [])]
        assert.deepEqual(faults, [...headers, 'body UNKNOWN_PROPERTY'])
      }
    })
  }
}

test('a finalized match answers the replay of its finalization, and a deleted one of its deletion', async () => {
  const { alice } = world
  const [kept, gone] = [await world.match(), await world.match()]
  const finalize = { 'if-match': kept.etag, 'idempotency-key': uuidv7() }
  const final = await alice.post(`/matches/${kept.id}/finalize`, undefined, finalize)
  await alice.patch(`/matches/${kept.id}`, { editRequestsEnabled: false }, final.etag)
  const again = await alice.post(`/matches/${kept.id}/finalize`, undefined, finalize)
  assert.deepEqual([again.status, again.text, again.etag], [200, final.text, final.etag])
  const remove = { 'idempotency-key': uuidv7() }
  assert.equal((await alice.delete(`/matches/${gone.id}`, gone.etag, remove)).status, 204)
  const replayed = await alice.delete(`/matches/${gone.id}`, gone.etag, remove)
  assert.deepEqual([replayed.status, replayed.headers['idempotent-replayed']], [204, 'true'])
  assert.equal((await alice.delete(`/matches/${gone.id}`, gone.etag)).status, 404)
})

test('a key used for one path is not for another', async () => {
  const [one, other] = [await world.game(), await world.game()]
  const key = { 'idempotency-key': uuidv7() }
  const body = { displayName: 'Rising Tides' }
  assert.equal((await world.editor.post(`/games/${one.id}/expansions`, body, key)).status, 201)
  const reused = await world.editor.post(`/games/${other.id}/expansions`, body, key)
  assert.equal(reused.status, 422)
  assert.deepEqual(violations(reused), ['Idempotency-Key IDEMPOTENCY_KEY_REUSED'])
})

test('the version is compared before the state, the state before the references', async () => {
  const { alice } = world
  const { id, etag } = await world.match()
  const final = await alice.post(`/matches/${id}/finalize`, undefined, { 'if-match': etag })
  const change = { participants: newMatch('', uuidv7()).participants }
  assert.equal((await alice.patch(`/matches/${id}`, change, etag)).status, 412)
  assert.equal((await alice.patch(`/matches/${id}`, change, final.etag)).status, 409)
})

test('an OPTIONS that is no preflight is no error', async () => {
  assert.equal((await call(service.app, 'OPTIONS', '/matches')).status, 204)
})
