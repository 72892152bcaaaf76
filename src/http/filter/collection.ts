/** A collection: what may be filtered and sorted by, and the paths to the rows that a caller may see. */
import type { Sql } from '../../db/sql.ts'
import type { Fields } from './fields.ts'

/** A resource as it is listed and counted. */
export interface Collection<Context> {
  /** The whitelist of what may be filtered by. */
  fields: Fields
  /** What may be sorted by: of the fields, or of `sortedBy`, which has what may not be filtered by. */
  sorts: readonly string[]
  sortedBy?: Fields
  /** The field that tells a row from the others, by default `id`; it ends every sort. */
  key?: string
  /** Such as `rank:ASC`; by default the newest come first, by `createdAt`. */
  defaultSort?: string
  /** Where the rows are, for this caller. */
  rows: (context: Context) => Rows
}

export interface Rows {
  /** What follows `from`, such as `games g`. */
  from: Sql
  /** Which rows belong to the list, and, without `paths`, may be seen. */
  where: Sql
  /** The ways to the rows that may be seen; without it all rows may be. */
  paths?: RowPath[]
  /** An item's JSON. */
  json: Sql
  /** The list belongs to this row: none is a 404, one whose `visible` is not true a 403. */
  parent?: Sql<{ visible: boolean }>
}

/**
 * A way to rows for which an index has them in order. A condition that says how else they may be seen, after an `or`,
 * would have all rows of the table looked at.
 */
export interface RowPath {
  /** The column that begins the index, and a select of the values that the rows have in it; without it there is one range. */
  range?: { column: Sql; values: Sql }
  /** What follows `from`, where it isn't that of all rows. */
  from?: Sql
  /** Stands in for `from` where nothing is filtered by: it has `where` and `keys`, and all that it finds belong to the list. */
  indexOnly?: Sql | undefined
  /** Which rows are in the range. */
  where: Sql
  /** By field, what the index has in place of the field's sort key. */
  keys?: Readonly<Record<string, Sql>>
  /** True where a row may be in several ranges. */
  mayRepeat?: true
  /** Which of its rows other paths have too, so that they are counted once. */
  countedElsewhere?: Sql
  /** What stands in for the fields that a filter may name, where some are not to be known of these rows. */
  fields?: Fields | undefined
}
