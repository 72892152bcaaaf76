/** A short fuzz: valid and invalid requests get the answers that the document describes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fuzz } from '../fuzz/fuzz.ts'

test('5,000 requests from the document are answered as it says', async (t) => {
  const { broken, ...outcome } = await fuzz({
    requests: 5_000,
    seed: 1,
    connections: 8,
    tell: (line) => t.diagnostic(line),
  })
  t.diagnostic(JSON.stringify(outcome))
  assert.deepEqual(broken, [])
  // If requests failed at the first check, the fuzz could find nothing.
  assert.ok(
    outcome.reached >= outcome.operations * 0.75,
    `only ${outcome.reached} operations were answered 2xx`,
  )
})
