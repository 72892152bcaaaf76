/** Removes an erased user's names and words from the answers that are stored for the retries of other callers. */
import { type Sql, sql } from '../db/sql.ts'
import type { UserCaller } from '../http/caller.ts'
import { NEUTRAL_NAME } from '../resources/ref-json.ts'

/**
 * Finds the answers that name the user by an index, and replaces every name that the user had. It misses an answer that another
 * request is just making; that answer might have the name until its key is purged after 30 days.
 */
export const removeFromStoredAnswers = ({
  userId,
  canonicalPlayerId,
  accountId = userId,
}: UserCaller): Sql => {
  const [user, player, account] = [
    sql`${userId}::text`,
    sql`${canonicalPlayerId}::text`,
    sql`${accountId}::text`,
  ]
  const withoutNames = replaced(
    replaced(sql`k.body`, EMAIL, account, '\\1'),
    NAME,
    sql`${user} || '|' || ${player} || '|' || ${account} || '|' || s.id::text`,
    `\\1"${NEUTRAL_NAME}"`,
  )
  const withoutMessage = replaced(withoutNames, MESSAGE, player, '\\1')
  return sql`
    update idempotency_keys k set body = ${replaced(withoutMessage, DISPUTE, user, '')}
    from ghost_players s
    where s.owner_id = ${userId} and s.is_self and k.users is not null and k.users && array[${userId}::uuid, ${accountId}::uuid]`
}

/** `ids` replace `%s` in the pattern; several are joined by `|`. */
const replaced = (text: Sql, pattern: string, ids: Sql, by: string): Sql =>
  sql`regexp_replace(${text}, replace(${spaced(pattern)}, '%s', ${ids}), ${by}, 'g')`

/**
 * We rewrite the text of an answer, because a retry must get the same text apart from the names; `jsonb` would change its order
 * and spaces. So the patterns below repeat the order of the fields of references, accounts, claim requests and disputes. Spaces
 * between them do not matter. A quote within a text has a backslash, so nothing that somebody wrote looks like a field.
 * `test/resources/users/stored-answers.test.ts` parses the answers of every operation, and fails if a name is left in one.
 */
const spaced = (pattern: string) =>
  pattern.replaceAll(' : ', String.raw`\s*:\s*`).replaceAll(', ', String.raw`\s*,\s*`)

const TEXT = String.raw`"(?:[^"\\]|\\.)*"`

const refTo = (id: string) => `{"id" : "${id}", "displayName" : ${TEXT}}`

const NAME = `("id" : "(?:%s)", "displayName" : )${TEXT}`
const EMAIL = `("id" : "%s", "displayName" : ${TEXT}), "email" : ${TEXT}`
const PLAYERS = `"canonicalPlayer" : ${refTo('%s')}, "ghostPlayer" : ${refTo('[^"]+')}`
const MESSAGE = `(${PLAYERS}, "status" : "[A-Z]+"), "message" : ${TEXT}`
const DISPUTE = `, "disputeReason" : ${TEXT}, "disputedAt" : "[^"]+", "disputedBy" : ${refTo('%s')}`
