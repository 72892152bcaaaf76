/**
 * What others were answered is kept for their retries, as text: the names that it gives a user, whichever they had then,
 * and the user's own words are taken from it.
 */
import { type Sql, sql } from '../db/sql.ts'
import type { UserCaller } from '../http/authenticate.ts'
import { NEUTRAL_NAME } from '../resources/ref-json.ts'

/** Reads all that is kept; an answer that is being made meanwhile may have read the name before. */
export const removeFromStoredAnswers = ({ userId, canonicalPlayerId }: UserCaller): Sql => {
  const [user, player] = [sql`${userId}::text`, sql`${canonicalPlayerId}::text`]
  const unnamed = replaced(
    sql`k.body`,
    NAME,
    sql`concat_ws('|', ${user}, ${player}, s.id)`,
    `\\1"${NEUTRAL_NAME}"`,
  )
  const withoutMessage = replaced(unnamed, MESSAGE, player, '\\1')
  return sql`
    update idempotency_keys k set body = ${replaced(withoutMessage, DISPUTE, user, '')}
    from ghost_players s
    where s.owner_id = ${userId} and s.is_self and (
      k.body like '%' || ${user} || '%' or k.body like '%' || ${player} || '%' or k.body like '%' || s.id || '%')`
}

/** `%s` in the pattern stands for the ids. */
const replaced = (text: Sql, pattern: string, ids: Sql, by: string): Sql =>
  sql`regexp_replace(${text}, format(${pattern}, ${ids}), ${by}, 'g')`

const TEXT = String.raw`"(?:[^"\\]|\\.)*"`

/** Answers are JSON as PostgreSQL writes it. */
const refTo = (id: string) => `{"id" : "${id}", "displayName" : ${TEXT}}`

const NAME = `("id" : "(?:%s)", "displayName" : )${TEXT}`
const MESSAGE = `("canonicalPlayer" : ${refTo('%s')}, "ghostPlayer" : ${refTo('[^"]+')}, "status" : "[A-Z]+"), "message" : ${TEXT}`
const DISPUTE = `, "disputeReason" : ${TEXT}, "disputedAt" : "[^"]+", "disputedBy" : ${refTo('%s')}`
