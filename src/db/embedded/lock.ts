/**
 * Locks between processes that the kernel lets go of when the holder ends, however it ends. Node has no file
 * locks of its own, so these are the ones of SQLite on empty files.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'

export interface Lock {
  release(): void
}

/** Many may share a lock; one may have it exclusively, and only while nobody else has it at all. */
export function tryLock(file: string, kind: 'shared' | 'exclusive'): Lock | undefined {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    // Nothing is ever written: a lock is to be had on a full disk too.
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

/** `waiting` is called once if it takes more than some seconds. */
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

/** A database that is collected as garbage is closed, and its lock gone: this keeps it alive. */
const held = new Set<Lock>()

const SQLITE_BUSY = 5

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}
