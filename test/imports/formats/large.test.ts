/** Files of 3,000 and 10,000 plays. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read } from '../../../src/imports/formats/read.ts'
import { bgStatsFile } from '../bg-stats-file.ts'

for (const plays of [3_000, 10_000])
  test(`a file of BG Stats with ${plays} plays is read whole`, () => {
    const text = bgStatsFile({ plays })
    assert.equal(text, bgStatsFile({ plays }), 'the same seed makes the same file')
    const file = read(Buffer.from(text))
    assert.equal(file.plays.length, plays)
    assert.deepEqual(file.faults, [])
    assert.equal(file.people.length, 40)
    assert.equal(file.games.length, 61)
    assert.equal(file.plays.filter(({ notes }) => notes.length > 0).length, plays / 50)
    assert.equal(file.plays.filter(({ expansions }) => expansions.length > 0).length, plays / 10)
  })
