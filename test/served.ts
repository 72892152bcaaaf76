/** Runs `scorebook serve` as a process that ends with its test. If the service ends too early, the test fails at once. */
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

/** A test's own data folder and port, as environment variables for commands. */
export interface Place {
  url: string
  env: NodeJS.ProcessEnv
  /** The services that are ended together with the place. */
  services: Served[]
}

export interface Served {
  child: ChildProcess
  /** Waits until the service is ready. Fails if its process ends before. */
  ready: () => Promise<void>
  /** Sends the signal and returns the exit code. */
  end: (signal: NodeJS.Signals) => Promise<number | null>
}

export interface Ran {
  code: number
  out: string
  err: string
}

/** Small settings, because many of these servers run at once. */
const SMALL = {
  SCOREBOOK_POSTGRES_SHARED_BUFFERS: '32MB',
  SCOREBOOK_POSTGRES_WORK_MEM: '4MB',
  SCOREBOOK_POSTGRES_MAX_WAL_SIZE: '256MB',
}

/** In milliseconds: how long a service may take to start, or a command to end, on a busy machine. */
const PATIENCE_MS = 90_000

const cwd = new URL('../', import.meta.url)

/**
 * Makes a place that ends with its owner. The owner is a test, or `{ after }` from `node:test` if all tests of a file share the
 * place. In that case call this from the file itself: what a hook registers ends with the hook.
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

/** Copies the data folder of a stopped server, and keeps the owners of the files. */
export function copyFolder(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', `${from}/.`, to], { encoding: 'utf8' })
  assert.equal(status, 0, stderr)
}

/** Starts the service. `from` is the folder with its code. */
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

/**
 * Runs a command inside the test's process, which takes a tenth of the time of a new process. `serve` needs its own, for its
 * signals.
 */
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

/** Runs a command as its own process. */
export function run({ env }: Place, args: string[], more: NodeJS.ProcessEnv = {}): Promise<Ran> {
  const options = { cwd, env: { ...env, ...more }, timeout: PATIENCE_MS, killSignal: 'SIGKILL' as const }
  return new Promise((resolve) => {
    execFile(process.execPath, ['src/main.ts', ...args], options, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err }),
    )
  })
}
