/**
 * Finds the rows that everybody may see because the user's MATCH_HISTORY is PUBLIC. Such rows have a mark, and an index by the
 * mark.
 *
 *
 *
 * The rows of a large history get their marks in batches. Until the last batch is done, the user's row in `markings` counts
 * instead of the marks, so that a change of the setting works at once.
 */
import { type Sql, sql } from '../../db/sql.ts'

/** Users who have opened their history, while some of their rows still lack the mark. */
export const usersOpening = sql`select k.user_id from markings k where k.opens`

/** Users with rows whose mark may be wrong. */
export const usersMarked = sql`select k.user_id from markings k`

/** Users who have closed their history, while some of their rows still have the mark. */
const usersClosing = sql`select k.user_id from markings k where not k.opens`

export const isOpen = (mark: Sql, userId: Sql): Sql =>
  sql`(${isMarkedOpen(mark, userId)} or ${userId} in (${usersOpening}))`

/**
 * True if the row is marked as public and the mark counts. It is false for `usersOpening`: their rows are found by another row
 * path.
 */
export const isMarkedOpen = (mark: Sql, userId: Sql): Sql =>
  sql`(${mark} and ${userId} not in (${usersClosing}))`
