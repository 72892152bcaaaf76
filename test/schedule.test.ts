/** The order in which the runner takes test files. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PARTS, fileOf, inPart, partsOf } from './parts.ts'
import { isThere, longestFirst, recordedSeconds } from './schedule.ts'

test('the longest files come first, and a new slow file comes before short ones', () => {
  const seconds = new Map([
    ['test/a.test.ts', 5],
    ['test/b.test.ts', 300],
    ['test/slow/c.test.ts', 20],
  ])
  const files = [
    'test/a.test.ts',
    'test/new.test.ts',
    'test/slow/c.test.ts',
    'test/slow/new.test.ts',
    'test/b.test.ts',
  ]
  assert.deepEqual(longestFirst(files, seconds), [
    'test/b.test.ts',
    'test/slow/new.test.ts',
    'test/slow/c.test.ts',
    'test/a.test.ts',
    'test/new.test.ts',
  ])
})

test('every recorded file is there, with its seconds, the longest first', () => {
  const recorded = [...recordedSeconds()]
  assert.deepEqual(
    recorded.filter(([taken, seconds]) => !isThere(taken) || !(seconds > 0)),
    [],
  )
  const seconds = recorded.map(([, some]) => some)
  assert.deepEqual(
    seconds,
    seconds.toSorted((one, other) => other - one),
  )
})

test('the parts of a file have each of its cases once', () => {
  for (const file of PARTS.keys()) {
    const cases = Array.from({ length: 10 }, (_, n) => n)
    const parts = partsOf(file)
    assert.ok(parts.length > 1 && parts.every((taken) => fileOf(taken).file === file && isThere(taken)))
    const had = parts.flatMap((taken) => inPart(`file:///${file}${fileOf(taken).query}`, cases))
    assert.deepEqual(
      had.toSorted((one, other) => one - other),
      cases,
    )
  }
  assert.deepEqual(partsOf('test/schedule.test.ts'), ['test/schedule.test.ts'])
  assert.deepEqual(inPart(import.meta.url, [1, 2, 3]), [1, 2, 3])
})
