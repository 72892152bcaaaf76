/** Ids are UUIDv7 with the current time, in the given bucket. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bucketOf, uuidBeside, uuidv7 } from '../../src/db/uuid.ts'
import { keyOf } from '../../src/http/access-token.ts'

const millisecondsOf = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

test('an id is a UUIDv7 of this moment, with the bucket in bits 52–63', () => {
  for (const bucket of [0, 1, 0xabc, 0xfff]) {
    const before = Date.now()
    const id = uuidv7(bucket)
    assert.match(id, /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    assert.equal(id.slice(15, 18), bucket.toString(16).padStart(3, '0'))
    assert.equal(bucketOf(id), bucket)
    assert.ok(before <= millisecondsOf(id) && millisecondsOf(id) <= Date.now())
  }
})

test('what a subject owns is in the bucket of its key', () => {
  const key = keyOf({ issuer: 'https://id.example.org', subject: 'ann' })
  const user = uuidBeside(key)
  const match = uuidBeside(user)
  assert.notEqual(user, match)
  assert.deepEqual(
    [user, match, uuidBeside(match)].map(bucketOf),
    [1, 2, 3].map(() => bucketOf(key)),
  )
})

test('ids of nobody are in all buckets', () => {
  const buckets = new Set(Array.from({ length: 1_000 }, () => bucketOf(uuidv7())))
  assert.ok(buckets.size > 500, String(buckets.size))
})

test('what is no bucket makes no id', () => {
  for (const wrong of [-1, 4096, 1.5, Number.NaN]) assert.throws(() => uuidv7(wrong), /is not a bucket/)
  assert.throws(() => uuidBeside('not an id'), /is not a bucket/)
})
