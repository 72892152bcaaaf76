/** Distinguishes an unavailable database from an error of a statement. */
import pg from 'pg'

/**
 * `away`: no database can be used. `replaced`: the only primary was replaced. `slow`: a statement took too long. `locked`: a lock
 * was not free in time. `busy`: no connection was free in time. `uncertain`: a commit had no answer.
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

/** The server ended a search at its time limit, because the search reads too much. The database is well. */
export class SearchTooWide extends Error {
  override name = 'SearchTooWide'
  readonly seconds: number
  /** True if no parameter of the request could make the search read less. */
  readonly isWhole: boolean

  constructor(milliseconds: number, { isWhole, ...options }: ErrorOptions & { isWhole: boolean }) {
    super('A search took too long.', options)
    this.seconds = milliseconds / 1000
    this.isWhole = isWhole
  }
}

/** The client went away before its search had ended. */
export class Abandoned extends Error {
  override name = 'Abandoned'
}

/**
 * The reasons, by patterns for PostgreSQL's error codes. The first match counts. All other errors are faults of the statement.
 */
const REASONS: [RegExp, Reason][] = [
  [/^57014/, 'slow'],
  [/^(55P03|40)/, 'locked'],
  // Classes: connection, resources, operator's intervention, files. Codes: a read-only server, and time limits of transactions.
  [/^(08|53|57|58|25006|25P03|25P04)/, 'away'],
]

/** Returns the error unchanged unless it means that the database is unavailable. */
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

/** `pg` has no class for a lost connection, so we look at its messages, and at the codes of the socket and the server. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseUnavailable) return error.reason === 'away' // we ended the connection
  if (error instanceof pg.DatabaseError) return /^(57P0[1-5]|08|25P0[34])/.test(error.code ?? '')
  return 'syscall' in error || /connection|timeout e(xceeded|xpired)|not queryable/i.test(error.message)
}

/** True if the error comes from a standby or from a primary that was replaced. */
export const isReadOnly = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '25006'

/** A connection broke or could not be opened. A read can use another connection. The cause is the original error. */
export class BrokenConnection extends Error {
  override name = 'BrokenConnection'
}

/**
 * Throws BrokenConnection for a lost connection and for a statement that was not prepared (26000): both can be sent again. Throws
 * other errors unchanged.
 */
export function brokenOrOwn(error: unknown): never {
  const isUnprepared = error instanceof pg.DatabaseError && error.code === '26000'
  throw isConnectionLoss(error) || isUnprepared
    ? new BrokenConnection('A connection broke.', { cause: error })
    : error
}

export const tooSlow = () => new DatabaseUnavailable('No answer came in time.', { reason: 'slow' })
