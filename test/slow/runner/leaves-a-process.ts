/** A test that passes but leaves a process running. `runner.test.ts` runs it. */
import { spawn } from 'node:child_process'
import { test } from 'node:test'

test('it passes', () => {
  spawn('sleep', ['7654321'], { stdio: 'ignore' }).unref()
})
