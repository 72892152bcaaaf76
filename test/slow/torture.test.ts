/** A torture with every kind of kill once. In `.ci/run`, each kind comes four times. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { torture } from '../torture/torture.ts'

const KILLS = Number(process.env['SCOREBOOK_TEST_KILLS'] || 5)
/** The least number of acknowledged changes. */
const WRITES = Math.max(500, 75 * KILLS)

test(`${KILLS} kills cost no acknowledged change, and no key has two effects`, async (t) => {
  const { broken, ...outcome } = await torture({
    seed: 1,
    kills: KILLS,
    writes: WRITES,
    connections: 32,
    instances: 2,
    tell: (line) => t.diagnostic(line),
  })
  t.diagnostic(JSON.stringify(outcome))
  assert.deepEqual(broken, [])
  const { acknowledged, replays, reads } = outcome.figures
  assert.ok(acknowledged + replays >= WRITES && reads > 150)
})

test('a torture that is interrupted leaves nothing, though the signal comes twice', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'interrupted-'))
  t.after(() => rm(folder, { recursive: true }))
  const child = spawn(process.execPath, ['test/torture/main.ts', '--kills', '1', '--instances', '1'], {
    cwd: new URL('../../', import.meta.url),
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  const exited = once(child, 'exit')
  let said = ''
  for await (const piece of child.stdout) {
    said += String(piece)
    if (said.includes('instances are there')) break
  }
  child.kill('SIGINT')
  await sleep(200)
  child.kill('SIGINT')
  // If the second signal comes after everything is cleaned up, it ends the process directly.
  const [code, signal] = await exited
  assert.ok(code === 130 || signal === 'SIGINT', `${code} ${signal}`)
  assert.deepEqual(await readdir(folder), [])
})
