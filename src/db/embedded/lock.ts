/** Locks between processes. Node has no file locks, so we lock empty SQLite files. A process that ends loses its locks. */
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'

export interface Lock {
  release(): void
}

/** Returns undefined if the lock is not free. Many processes can have a shared lock, and only one process an exclusive lock. */
export function tryLock(file: string, kind: 'shared' | 'exclusive'): Lock | undefined {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    // With the journal in memory SQLite writes nothing, so a lock works on a full disk too.
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

/** Keeps the databases from garbage collection, which would close them and release their locks. */
const held = new Set<Lock>()

const SQLITE_BUSY = 5

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}
