/** The facts about a collection that a list or count needs: the fields, the sorts, and the rows that a caller may see. */
import type { Sql } from '../../db/sql.ts'
import type { Fields } from './fields.ts'

export interface Collection<Context> {
  fields: Fields
  sorts: readonly string[]
  /** Fields by which the list can be sorted, but not filtered. */
  sortedBy?: Fields
  /** The field that identifies a row, `id` unless this names another. Every sort ends with this field. */
  key?: string
  /** For example `rank:ASC`. The default is `createdAt:DESC`, which has the newest first. */
  defaultSort?: string
  /** True if each request computes the rows. Such a request counts as a search even without a filter. */
  costly?: true
  rows: (context: Context) => Rows
}

export interface Rows {
  /** The SQL that follows `from`, such as `games g`. */
  from: Sql
  /** A condition for all rows. If there are no `paths`, it also decides which rows the caller may see. */
  where: Sql
  /** Undefined if the caller sees all rows for which `where` is true. */
  paths?: RowPath[]
  /** Replaces the collection's fields, if the values of fields depend on the caller. */
  fields?: Fields
  json: Sql
  /** Selects the row that the list belongs to. If it selects no row, the answer is 404; if `visible` is not true, 403. */
  parent?: Sql<{ visible: boolean }>
}

/**
 * One way to find rows through an index. We read each path alone: joined with `or`, they would make PostgreSQL read the whole
 * table.
 */
export interface RowPath {
  /** The first column of an index, and a select of the column's values for this caller. Each value is a range of the index. */
  range?: { column: Sql; values: Sql }
  /** Replaces the `from` of `Rows`. */
  from?: Sql
  /** Replaces `from` if there is no filter. PostgreSQL then reads only the index. */
  indexOnly?: Sql | undefined
  /** The condition for the rows of each range. */
  where: Sql
  /** For a field, a column of the index that has the same value. Sorts and filters on this path use the column. */
  copies?: Readonly<Record<string, Sql>>
  /** For a field, an expression of the index. Sorts on this path use the expression. */
  keys?: Readonly<Record<string, Sql>>
  /** True if a row can be in several ranges. */
  mayRepeat?: true
  /** True for rows that another path already counts. */
  countedElsewhere?: Sql
  /** Replaces the fields if the caller may not see all fields of these rows. */
  fields?: Fields | undefined
}
