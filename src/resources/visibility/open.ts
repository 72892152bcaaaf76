/**
 * The rows that are open to everybody, because their user's MATCH_HISTORY is PUBLIC. They have a mark, so that an index has all
 * of them in the order of lists. A large history is marked in batches after a change of the setting. Until the last batch its
 * user is in `markings`, which overrules the marks, so each change is in effect at once.
 */
import { type Sql, sql } from '../../db/sql.ts'

/** The users who opened their history, and whose rows are not all marked yet. */
export const usersOpening = sql`select k.user_id from markings k where k.opens`

/** The users who closed their history, and whose rows may still be marked. */
const usersClosing = sql`select k.user_id from markings k where not k.opens`

/** True if a row is open, by its mark and its user. */
export const isOpen = (mark: Sql, userId: Sql): Sql =>
  sql`(${isMarkedOpen(mark, userId)} or ${userId} in (${usersOpening}))`

/** The same for a row path in the order of the marks. Rows without a mark are in the ranges of `usersOpening`. */
export const isMarkedOpen = (mark: Sql, userId: Sql): Sql =>
  sql`(${mark} and ${userId} not in (${usersClosing}))`
