/** The README's walk, run as it stands: a service from the command line, and the blocks in a shell. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const root = new URL('../', import.meta.url)

test('the walk works as pasted', { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scorebook-walk-'))
  const port = String(await freePort())
  const env = {
    ...process.env,
    SCOREBOOK_DATA_DIR: folder,
    SCOREBOOK_PORT: port,
    SCOREBOOK_LOG_LEVEL: 'warn',
  }
  const service = spawn(process.execPath, ['src/main.ts', 'serve'], { cwd: root, env, stdio: 'inherit' })
  const exited = once(service, 'exit')
  try {
    await ready(`http://127.0.0.1:${port}/readyz`)
    const output = await shell(await walk(), { ...env, API: `http://127.0.0.1:${port}/api/v1` })
    const printed = output.replaceAll('" : ', '":')
    assert.match(printed, /"status":"DRAFT"/)
    assert.match(printed, /HTTP\/1\.1 201[\s\S]*idempotent-replayed: true/i)
    assert.match(printed, /"status":"FINALIZED"/)
    assert.match(printed, /"status":412/)
    assert.match(printed, /\{"count":1\}/)
    for (const field of ['gameId', 'playedAt', 'participants'])
      assert.match(printed, new RegExp(`"field":"${field}"`))
  } finally {
    service.kill('SIGTERM')
    await exited
    await rm(folder, { recursive: true, force: true })
  }
})

/** The blocks marked as the walk, one after another. */
async function walk(): Promise<string> {
  const text = await readFile(new URL('README.md', root), 'utf8')
  const blocks = [...text.matchAll(/<!-- walk -->\n```sh\n(.*?)```/gs)].map(([, block]) => block ?? '')
  assert.ok(blocks.length >= 7, 'The README has a walk of several blocks.')
  return blocks.join('\n')
}

async function shell(script: string, env: NodeJS.ProcessEnv): Promise<string> {
  const bash = spawn('bash', ['-eu', '-o', 'pipefail'], {
    cwd: root,
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  bash.stdin.end(script)
  const printed = await bash.stdout.toArray()
  const [code] = bash.exitCode === null ? await once(bash, 'exit') : [bash.exitCode]
  const text = Buffer.concat(printed as Buffer[]).toString()
  assert.equal(code, 0, text)
  return text
}

async function ready(url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return
    await sleep(100)
  }
  assert.fail(`${url} did not become ready.`)
}
