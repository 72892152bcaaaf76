/** A short rolling upgrade from the last commit to the present code: nobody gets a wrong answer meanwhile. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { CannotRunTogether, rolling } from './rolling.ts'

const inGit = existsSync(new URL('../../../.git', import.meta.url))
  ? {}
  : { skip: 'This is no checkout of git.' }

test(
  'instances of two versions answer together: retries, ETags, cursors and tokens of one are good at the other',
  inGit,
  async (t) => {
    try {
      const outcome = await rolling('HEAD', { seconds: 6, tell: (line) => t.diagnostic(line) })
      t.diagnostic(JSON.stringify(outcome))
      assert.deepEqual(outcome.faults, [])
      assert.ok(outcome.across > 0 && outcome.repeated > 0 && outcome.withEtagOfAnother > 0)
    } catch (error) {
      if (!(error instanceof CannotRunTogether)) throw error
      t.skip(error.message)
    }
  },
)
