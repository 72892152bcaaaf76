/** Three machines start from the files of ship/cluster/, and their leader changes under load without losing a change. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { missingOf } from './tools.ts'

/** The drill ends with this code where Debian could not be made. */
const NOT_RUN = 2

const script = fileURLToPath(new URL('../drill/main.ts', import.meta.url))

const drill = ({ signal }: TestContext, env: NodeJS.ProcessEnv = {}) =>
  new Promise<{ code: unknown; out: string }>((resolve) => {
    const options = { signal, env: { ...process.env, ...env } }
    const args = [script, '--keeper', 'patroni', '--walk', 'switchover']
    execFile(process.execPath, args, options, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, out: stdout + stderr }),
    )
  })

const missing = missingOf(['mmdebstrap', 'unshare', 'ip', 'bridge'], { root: true })
const tools = missing === '' ? {} : { skip: missing }

test('three machines start from the shipped files, and the lead moves without a loss', tools, async (t) => {
  const { code, out } = await drill(t)
  // A machine without a mirror of Debian can't do this, and is no fault.
  if (code === NOT_RUN) return t.skip(out)
  assert.equal(code, 0, out)
  t.diagnostic(out)
  return undefined
})

test('where Debian cannot be made, the drill says why, and runs nothing', tools, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'cache-'))
  t.after(() => rm(folder, { recursive: true }))
  const nowhere = 'http://127.0.0.1:9/debian'
  const { code, out } = await drill(t, { XDG_CACHE_HOME: folder, SCOREBOOK_TEST_MIRROR: nowhere })
  assert.equal(code, NOT_RUN, out)
  assert.match(
    out,
    /^Not run: mmdebstrap could not make Debian forky from http:\/\/127\.0\.0\.1:9\/debian: \w/m,
  )
})
