/** The order in which the runner takes test files. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { longestFirst, recordedSeconds } from './schedule.ts'

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
    recorded.filter(([file, seconds]) => !existsSync(file) || !(seconds > 0)),
    [],
  )
  const seconds = recorded.map(([, some]) => some)
  assert.deepEqual(
    seconds,
    seconds.toSorted((one, other) => other - one),
  )
})
