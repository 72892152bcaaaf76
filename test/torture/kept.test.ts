/** What compares nothing has proven nothing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keptWrongly } from './kept.ts'

const results = 'The results of 7 matches are what is written in them.\n'
const ratings = (pools: number) => `The ratings of ${pools} pools are what their matches make.\n`
const running = (outOfRatings: string, code = 0) =>
  keptWrongly(async ([what]) =>
    what === 'results' ? { code: 0, out: results, err: '' } : { code, out: outOfRatings, err: '' },
  )

test('commands that compare something and find no difference are content', async () => {
  assert.deepEqual(await running(ratings(2)), [])
})

test('a command that finds a difference, compares nothing or says nothing is told', async () => {
  assert.match((await running('They differ.', 1)).join(), /ended with 1: They differ/)
  assert.match((await running(ratings(0))).join(), /`scorebook ratings check` had nothing to compare/)
  assert.match((await running('')).join(), /had nothing to compare/)
})
