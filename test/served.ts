/** `scorebook serve` as a process that ends with its test. A test does not wait for a service that ended early. */
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { endServersIn } from './end-servers.ts'
import { main } from '../src/cli/main.ts'
import { freePort } from '../src/db/embedded/address.ts'

/** A data folder and a port of a test's own, as the environment of commands. */
export interface Place {
  url: string
  env: NodeJS.ProcessEnv
  /** The services that end with the place. */
  services: Served[]
}

export interface Served {
  child: ChildProcess
  /** Fails if the process ends before it is ready. */
  ready: () => Promise<void>
  /** Sends the signal, and answers the exit code. */
  end: (signal: NodeJS.Signals) => Promise<number | null>
}

export interface Ran {
  code: number
  out: string
  err: string
}

/** Many of these servers run at once. */
const SMALL = {
  SCOREBOOK_POSTGRES_SHARED_BUFFERS: '32MB',
  SCOREBOOK_POSTGRES_WORK_MEM: '4MB',
  SCOREBOOK_POSTGRES_MAX_WAL_SIZE: '256MB',
}

/** As long as a service may take to answer, and a command to end, on a machine that has much else to do. */
const PATIENCE_MS = 90_000

const cwd = new URL('../', import.meta.url)

/**
 * The owner is a test, or `{ after }` of `node:test` where all tests of a file share the place: called from the file
 * itself, as what a hook registers ends with the hook.
 */
export async function placeFor(
  owner: { after: (end: () => Promise<void>) => void },
  settings: NodeJS.ProcessEnv = {},
): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'place-'))
  const services: Served[] = []
  owner.after(async () => {
    await Promise.all(services.map(({ end }) => end('SIGKILL')))
    await endServersIn(folder)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  const port = await freePort()
  const own = {
    ...SMALL,
    SCOREBOOK_DATA_DIR: folder,
    SCOREBOOK_PORT: String(port),
    SCOREBOOK_LOG_LEVEL: 'error',
  }
  return { url: `http://127.0.0.1:${port}`, env: { ...process.env, ...own, ...settings }, services }
}

/** A data folder whose server has stopped, with the owners of its files. */
export function copyFolder(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', `${from}/.`, to], { encoding: 'utf8' })
  assert.equal(status, 0, stderr)
}

/** `from` is a folder with the code. */
export function serve(
  { url, env, services }: Place,
  log: 'inherit' | 'pipe' = 'inherit',
  from: URL = cwd,
): Served {
  const stdio = ['ignore', log, 'inherit'] as const
  const child = spawn(process.execPath, ['src/main.ts', 'serve'], { cwd: from, env, stdio: [...stdio] })
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const ended = () => child.exitCode !== null || child.signalCode !== null
  const served = {
    child,
    async ready() {
      for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(50)) {
        const answer = await fetch(`${url}/readyz`).catch(() => undefined)
        assert.ok(!ended(), `The service has ended with ${child.exitCode ?? child.signalCode}.`)
        if (answer?.ok) return
      }
      assert.fail(`${url} did not become ready.`)
    },
    end(signal: NodeJS.Signals) {
      child.kill(signal)
      return exited
    },
  }
  services.push(served)
  return served
}

/** Runs a command in the process of the test, which costs a tenth of a process of its own; not `serve`, which takes signals. */
export async function call({ env }: Place, args: string[], more: NodeJS.ProcessEnv = {}): Promise<Ran> {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await main(args, {
    env: { ...env, ...more },
    cwd: fileURLToPath(cwd),
    print: (line) => out.push(`${line}\n`),
    complain: (line) => err.push(`${line}\n`),
  })
  return { code, out: out.join(''), err: err.join('') }
}

/** Runs a command as a process. */
export function run({ env }: Place, args: string[], more: NodeJS.ProcessEnv = {}): Promise<Ran> {
  const options = { cwd, env: { ...env, ...more }, timeout: PATIENCE_MS, killSignal: 'SIGKILL' as const }
  return new Promise((resolve) => {
    execFile(process.execPath, ['src/main.ts', ...args], options, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err }),
    )
  })
}
