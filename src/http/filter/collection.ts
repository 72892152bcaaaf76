/** A collection: the fields to filter and sort by, and the paths to the rows that a caller may see. */
import type { Sql } from '../../db/sql.ts'
import type { Fields } from './fields.ts'

/** A resource that can be listed and counted. */
export interface Collection<Context> {
  /** The fields to filter by. */
  fields: Fields
  /** The names of the fields to sort by. */
  sorts: readonly string[]
  /** Fields to sort by that are not in `fields`. */
  sortedBy?: Fields
  /** The field that identifies a row, by default `id`. Every sort ends with it. */
  key?: string
  /** For example `rank:ASC`; by default `createdAt:DESC`, the newest first. */
  defaultSort?: string
  /** True if each request computes the rows. Then each request is a search, with or without a filter. */
  costly?: true
  /** The rows for this caller. */
  rows: (context: Context) => Rows
}

export interface Rows {
  /** The text after `from`, such as `games g`. */
  from: Sql
  /** The condition for rows that belong to the list. Without `paths` it also says which rows the caller may see. */
  where: Sql
  /** The paths to the rows that the caller may see. Without it the caller sees all rows for which `where` holds. */
  paths?: RowPath[]
  /** Replaces the filter's fields if their values depend on the caller. The `fields` of a row path come first. */
  fields?: Fields
  /** An item's JSON. */
  json: Sql
  /** The row that the list belongs to. No row means 404; `visible` other than true means 403. */
  parent?: Sql<{ visible: boolean }>
}

/**
 * A way to rows that an index has in order. If we joined the conditions of all paths with `or`, PostgreSQL would read all rows
 * of the table.
 */
export interface RowPath {
  /**
   * The first column of the index, and a select of its values for these rows: each value is a range. Without it there is one
   * range.
   */
  range?: { column: Sql; values: Sql }
  /** The text after `from`, if it is different from the list's. */
  from?: Sql
  /**
   * Replaces `from` if there is no filter. It has the columns of `where`, `copies` and `keys`, and all of its rows belong to the
   * list.
   */
  indexOnly?: Sql | undefined
  /** The condition for rows in the range. */
  where: Sql
  /** For some fields a column of the index that repeats the field's column. Sorts and filters use it instead. */
  copies?: Readonly<Record<string, Sql>>
  /** For some fields an expression of the index that replaces only the sort key. */
  keys?: Readonly<Record<string, Sql>>
  /** True if a row can be in several ranges. */
  mayRepeat?: true
  /** The condition for rows that another path has counted. */
  countedElsewhere?: Sql
  /** Replaces the filter's fields if the caller may not see all fields of these rows. */
  fields?: Fields | undefined
}
