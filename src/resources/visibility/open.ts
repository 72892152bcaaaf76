/**
 * What is open to everybody, because its user's MATCH_HISTORY is PUBLIC. The rows carry a mark, so that an index has all of
 * them in the order of lists. A large history is marked in batches after its setting has changed; until the last one, its
 * user stands in `markings`, which overrules the marks. So each change is in effect at once.
 */
import { type Sql, sql } from '../../db/sql.ts'

/** The users who opened their history, and whose rows are not all marked yet. */
export const usersOpening = sql`select k.user_id from markings k where k.opens`

/** The users who closed their history, and whose rows may still be marked. */
const usersClosing = sql`select k.user_id from markings k where not k.opens`

/** On a row's mark and its user. */
export const isOpen = (mark: Sql, userId: Sql): Sql =>
  sql`(${isMarkedOpen(mark, userId)} or ${userId} in (${usersOpening}))`

/** The same for a row path in the order of the marks; what it lacks is in the ranges of `usersOpening`. */
export const isMarkedOpen = (mark: Sql, userId: Sql): Sql =>
  sql`(${mark} and ${userId} not in (${usersClosing}))`
