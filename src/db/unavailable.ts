/** Separates an unavailable database from errors of a statement. */
import pg from 'pg'

/**
 * The database can't be reached or used (`away`), only a replaced primary answers (`replaced`), a statement took too long
 * (`slow`), somebody else held a lock for too long (`locked`), no connection became free in time (`busy`), or the answer to a
 * commit never came (`uncertain`).
 */
export type Reason = 'away' | 'replaced' | 'slow' | 'locked' | 'busy' | 'uncertain'

/** The client can try again. Nothing was changed, unless the reason is `uncertain`. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
  readonly reason: Reason

  constructor(message: string, { reason = 'away', ...options }: ErrorOptions & { reason?: Reason } = {}) {
    super(message, options)
    this.reason = reason
  }
}

/** The server ended a search at its time limit, because it reads too much. The database is well. */
export class SearchTooWide extends Error {
  override name = 'SearchTooWide'
  readonly seconds: number
  /** True if no parameter of the request could make it read less. */
  readonly isWhole: boolean

  constructor(milliseconds: number, { isWhole, ...options }: ErrorOptions & { isWhole: boolean }) {
    super('A search took too long.', options)
    this.seconds = milliseconds / 1000
    this.isWhole = isWhole
  }
}

/** The client of a search went away before its end. */
export class Abandoned extends Error {
  override name = 'Abandoned'
}

/** The reasons by class or code of PostgreSQL's errors; the first match counts. Other errors are the statement's own. */
const REASONS: [RegExp, Reason][] = [
  [/^57014/, 'slow'],
  [/^(55P03|40)/, 'locked'],
  // Connection, resources, operator's intervention, files; a server that takes no changes (a standby, or after a
  // failover); a transaction that the server ended by its own limits.
  [/^(08|53|57|58|25006|25P03|25P04)/, 'away'],
]

/** The error for the caller: `DatabaseUnavailable` if the database is unavailable, else the error itself. */
export function unavailableOr(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error
  const reason = reasonOf(error)
  return reason ? new DatabaseUnavailable('The database is not available.', { cause: error, reason }) : error
}

function reasonOf(error: unknown): Reason | undefined {
  if (isConnectionLoss(error)) return 'away'
  if (!(error instanceof pg.DatabaseError)) return undefined
  return REASONS.find(([codes]) => codes.test(error.code ?? ''))?.[1]
}

/** `pg` has no class for a lost connection, so we look at its messages and at the codes of socket and server. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseUnavailable) return error.reason === 'away' // we ended the connection
  if (error instanceof pg.DatabaseError) return /^(57P0[1-5]|08|25P0[34])/.test(error.code ?? '')
  return 'syscall' in error || /connection|timeout e(xceeded|xpired)|not queryable/i.test(error.message)
}

/** True if the server takes no changes: a standby, or a primary that was replaced. */
export const isReadOnly = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '25006'

/** A connection broke or could not be opened; a read can use another one. The cause is the original error. */
export class BrokenConnection extends Error {
  override name = 'BrokenConnection'
}

/**
 * Throws BrokenConnection for a lost connection, and any other error unchanged. Error 26000 says that a prepared statement is
 * missing: the read relied on an earlier one to prepare it, which failed. If we send the read again, it prepares the statement.
 */
export function brokenOrOwn(error: unknown): never {
  const isUnprepared = error instanceof pg.DatabaseError && error.code === '26000'
  throw isConnectionLoss(error) || isUnprepared
    ? new BrokenConnection('A connection broke.', { cause: error })
    : error
}

/** The error when the time for an answer is over. */
export const tooSlow = () => new DatabaseUnavailable('No answer came in time.', { reason: 'slow' })
