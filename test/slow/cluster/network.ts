/** A network of its own for this process and all machines that it starts. It ends with them. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { SWITCH } from './machine.ts'

/** The variable that says that this process is in its own network. */
const INSIDE = 'SCOREBOOK_TEST_NETWORK'

/** Starts the running program once more in a network of its own, and returns its exit code. Undefined if this is that run. */
export async function inOwnNetwork(): Promise<number | undefined> {
  if (process.env[INSIDE] !== undefined) {
    for (const command of [
      'link set lo up',
      `link add ${SWITCH} type bridge`,
      `addr add 10.0.0.1/24 dev ${SWITCH}`,
      `link set ${SWITCH} up`,
    ])
      await promisify(execFile)('ip', command.split(' '))
    return undefined
  }
  const again = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  const child = spawn('unshare', ['--net', ...again], {
    stdio: 'inherit',
    env: { ...process.env, [INSIDE]: 'yes' },
  })
  const pass = (signal: NodeJS.Signals) => void child.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, pass)
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}
