/** `npm run bench:ratings` with few players. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AS_PRINTED, MODELS, OURS, comparison } from '../../../bench/ratings/comparison.ts'
import { simulate } from '../../../bench/ratings/simulation.ts'

const settings = comparison(60)

test('a seed gives the same figures again, and another seed others', () => {
  const table = (seed: number) => Object.values(settings).map((setting) => simulate(MODELS, setting, seed))
  assert.deepEqual(table(1), table(1))
  assert.notDeepEqual(table(1), table(2))
})

test('at tables of 20 the ratings foretell and order players no worse than the formula as it is printed', () => {
  for (const seed of [1, 2, 3]) {
    const [ours, printed] = simulate([OURS, AS_PRINTED], settings['tables of 20, 20 each'], seed)
    assert.ok(ours && printed)
    assert.ok(
      ours.logLoss <= printed.logLoss,
      `seed ${seed}: log loss ${ours.logLoss} and ${printed.logLoss}`,
    )
    assert.ok(ours.rank >= printed.rank, `seed ${seed}: rank correlation ${ours.rank} and ${printed.rank}`)
    assert.ok((ours.within ?? 0) >= 0.9, `seed ${seed}: ${ours.within} of strengths in the band`)
  }
})
