/** Random worlds of a few seeds: everybody gets exactly what the model says (`compare.ts`). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inPart } from '../parts.ts'
import { ROUNDS } from '../races/statuses.ts'
import { compare } from './compare.ts'

/** Three worlds in `npm test`, twenty in `npm run test:slow`. */
const seeds = Array.from({ length: Math.max(3, ROUNDS / 5) }, (_, n) => n + 1)

for (const seed of inPart(import.meta.url, seeds)) {
  test(`in world ${seed} everybody gets what they may see`, async () => {
    const { told } = await compare(seed, { actions: 80, filters: 1 })
    assert.ok(told === undefined, told)
  })
}
