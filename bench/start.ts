/** `npm run bench:start`: how long a service with a known data folder takes from its start to its first answer. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../src/db/embedded/address.ts'
import { postgresCpu } from './postgres-cpu.ts'

const STARTS = 7
const ROOT = new URL('../', import.meta.url)

interface Start {
  wall: number
  /** The CPU time of the service's process and of PostgreSQL's processes. */
  service: number
  postgres: number
}

const folder = await mkdtemp(join(tmpdir(), 'scorebook-start-'))
try {
  await start() // makes the database
  const starts: Start[] = []
  for (let n = 0; n < STARTS; n++) starts.push(await start())
  const least = (of: keyof Start) => Math.min(...starts.map((one) => one[of])).toFixed(0)
  const median = starts.map(({ wall }) => wall).toSorted((one, other) => one - other)[STARTS >> 1] ?? 0
  process.stdout.write(
    `From start to /readyz 200, the least of ${STARTS}: ${least('wall')} ms (median ${median.toFixed(0)}); ` +
      `CPU of the service ${least('service')} ms, of PostgreSQL ${least('postgres')} ms\n`,
  )
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

async function start(): Promise<Start> {
  const port = await freePort()
  const since = performance.now()
  const child = spawn(process.execPath, ['bin/scorebook.js', 'serve'], {
    cwd: ROOT,
    stdio: 'ignore',
    env: {
      ...process.env,
      SCOREBOOK_DATA_DIR: folder,
      SCOREBOOK_PORT: String(port),
      SCOREBOOK_PIPELINE: 'off',
    },
  })
  try {
    while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok) {
      if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}.`)
      await sleep(5)
    }
    return { wall: performance.now() - since, service: cpuOf(child.pid ?? 0), postgres: postgresCpu(folder) }
  } finally {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
}

/** Returns milliseconds, or 0 without /proc. */
function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return 0
  }
}
