/** For every operation with a `displayName`: what is trimmed, and what is refused. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod'
import { operations } from '../../src/api.ts'
import { violations } from '../support.ts'
import { testWorld } from '../world.ts'
import { prepare, send } from './recipes.ts'

const { world } = await testWorld()

const naming = operations.filter(({ body }) => body instanceof z.ZodObject && 'displayName' in body.shape)

test('people, games, and what else has a name take one', () => {
  assert.ok(naming.length >= 16, `${naming.length}`)
})

for (const operation of naming) {
  test(`${operation.id} stores a name without the white space around it, and refuses what cannot be a name`, async () => {
    const prepared = await prepare(operation, world)
    const named = (displayName: string) =>
      send(operation, { ...prepared, body: { ...(prepared.body as object), displayName } })
    for (const [name, code] of [
      ['', 'VALUE_TOO_SHORT'],
      [' \u00a0 ', 'VALUE_TOO_SHORT'],
      ['\u200b', 'VALUE_TOO_SHORT'],
      ['\u3164 \u2800', 'VALUE_TOO_SHORT'],
      ['two\nlines', 'INVALID_FORMAT'],
      ['two\u2028lines', 'INVALID_FORMAT'],
      ['a bell \u0007', 'INVALID_FORMAT'],
      ['turned \u202e round', 'INVALID_FORMAT'],
    ] as const) {
      const refused = await named(name)
      assert.equal(refused.status, 400, JSON.stringify(name))
      assert.deepEqual(violations(refused), [`displayName ${code}`])
    }
    const kept = await named('\n Zoë\u200d \u0645\u200c 👩‍🚀 \t')
    assert.equal(kept.status, operation.responds.status, kept.text)
    assert.equal(kept.body.displayName, 'Zoë\u200d \u0645\u200c 👩‍🚀')
  })
}
