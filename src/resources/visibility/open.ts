/**
 * Finds the rows that everybody may see, because their user's MATCH_HISTORY is PUBLIC. An index has these rows by their mark.
 *
 * A large history is marked in batches. Until the last batch, the user's row in `markings` overrules the marks, so that a change
 * of the setting works at once.
 */
import { type Sql, sql } from '../../db/sql.ts'

/** Users who opened their history, but whose rows are not all marked yet. */
export const usersOpening = sql`select k.user_id from markings k where k.opens`

/** Users who closed their history, but whose rows may still be marked. */
const usersClosing = sql`select k.user_id from markings k where not k.opens`

export const isOpen = (mark: Sql, userId: Sql): Sql =>
  sql`(${isMarkedOpen(mark, userId)} or ${userId} in (${usersOpening}))`

/** True if the mark counts. It leaves out `usersOpening`, who need a row path of their own. */
export const isMarkedOpen = (mark: Sql, userId: Sql): Sql =>
  sql`(${mark} and ${userId} not in (${usersClosing}))`
