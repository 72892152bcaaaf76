/** The interface of everything that sends statements, and functions that use it. */
import { type Row, type Sql, sql } from './sql.ts'

/** A transaction; or the database itself, for which each statement is a transaction. */
export interface Queryable {
  /** All rows. Statements share a round trip if you do not wait for one before you send the next. */
  many<R extends Row>(statement: Sql<R>): Promise<R[]>
  /** The first row, or undefined if there is none. */
  maybe<R extends Row>(statement: Sql<R>): Promise<R | undefined>
  /** The first row of a statement that always has one. */
  one<R extends Row>(statement: Sql<R>): Promise<R>
}

/** Sends changes and then a select that sees them, in one round trip. Returns the only row of the select. */
export async function changeAndShow<R extends Row>(db: Queryable, changes: Sql[], show: Sql<R>): Promise<R> {
  const sent = [...changes.map((change) => db.many(change)), db.one(show)]
  return (await Promise.all(sent)).at(-1) as R
}

/**
 * Removes the time limit for the rest of a transaction, if its work grows with a person's data and can't be split. The limit for
 * locks stays.
 */
export const withoutTimeout: Sql = sql`set local statement_timeout = 0`

/** Counts since the start. A round trip is all that we send before we wait for an answer. */
export interface Traffic {
  statements: number
  roundTrips: number
}

export function only<R>(rows: R[]): R {
  const [row] = rows
  if (row === undefined) throw new Error('A statement that always has a row returned none.')
  return row
}
