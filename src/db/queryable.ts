/** The interface of everything that sends statements, and helpers for those who use it. */
import { type Row, type Sql, sql } from './sql.ts'

/** A transaction, or the database itself, in which each statement is a transaction of its own. */
export interface Queryable {
  /** All rows. Statements that are sent without waiting for one another share a round trip. */
  many<R extends Row>(statement: Sql<R>): Promise<R[]>
  /** The first row, or undefined if there is none. */
  maybe<R extends Row>(statement: Sql<R>): Promise<R | undefined>
  /** The first row of a statement that always has one. */
  one<R extends Row>(statement: Sql<R>): Promise<R>
}

/** Sends changes and then a select that sees them, in one round trip; returns the select's one row. */
export async function changeAndShow<R extends Row>(db: Queryable, changes: Sql[], show: Sql<R>): Promise<R> {
  const sent = [...changes.map((change) => db.many(change)), db.one(show)]
  return (await Promise.all(sent)).at(-1) as R
}

/**
 * Lifts the time limit for the rest of a transaction, whose work grows with somebody's data and can't be done in parts. The
 * limit for locks stays.
 */
export const withoutTimeout: Sql = sql`set local statement_timeout = 0`

/** Counts since the start. A round trip is one or more statements that are sent before an answer is waited for. */
export interface Traffic {
  statements: number
  roundTrips: number
}

export function only<R>(rows: R[]): R {
  const [row] = rows
  if (row === undefined) throw new Error('A statement that always has a row gave none.')
  return row
}
