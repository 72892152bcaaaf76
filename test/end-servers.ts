/** PostgreSQL servers that nobody uses any more: a Scorebook that is killed leaves its own running. */
import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { endOrphans, findPostmaster } from '../src/db/embedded/processes.ts'

/** Ends those whose data lie anywhere in the folder, and tells where. */
export async function endServersIn(folder: string): Promise<string[]> {
  const ended: string[] = []
  for (const file of globSync('**/postmaster.pid', { cwd: folder })) {
    const data = dirname(join(folder, file))
    const pid = await findPostmaster(data)
    if (pid === undefined) continue
    process.kill(pid, 'SIGKILL')
    while ((await findPostmaster(data)) === pid) await sleep(10)
    await endOrphans(data)
    ended.push(data)
  }
  return ended
}
