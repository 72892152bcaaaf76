/** Ends PostgreSQL servers that nobody uses any more: a Scorebook that is killed leaves its own running. */
import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf } from '../src/db/embedded/errors.ts'
import { endOrphans, findPostmaster } from '../src/db/embedded/processes.ts'

/** Milliseconds until a server that does not end, as one that is frozen, is killed. */
const PATIENCE = 6_000

/** Ends servers whose data lie anywhere in the folder, and returns where. */
export async function endServersIn(folder: string): Promise<string[]> {
  const ended: string[] = []
  for (const file of globSync('**/postmaster.pid', { cwd: folder })) {
    const data = dirname(join(folder, file))
    if (await endServer(data)) ended.push(data)
  }
  return ended
}

/**
 * An immediate shutdown: the server writes nothing more, and gives its shared memory back. A killed server's memory stays
 * until the server starts again, and for good if its data are removed. A system has 4,096 pieces of shared memory.
 */
export async function endServer(data: string): Promise<boolean> {
  const pid = await findPostmaster(data)
  if (pid === undefined) return false
  signal(pid, 'SIGQUIT')
  const until = performance.now() + PATIENCE
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
