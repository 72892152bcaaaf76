/** Locks between processes. Node has no file locks, so we lock empty SQLite files. A process that ends loses its locks. */
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'

export interface Lock {
  release(): void
}

/** Returns undefined if the lock is not free. Many processes can hold a shared lock, but only one process an exclusive lock. */
export function tryLock(file: string, kind: 'shared' | 'exclusive'): Lock | undefined {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    // With its journal in memory, SQLite writes nothing. So a lock works even if the disk is full.
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

/** Waits for a lock. If that takes more than some seconds, calls `waiting` once. */
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

/** References to the open databases. Without them, garbage collection would close the databases and so release their locks. */
const held = new Set<Lock>()

const SQLITE_BUSY = 5

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}
