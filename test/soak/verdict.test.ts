/** The verdict of a soak finds figures that grow, and accepts figures that go up and down. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sample } from './samples.ts'
import { ENOUGH, growing } from './verdict.ts'

const MINUTES = 2 * ENOUGH

const samples = (change: (n: number) => Partial<Sample>): Sample[] =>
  Array.from({ length: MINUTES }, (_, n) => ({
    resident: 300 + (n % 7),
    heap: 80 + 15 * (n % 3),
    files: 60 + (n % 2),
    connections: 24,
    delay: 5 + (n % 5),
    longestDelay: 30,
    answer: 6 + (n % 4),
    // Twice as many rows, and twice the size.
    tables: [
      { name: 'matches', rows: 1_000 * n, dead: 0, size: 2 ** 21 + 500_000 * n, indexes: 500_000 * n },
    ],
    ...change(n),
  }))

test('a soak that swings and fills its tables is flat', () => {
  assert.deepEqual(growing(samples(() => ({}))), [])
})

const growths: [string, (n: number) => Partial<Sample>][] = [
  ['Resident memory', (n) => ({ resident: 300 + 5 * n })],
  ['The heap', (n) => ({ heap: 80 + 5 * n })],
  ['Open files', (n) => ({ files: 60 + n })],
  ['Connections', (n) => ({ connections: 10 + n })],
  ['The delay', (n) => ({ delay: 2 * n + (n > 60 ? 100 : 0) })],
  ['The time of an answer', (n) => ({ answer: 5 + n ** 2 / 10 })],
  [
    'What a row of matches',
    (n) => ({ tables: [{ name: 'matches', rows: 1_000, dead: 0, size: 1e6 * (n + 3), indexes: 0 }] }),
  ],
]

for (const [name, change] of growths) {
  test(`a soak sees that it grows: ${name}`, () => {
    const found = growing(samples(change))
    assert.equal(found.length, 1, found.join())
    assert.ok(found[0]?.startsWith(name))
  })
}

test('a soak with only a few samples gets no verdict', () => {
  assert.deepEqual(growing(samples((n) => ({ resident: 300 * (n + 1) })).slice(0, ENOUGH - 1)), [])
})
