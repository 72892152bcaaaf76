/** SQL as a value: fragments that nest and carry their parameters. Only `database.ts` sends them. */
import { Sql as Fragment, empty, join as joinFragments, raw } from 'sql-template-tag'
import { type Prepared, writerOf } from './statement-names.ts'

/** A row as `pg` gives it. */
export type Row = Record<string, unknown>

/** A statement or a part of one; `R` is the row it selects. */
export type Sql<R extends Row = Row> = Fragment & {
  readonly row?: R
  prepared?: Prepared
  search?: true
  bulk?: true
  /** What the name begins with under which PostgreSQL keeps it. */
  label?: string
}

/** The template tag. The writer of a select states its row type: the compiler doesn't see column names, but tests do. */
export function sql<R extends Row = Row>(strings: readonly string[], ...values: unknown[]): Sql<R> {
  const statement: Sql<R> = new Fragment(strings, values)
  statement.label = writerOf(strings)
  return statement
}

/** Names a statement that one function writes for many: PostgreSQL's logs then tell them apart. */
export function named<R extends Row>(label: string, statement: Sql<R>): Sql<R> {
  statement.label = label
  return statement
}

export { empty, raw }

/**
 * A statement is prepared by default. If requests make many texts of it, up to a cap (`capped`); if its best plan depends
 * on its values, never: a plan for any value took eight times as long for a filter by name.
 */
export function prepared<R extends Row>(statement: Sql<R>, kept: Prepared): Sql<R> {
  statement.prepared = kept
  return statement
}

/**
 * Marks a read whose cost depends on the filter of the request. PostgreSQL plans it for its values, and it has a connection
 * to itself, so that no cheap read waits behind it.
 */
export function search<R extends Row>(statement: Sql<R>): Sql<R> {
  statement.search = true
  return prepared(statement, 'never')
}

/** Marks a read of many rows that is one of thousands for one request: two connections serve all of these in turn. */
export function bulk<R extends Row>(statement: Sql<R>): Sql<R> {
  statement.bulk = true
  return statement
}

/** The fragments with a comma, or another word, between them; there is at least one. */
export const join = (fragments: Sql[], separator = ', '): Sql => joinFragments(fragments, separator)

/** The conditions joined by `and`. Each is in parentheses, and so is the whole, so that an `or` can't leave its place. */
export const allOf = (conditions: Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : sql`((${join(conditions, ') and (')}))`

/** The conditions joined by `or`, each in parentheses, and so is the whole. */
export const anyOf = (conditions: Sql[]): Sql =>
  conditions.length === 0 ? sql`false` : sql`((${join(conditions, ') or (')}))`
