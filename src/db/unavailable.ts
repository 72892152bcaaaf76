/** Tells an unavailable database apart from an error of a statement. */
import pg from 'pg'

/**
 * `away`: no database can be used. `replaced`: the only primary is one that was replaced. `slow`: a statement took too long.
 * `locked`: a lock was not free in time. `busy`: no connection was free in time. `uncertain`: a commit got no answer.
 */
export type Reason = 'away' | 'replaced' | 'slow' | 'locked' | 'busy' | 'uncertain'

/** The database cannot be used now, but the client can try again. Nothing was changed, unless the reason is `uncertain`. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
  readonly reason: Reason

  constructor(message: string, { reason = 'away', ...options }: ErrorOptions & { reason?: Reason } = {}) {
    super(message, options)
    this.reason = reason
  }
}

/** The server stopped a search at its time limit, because the search reads too much. The database itself is fine. */
export class SearchTooWide extends Error {
  override name = 'SearchTooWide'
  readonly seconds: number
  /** True if the search would read as much with any other parameters. */
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
 * The reason for each of PostgreSQL's error codes, as patterns. The first pattern that matches counts. All other codes are errors
 * of the statement.
 */
const REASONS: [RegExp, Reason][] = [
  [/^57014/, 'slow'],
  [/^(55P03|40)/, 'locked'],
  // Classes of codes: connection, resources, intervention by an operator, files. Single codes: a read-only server, and time
  // limits of transactions.
  [/^(08|53|57|58|25006|25P03|25P04)/, 'away'],
]

/** Turns an error into `DatabaseUnavailable` if it means that. Returns other errors unchanged. */
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

/** `pg` has no class for lost connections. So we look at the message, and at the codes of the socket and the server. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseUnavailable) return error.reason === 'away' // we ended the connection
  if (error instanceof pg.DatabaseError) return /^(57P0[1-5]|08|25P0[34])/.test(error.code ?? '')
  return 'syscall' in error || /connection|timeout e(xceeded|xpired)|not queryable/i.test(error.message)
}

/** True if the error shows that the server is a standby, or a primary that was replaced. */
export const isReadOnly = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '25006'

/** True for PostgreSQL's error `query_canceled`, which a time limit causes too. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '57014'

/** A connection broke or could not be opened. A read can try another one. `cause` is the original error. */
export class BrokenConnection extends Error {
  override name = 'BrokenConnection'
}

/**
 * Throws `BrokenConnection` if the connection was lost, or if a statement was not prepared (26000), because it can be sent again.
 * Throws other errors unchanged.
 */
export function brokenOrOwn(error: unknown): never {
  const isUnprepared = error instanceof pg.DatabaseError && error.code === '26000'
  throw isConnectionLoss(error) || isUnprepared
    ? new BrokenConnection('A connection broke.', { cause: error })
    : error
}

export const tooSlow = (cause?: Error) =>
  new DatabaseUnavailable('No answer came in time.', { reason: 'slow', ...(cause ? { cause } : {}) })
