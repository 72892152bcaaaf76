/** The runner of the tests: however a run ends, everything that it has started ends too. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

const cwd = new URL('../../../', import.meta.url)

/** Starts a run of one file, with its own folder for temporary files. */
async function begin(t: TestContext, file: string) {
  const folder = await mkdtemp(join(tmpdir(), 'run-'))
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const child: ChildProcess = spawn(process.execPath, ['test/run.ts', `test/slow/runner/${file}`], {
    cwd,
    env: { ...env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  t.after(async () => {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  })
  return { child, ended, folder, said: () => said }
}

test('what a test has left running is named, ended, and fails the run', async (t) => {
  const run = await begin(t, 'leaves-a-process.ts')
  assert.equal(await run.ended, 1, run.said())
  assert.match(run.said(), /pass 1\n[^]*A test has left running, what is ended now:\nsleep 7654321\n/)
  assert.deepEqual(await readdir(run.folder), [])
})

test('a run ends on a signal even with a test that never ends, and leaves nothing', async (t) => {
  const run = await begin(t, 'never-ends.ts')
  while (!run.said().includes('It has begun.')) {
    assert.equal(run.child.exitCode, null, run.said())
    await sleep(50)
  }
  run.child.kill('SIGTERM')
  assert.notEqual(await run.ended, 0)
  assert.match(run.said(), /Interrupted while running:[^]*never-ends\.ts/)
  assert.deepEqual(await readdir(run.folder), [])
})
