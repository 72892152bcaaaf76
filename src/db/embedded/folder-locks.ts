/**
 * Locks for processes that share a data folder. One process serves requests; many can use the server; one at a time starts or
 * stops it.
 */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DataFolderInUse } from './errors.ts'
import { tryLock, waitForLock, type Lock } from './lock.ts'

/** Only one process at a time can serve from a folder. */
export async function lockForServing(folder: string): Promise<Lock> {
  const file = path.join(folder, 'serving.pid')
  const lock = tryLock(path.join(folder, 'serving.lock'), 'exclusive')
  if (lock) {
    // The id is only shown to people by other processes, so we can serve without this file.
    await writeFile(file, String(process.pid)).catch(() => {})
    return lock
  }
  const pid = Number(await readFile(file, 'utf8').catch(() => ''))
  throw new DataFolderInUse(folder, pid > 0 ? pid : undefined)
}

/** True if a process serves from the folder. */
export function isServed(folder: string): boolean {
  const lock = tryLock(path.join(folder, 'serving.lock'), 'exclusive')
  lock?.release()
  return lock === undefined
}

/** The lock of a process that uses the server. It must be taken inside `oneAtATime`. */
export function lockForUse(folder: string): Lock {
  const lock = tryLock(path.join(folder, 'users.lock'), 'shared')
  if (!lock) throw new Error(`${folder}/users.lock is locked by a process that has not waited for its turn.`)
  return lock
}

/** True if any process uses the server. Release your own lock first. It must be called inside `oneAtATime`. */
export function isUsed(folder: string): boolean {
  const lock = tryLock(path.join(folder, 'users.lock'), 'exclusive')
  lock?.release()
  return lock === undefined
}

/** Runs `work` while no other process starts, restarts or stops the server. */
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
