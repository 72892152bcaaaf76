/** What processes that share a data folder agree on: who serves from it, who uses the server, whose turn it is. */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DataFolderInUse } from './errors.ts'
import { tryLock, waitForLock, type Lock } from './lock.ts'

/** One process serves from a folder. */
export async function lockForServing(folder: string): Promise<Lock> {
  const file = path.join(folder, 'serving.pid')
  const lock = tryLock(path.join(folder, 'serving.lock'), 'exclusive')
  if (lock) {
    // It's only told to others, and no reason not to serve.
    await writeFile(file, String(process.pid)).catch(() => {})
    return lock
  }
  const pid = Number(await readFile(file, 'utf8').catch(() => ''))
  throw new DataFolderInUse(folder, pid > 0 ? pid : undefined)
}

/** Every process that uses the server holds this as long as it does. To be called in one's turn. */
export function lockForUse(folder: string): Lock {
  const lock = tryLock(path.join(folder, 'users.lock'), 'shared')
  if (!lock) throw new Error(`${folder}/users.lock is held by a process that has not waited for its turn.`)
  return lock
}

/** To be called in one's turn, and after one's own use: then nobody begins to use it meanwhile. */
export function isUsed(folder: string): boolean {
  const lock = tryLock(path.join(folder, 'users.lock'), 'exclusive')
  lock?.release()
  return lock === undefined
}

/** Starting, restarting and stopping are done by one process at a time. */
export async function oneAtATime<Result>(
  folder: string,
  work: () => Promise<Result>,
  waiting: () => void,
): Promise<Result> {
  const lock = await waitForLock(path.join(folder, 'turn.lock'), waiting)
  try {
    return await work()
  } finally {
    lock.release()
  }
}
