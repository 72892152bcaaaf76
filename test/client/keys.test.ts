/** Idempotency-Keys: new ones, and ones that follow from a name. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyFrom, newKey } from '../../client/src/index.ts'

test('a new key is a UUID of version 7 with the time, and no other', () => {
  const at = Date.UTC(2026, 0, 15)
  const keys = Array.from({ length: 1_000 }, () => newKey(at))
  assert.equal(new Set(keys).size, 1_000)
  for (const key of keys) {
    assert.match(key, /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    assert.equal(Number.parseInt(key.replace('-', '').slice(0, 12), 16), at)
  }
})

test('the same names give the same key, on every machine, and other names another', async () => {
  assert.equal(await keyFrom('score-sheets', 'createMatch', '4711'), '3faa7a1a-8eff-8aa7-9a25-6f9ef31d5db7')
  assert.notEqual(await keyFrom('a', 'bc'), await keyFrom('ab', 'c'))
  assert.match(await keyFrom(), /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})
