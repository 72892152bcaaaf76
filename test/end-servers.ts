/** Ends PostgreSQL servers that nobody uses any more. A killed Scorebook leaves its server running. */
import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf } from '../src/db/embedded/errors.ts'
import { endOrphans, findPostmaster } from '../src/db/embedded/processes.ts'

/** In milliseconds. A server that has not ended by then is killed; it may be frozen. */
export const QUIT_PATIENCE = 6_000

/** Ends all servers with data in this folder or below. Returns the data folders of the servers that it ended. */
export async function endServersIn(folder: string): Promise<string[]> {
  const ended: string[] = []
  for (const file of globSync('**/postmaster.pid', { cwd: folder })) {
    const data = dirname(join(folder, file))
    if (await endServer(data)) ended.push(data)
  }
  return ended
}

/**
 * Makes an immediate shutdown: the server writes nothing more, but returns its shared memory. If a server is killed, its memory
 * stays until the server starts again, or for ever if its data are deleted. A system has 4,096 segments of shared memory.
 */
async function endServer(data: string): Promise<boolean> {
  const pid = await findPostmaster(data)
  if (pid === undefined) return false
  signal(pid, 'SIGQUIT')
  const until = performance.now() + QUIT_PATIENCE
  while ((await findPostmaster(data)) === pid) {
    if (performance.now() > until) signal(pid, 'SIGKILL')
    await sleep(10)
  }
  await endOrphans(data)
  return true
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
}
