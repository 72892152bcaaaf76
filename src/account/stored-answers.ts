/** Removes an erased user's names and words from answers that are stored for other callers. */
import { type Sql, sql } from '../db/sql.ts'
import type { UserCaller } from '../http/caller.ts'
import { NEUTRAL_NAME } from '../resources/ref-json.ts'

/** This misses an answer that another request is storing at the same moment. Such an answer is deleted after 30 days. */
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

const replaced = (text: Sql, pattern: string, ids: Sql, by: string): Sql =>
  sql`regexp_replace(${text}, replace(${spaced(pattern)}, '%s', ${ids}), ${by}, 'g')`

/**
 * A retry must get the same answer except for the names, so these patterns depend on the order of fields in answers. In JSON, a
 * quote inside a text has a backslash before it, so a text never looks like a field.
 * `test/resources/users/stored-answers.test.ts` fails if a name stays in the answer of any operation.
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
