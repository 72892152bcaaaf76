/** A soak of half a minute measures what it should, and no promise is broken. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { soak } from '../soak/soak.ts'

test('half a minute of mixed load breaks nothing', async (t) => {
  const outcome = await soak({
    minutes: 0.5,
    seed: 1,
    connections: 16,
    rate: 60,
    tell: (line) => t.diagnostic(line),
  })
  t.diagnostic(JSON.stringify(outcome))
  assert.deepEqual(outcome.broken, [])
  assert.ok(outcome.figures.acknowledged > 100 && outcome.slow.length > 5)
  const { resident, connections, files, heap, answer } = outcome.quarters
  if (process.platform === 'linux') assert.ok([...resident, ...files].every((n) => n > 0))
  assert.ok([...connections, ...heap, ...answer].every((n) => n > 0))
})
