/** Locks among processes that share a data folder: one serves from it, all may use the server, one at a time starts or stops it. */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DataFolderInUse } from './errors.ts'
import { tryLock, waitForLock, type Lock } from './lock.ts'

/** One process serves from a folder. */
export async function lockForServing(folder: string): Promise<Lock> {
  const file = path.join(folder, 'serving.pid')
  const lock = tryLock(path.join(folder, 'serving.lock'), 'exclusive')
  if (lock) {
    // The note only informs other processes; without it we can still serve.
    await writeFile(file, String(process.pid)).catch(() => {})
    return lock
  }
  const pid = Number(await readFile(file, 'utf8').catch(() => ''))
  throw new DataFolderInUse(folder, pid > 0 ? pid : undefined)
}

/** Every process that uses the server has this lock while it does. Call it inside `oneAtATime`. */
export function lockForUse(folder: string): Lock {
  const lock = tryLock(path.join(folder, 'users.lock'), 'shared')
  if (!lock) throw new Error(`${folder}/users.lock is held by a process that has not waited for its turn.`)
  return lock
}

/** Call it inside `oneAtATime` and after giving up one's own lock: no other process then begins to use the server meanwhile. */
export function isUsed(folder: string): boolean {
  const lock = tryLock(path.join(folder, 'users.lock'), 'exclusive')
  lock?.release()
  return lock === undefined
}

/** One process at a time starts, restarts or stops the server. */
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
