/** Removes an erased user's names and words from the answers that are stored for the retries of other callers. */
import { type Sql, sql } from '../db/sql.ts'
import type { UserCaller } from '../http/caller.ts'
import { NEUTRAL_NAME } from '../resources/ref-json.ts'

/**
 * Uses an index to find the answers that name the user, and replaces every name that the user had in them. It misses an
 * answer that another request is making at this moment, which may have the name until its key is purged after 30 days.
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

/** `%s` in the pattern is replaced by the ids, joined by `|`. */
const replaced = (text: Sql, pattern: string, ids: Sql, by: string): Sql =>
  sql`regexp_replace(${text}, replace(${pattern}, '%s', ${ids}), ${by}, 'g')`

const TEXT = String.raw`"(?:[^"\\]|\\.)*"`

/** The patterns match JSON as PostgreSQL writes it. */
const refTo = (id: string) => `{"id" : "${id}", "displayName" : ${TEXT}}`

const NAME = `("id" : "(?:%s)", "displayName" : )${TEXT}`
const EMAIL = `("id" : "%s", "displayName" : ${TEXT}), "email" : ${TEXT}`
const PLAYERS = `"canonicalPlayer" : ${refTo('%s')}, "ghostPlayer" : ${refTo('[^"]+')}`
const MESSAGE = `(${PLAYERS}, "status" : "[A-Z]+"), "message" : ${TEXT}`
const DISPUTE = `, "disputeReason" : ${TEXT}, "disputedAt" : "[^"]+", "disputedBy" : ${refTo('%s')}`
