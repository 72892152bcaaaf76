/** Three machines start from the files of ship/cluster/, and their leader changes under load without losing a change. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { missingOf } from './tools.ts'

/** The drill ends with this code where Debian could not be made. */
const NOT_RUN = 2

test('three machines with Patroni start from the shipped files, and the lead moves without a loss', async (t) => {
  const missing = missingOf(['mmdebstrap', 'unshare', 'ip'], { root: true })
  if (missing !== '') return t.skip(missing)
  const script = fileURLToPath(new URL('../drill/main.ts', import.meta.url))
  const args = [script, '--keeper', 'patroni', '--walk', 'switchover']
  const { code, out } = await new Promise<{ code: unknown; out: string }>((resolve) => {
    execFile(process.execPath, args, { signal: t.signal }, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, out: stdout + stderr }),
    )
  })
  t.diagnostic(out)
  // A machine without a mirror can't do this, and is no fault.
  if (code === NOT_RUN) return t.skip(out)
  assert.equal(code, 0, out)
  return undefined
})
