/** The torture in short: every kind of kill four times, and every other harm once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { torture } from '../torture/torture.ts'

test('twenty kills cost no acknowledged change, and no key has two effects', async (t) => {
  const { broken, ...outcome } = await torture({
    seed: 1,
    kills: 20,
    writes: 1_500,
    connections: 32,
    instances: 2,
    tell: (line) => t.diagnostic(line),
  })
  t.diagnostic(JSON.stringify(outcome))
  assert.deepEqual(broken, [])
  assert.ok(outcome.figures.acknowledged >= 1_500 && outcome.figures.reads > 500)
})
