/** Random worlds of three seeds: everybody in them is told what the model says, and nothing else (`compare.ts`). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compare } from './compare.ts'

for (const seed of [1, 2, 3]) {
  test(`in world ${seed} everybody is told what they may see`, async () => {
    const { told } = await compare(seed, { actions: 60, filters: 1 })
    assert.ok(told === undefined, told)
  })
}
