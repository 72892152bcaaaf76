/** The interface of everything that can send statements, and functions that use it. */
import { type Row, type Sql, sql } from './sql.ts'

/** Either a transaction or the database itself. In the database itself, every statement is its own transaction. */
export interface Queryable {
  /** Statements that are sent without waiting for each other share a round trip. */
  many<R extends Row>(statement: Sql<R>): Promise<R[]>
  maybe<R extends Row>(statement: Sql<R>): Promise<R | undefined>
  /** Sends a statement that always selects a row. */
  one<R extends Row>(statement: Sql<R>): Promise<R>
}

/** Sends changes, and a select that already sees them, in one round trip. */
export async function changeAndShow<R extends Row>(db: Queryable, changes: Sql[], show: Sql<R>): Promise<R> {
  const sent = [...changes.map((change) => db.many(change)), db.one(show)]
  return (await Promise.all(sent)).at(-1) as R
}

/** Removes the time limit of statements for the rest of the transaction. The time limit for locks stays. */
export const withoutTimeout: Sql = sql`set local statement_timeout = 0`

/**
 * How many statements and round trips there were since the process started. A round trip is everything that we send before we
 * wait for an answer.
 */
export interface Traffic {
  statements: number
  roundTrips: number
}

export function only<R>(rows: R[]): R {
  const [row] = rows
  if (row === undefined) throw new Error('A statement that always has a row returned none.')
  return row
}
