/** A collection: what may be filtered and sorted by, and the paths to the rows that a caller may see. */
import type { Sql } from '../../db/sql.ts'
import type { Fields } from './fields.ts'

/** A resource as lists and counts have it. */
export interface Collection<Context> {
  /** The fields that may be filtered by. */
  fields: Fields
  /** The names of fields that may be sorted by. `sortedBy` has those that may not be filtered by. */
  sorts: readonly string[]
  sortedBy?: Fields
  /** The field that identifies a row, by default `id`; it ends every sort. */
  key?: string
  /** Such as `rank:ASC`; by default the newest come first (`createdAt:DESC`). */
  defaultSort?: string
  /** True if its rows are counted up for each request: each is a search then, with or without a filter. */
  costly?: true
  /** The rows for this caller. */
  rows: (context: Context) => Rows
}

export interface Rows {
  /** The text after `from`, such as `games g`. */
  from: Sql
  /** The condition for rows that belong to the list; without `paths` also for those that the caller may see. */
  where: Sql
  /** The paths to the rows that the caller may see; without them they may see all rows. */
  paths?: RowPath[]
  /** Replaces the fields of the filter, if what they show depends on the caller; a row path's own fields go before. */
  fields?: Fields
  /** An item's JSON. */
  json: Sql
  /** The row that the list belongs to: no row is a 404, one whose `visible` is not true a 403. */
  parent?: Sql<{ visible: boolean }>
}

/**
 * A way to rows that an index has in order. With one condition for all ways, joined by `or`, PostgreSQL would look at all
 * rows of the table.
 */
export interface RowPath {
  /** The first column of the index, and a select of its values for these rows; without it there is one range. */
  range?: { column: Sql; values: Sql }
  /** The text after `from`, if it differs from that of the list. */
  from?: Sql
  /**
   * Replaces `from` if there is no filter: it has the columns of `where`, `copies` and `keys`, and all its rows belong to the
   * list.
   */
  indexOnly?: Sql | undefined
  /** The condition for rows in the range. */
  where: Sql
  /** By field, a column of the index that repeats the field's: it replaces it in sorts and filters. */
  copies?: Readonly<Record<string, Sql>>
  /** By field, an expression of the index that replaces the field's sort key alone. */
  keys?: Readonly<Record<string, Sql>>
  /** True if a row may be in several ranges. */
  mayRepeat?: true
  /** The condition for rows that another path counts already. */
  countedElsewhere?: Sql
  /** Replaces the fields of the filter, if the caller may not know some of them of these rows. */
  fields?: Fields | undefined
}
