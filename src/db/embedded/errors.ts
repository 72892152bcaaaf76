/** The reasons why the embedded PostgreSQL cannot start, in sentences that say what the operator must do. */

export class CannotStart extends Error {
  override name = 'CannotStart'
}

/** This folder cannot be used, but the server could start with another one. */
export class FolderUnusable extends CannotStart {
  override name = 'FolderUnusable'
}

export class DataFolderInUse extends FolderUnusable {
  override name = 'DataFolderInUse'
  readonly folder: string
  /** The id of the other process. Undefined if that process has not written it yet. */
  readonly pid: number | undefined

  constructor(folder: string, pid: number | undefined) {
    const holder = pid === undefined ? 'another Scorebook process' : `the Scorebook process ${pid}`
    super(`The data folder ${folder} is in use by ${holder}. End it first, or choose another folder.`)
    this.folder = folder
    this.pid = pid
  }
}

/** The code of a system or PostgreSQL error, such as `ENOENT` or `57P03`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Turns an error of the system into a sentence that says why we cannot start. Other errors are returned unchanged. */
export function explain(folder: string, error: unknown): unknown {
  const isSystems = error instanceof Error && ('syscall' in error || codeOf(error) === 'ERR_SQLITE_ERROR')
  if (!isSystems) return error
  return new FolderUnusable(
    `The data folder ${folder} can't be used: ${error.message}. It must be a folder on a local disk with room, and ` +
      'the account running Scorebook must be allowed to write to it.',
    { cause: error },
  )
}

/** The error for a program that the system cannot start. */
export function cannotRun(program: string, error: Error): CannotStart {
  const reasons: Record<string, string> = {
    ENOENT:
      ' PostgreSQL is built for glibc, which this system may not have: use a PostgreSQL 18 of your own.',
    EACCES: ' Its file system may forbid running programs.',
    EPERM: ' Root may not change to another account here: start Scorebook as an ordinary user.',
  }
  const reason = reasons[codeOf(error) ?? ''] ?? ''
  return new CannotStart(`${program} can't be run: ${error.message}.${reason}`, { cause: error })
}
