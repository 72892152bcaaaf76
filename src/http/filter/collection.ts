/** What a list or count must know about a collection: the fields, the sorts, and the rows that a caller may see. */
import type { Sql } from '../../db/sql.ts'
import type { Fields } from './fields.ts'

export interface Collection<Context> {
  fields: Fields
  sorts: readonly string[]
  /** Fields by which the list can be sorted, but not filtered. */
  sortedBy?: Fields
  /** The field that identifies a row. Without it, this is `id`. Every sort ends with this field. */
  key?: string
  /** For example `rank:ASC`. Without it, this is `createdAt:DESC`, with the newest first. */
  defaultSort?: string
  /** True if the rows are computed for each request. Then even a request without a filter counts as a search. */
  costly?: true
  rows: (context: Context) => Rows
}

export interface Rows {
  /** The SQL that follows `from`, such as `games g`. */
  from: Sql
  /** A condition that all rows must fulfil. Without `paths`, it also decides which rows the caller may see. */
  where: Sql
  /** The ways to the rows that the caller may see. Undefined if the caller sees all rows. */
  paths?: RowPath[]
  /** Used in place of the collection's fields, if their values depend on the caller. */
  fields?: Fields
  json: Sql
  /** Selects the resource that the list belongs to. If there is no row, the answer is 404; if its `visible` is not true, 403. */
  parent?: Sql<{ visible: boolean }>
}

/**
 * A way to find rows through an index. Each path is read by itself, because one condition with `or` would read the whole table.
 */
export interface RowPath {
  /**
   * The first column of an index, and a select of the values that it may have for this caller. Each value is one range of the
   * index.
   */
  range?: { column: Sql; values: Sql }
  /** Used in place of the `from` of `Rows`. */
  from?: Sql
  /** Used in place of `from` if there is no filter. PostgreSQL then reads only the index. */
  indexOnly?: Sql | undefined
  /** A condition that the rows of each range must fulfil. */
  where: Sql
  /** Columns of the index that have the same values as fields. Sorts and filters on this path use these columns. */
  copies?: Readonly<Record<string, Sql>>
  /** Expressions of the index that have the same values as fields. Sorts on this path use these expressions. */
  keys?: Readonly<Record<string, Sql>>
  /** True if the same row can be in several ranges. */
  mayRepeat?: true
  /** A condition for rows that another path has already counted. */
  countedElsewhere?: Sql
  /** Used in place of the fields, if the caller may not see all fields of these rows. */
  fields?: Fields | undefined
}
