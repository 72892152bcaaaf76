/** For every operation: who is let in, and which answer everybody else gets. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../../src/api.ts'
import { sql } from '../../src/db/sql.ts'
import { call, person } from '../support.ts'
import type { Prepared } from './recipe.ts'
import { testWorld } from '../world.ts'
import { prepare, recipeOf, send } from './recipes.ts'

const { service, world } = await testWorld()

for (const operation of operations) {
  let prepared: Prepared

  test(`${operation.id} needs a token`, async () => {
    prepared = await prepare(operation, world)
    const { path, body, headers } = prepared
    const without = await call(service.app, operation.method, path, body, headers)
    assert.equal(without.status, 401)
    assert.equal(without.headers['www-authenticate'], 'Bearer')
    assert.match(without.body.type, /\/authentication$/)
    const garbage = await call(service.app, operation.method, path, body, {
      ...headers,
      authorization: 'Bearer nonsense',
    })
    assert.equal(garbage.status, 401)
    assert.equal(garbage.headers['www-authenticate'], 'Bearer error="invalid_token"')
  })

  test(`${operation.id} needs its scope`, async () => {
    const others = operations.filter(({ scope }) => scope !== operation.scope).map(({ scope }) => scope)
    const by = await service.as(world.nameOf(prepared.by), { roles: ['admin'], scope: others.join(' ') })
    const refused = await send(operation, { ...prepared, by })
    assert.equal(refused.status, 403)
    assert.match(refused.body.type, /\/authorization$/)
    assert.equal(
      refused.headers['www-authenticate'],
      `Bearer error="insufficient_scope", scope="${operation.scope}"`,
    )
  })

  test(`${operation.id} is for ${operation.anyone ? 'clients too' : 'people'}`, async () => {
    const token = await service.issuer.token('machine', { client_id: 'machine', roles: ['admin'] })
    const asked = operation.anyone ? await prepare(operation, world) : prepared
    const reply = await send(operation, { ...asked, by: person(service.app, token) })
    assert.equal(reply.status, operation.anyone ? operation.responds.status : 403)
  })

  test(`${operation.id} succeeds with its declared status and its scope alone, after all refusals`, async () => {
    const by = await service.as(world.nameOf(prepared.by), {
      scope: [operation.scope, ...(recipeOf(operation).handsOn ?? [])].join(' '),
    })
    const reply = await send(operation, { ...prepared, by })
    assert.equal(reply.status, operation.responds.status, reply.text)
  })
}

test('a client without a user leaves no user behind', async () => {
  const { db } = service
  const found = await db.many(sql`select 1 from users where subject = 'machine'`)
  assert.deepEqual(found, [])
})
