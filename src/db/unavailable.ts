/** The database does not answer, or not in time: how that is told from what is wrong with a statement. */
import pg from 'pg'

/**
 * Of use to a client: the database can't be reached or used, a statement took too long, somebody else held a lock for
 * too long, no connection became free in time, or a commit was sent and its answer never came.
 */
export type Reason = 'away' | 'slow' | 'locked' | 'busy' | 'uncertain'

/** The client may try again. Nothing was changed, unless the reason is `uncertain`. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
  readonly reason: Reason

  constructor(message: string, { reason = 'away', ...options }: ErrorOptions & { reason?: Reason } = {}) {
    super(message, options)
    this.reason = reason
  }
}

/** By class or code of PostgreSQL, the first that fits. What is none of them is an error of the statement's own. */
const REASONS: [RegExp, Reason][] = [
  [/^57014/, 'slow'],
  [/^(55P03|40)/, 'locked'],
  // Connection, resources, operator's intervention, files; a server that takes no changes, as a standby or after a
  // failover; one that ended a transaction by its own limits.
  [/^(08|53|57|58|25006|25P03|25P04)/, 'away'],
]

/** `error` as who asked is to see it. */
export function named(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error
  const reason = reasonOf(error)
  return reason ? new DatabaseUnavailable('The database is not available.', { cause: error, reason }) : error
}

function reasonOf(error: unknown): Reason | undefined {
  if (isConnectionLoss(error)) return 'away'
  if (!(error instanceof pg.DatabaseError)) return undefined
  return REASONS.find(([codes]) => codes.test(error.code ?? ''))?.[1]
}

/** `pg` has no class for a lost connection: its own messages, the socket's codes and codes of the server tell it. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseUnavailable) return error.reason === 'away' // a connection that we ended
  if (error instanceof pg.DatabaseError) return /^(57P0[1-5]|08|25P0[34])/.test(error.code ?? '')
  return 'syscall' in error || /connection|timeout e(xceeded|xpired)|not queryable/i.test(error.message)
}

/** The server takes no changes: a standby, or a primary that was replaced. */
export const isReadOnly = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '25006'

/** A connection broke, or could not be opened: a read may go over another. Its cause is what happened. */
export class BrokenConnection extends Error {
  override name = 'BrokenConnection'
}

/** Tells what broke the connection from an error that is the statement's own. */
export function brokenOrOwn(error: unknown): never {
  throw isConnectionLoss(error) ? new BrokenConnection('A connection broke.', { cause: error }) : error
}

/** Who asked waits no longer. */
export const tooSlow = () => new DatabaseUnavailable('No answer came in time.', { reason: 'slow' })
