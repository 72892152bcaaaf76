/** What sends statements, and what statements can be sent as. */
import { type Row, type Sql, sql } from './sql.ts'

/** What sends statements: a transaction, or the database itself, where each statement stands alone. */
export interface Queryable {
  /** All rows. Statements sent without waiting for one another share a round trip. */
  many<R extends Row>(statement: Sql<R>): Promise<R[]>
  /** The first row, or undefined where there is none. */
  maybe<R extends Row>(statement: Sql<R>): Promise<R | undefined>
  /** The first row of a statement that always has one. */
  one<R extends Row>(statement: Sql<R>): Promise<R>
}

/** Sends changes and then a select that sees them, in one round trip; answers the select's one row. */
export async function changeAndShow<R extends Row>(db: Queryable, changes: Sql[], show: Sql<R>): Promise<R> {
  const sent = [...changes.map((change) => db.many(change)), db.one(show)]
  return (await Promise.all(sent)).at(-1) as R
}

/**
 * What follows in the transaction takes as long as it takes: for what grows with somebody's data and can't be done in
 * parts. A lock is not waited for any longer than by others.
 */
export const withoutTimeout: Sql = sql`set local statement_timeout = 0`

/** What was sent since the start: a round trip is one or more statements sent before an answer was waited for. */
export interface Traffic {
  statements: number
  roundTrips: number
}

export function only<R>(rows: R[]): R {
  const [row] = rows
  if (row === undefined) throw new Error('A statement that always has a row gave none.')
  return row
}
