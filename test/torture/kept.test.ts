/** A comparison that compared nothing counts as a failure. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keptWrongly } from './kept.ts'

const results = (matches: number) => `The results of ${matches} matches agree with what was recorded.\n`
const ratings = (pools: number) => `The ratings of ${pools} pools agree with their matches.\n`
const printing = (out: string, code = 0) => keptWrongly(() => Promise.resolve({ code, out, err: '' }))

test('a command that compares something and finds no difference is right', async () => {
  assert.deepEqual(await printing(results(7) + ratings(2)), [])
})

test('a command that finds a difference, compares nothing or prints nothing is reported', async () => {
  assert.match((await printing('They differ.', 1)).join(), /ended with 1: They differ/)
  assert.match((await printing(results(7) + ratings(0))).join(), /`scorebook check` had nothing to compare/)
  assert.match((await printing(results(0) + ratings(2))).join(), /had nothing to compare/)
  assert.match((await printing('')).join(), /had nothing to compare/)
})
