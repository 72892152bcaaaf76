/**
 * Locks between processes. The kernel releases them when their process ends, however it ends. Node has no file locks, so we
 * use SQLite's locks on empty files.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'

export interface Lock {
  release(): void
}

/** Many processes may share a lock. One may have it exclusively, while no other has it. */
export function tryLock(file: string, kind: 'shared' | 'exclusive'): Lock | undefined {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    // Writes nothing, so that a lock works on a full disk too.
    database.exec('pragma journal_mode = memory')
    database.exec(kind === 'shared' ? 'begin; select count(*) from sqlite_master' : 'begin exclusive')
  } catch (error) {
    database.close()
    if (isBusy(error)) return undefined
    throw error
  }
  const lock = {
    release() {
      if (held.delete(lock)) database.close()
    },
  }
  held.add(lock)
  return lock
}

/** Calls `waiting` once if the wait takes more than some seconds. */
export async function waitForLock(file: string, waiting: () => void): Promise<Lock> {
  let tries = 0
  for (;;) {
    const lock = tryLock(file, 'exclusive')
    if (lock) return lock
    tries += 1
    if (tries === 200) waiting()
    await sleep(20)
  }
}

/** Keeps the open databases alive: a collected one would close, and its lock would be gone. */
const held = new Set<Lock>()

const SQLITE_BUSY = 5

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}
