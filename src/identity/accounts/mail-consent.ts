/** The owner of an account decides whether a link that is mailed to their verified address can sign in to it. */
import type { Queryable, Transaction } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { EMBEDDED_ISSUER } from '../../http/access-token.ts'
import { isSending } from '../link-mails/queue.ts'
import { administers } from './links.ts'

export type MailConsent = {
  /** The verified address. */
  address: string | null
  letsIn: boolean
  sending: boolean
}

export const mailConsentOf = (db: Queryable, accountId: string): Promise<MailConsent> =>
  db.one(sql<MailConsent>`
    select n.address, n.lets_in_since is not null as "letsIn", ${isSending} as sending
    from (select 1) one
    left join users u on u.issuer = ${EMBEDDED_ISSUER} and u.subject = ${accountId}::text
    left join notification_settings n on n.user_id = u.id`)

/**
 * Allows links mailed to this address to sign in. Returns false for an administrator, or if the verified address is no longer the
 * one that the page showed.
 */
export async function letIn(tx: Transaction, accountId: string, address: string): Promise<boolean> {
  const changed = await tx.maybe(sql`
    update notification_settings n set lets_in_since = now() from users u
    where u.id = n.user_id and u.issuer = ${EMBEDDED_ISSUER} and u.subject = ${accountId}::text
      and n.address = ${address} and n.lets_in_since is null
      and exists (select from accounts a where a.id = ${accountId} and a.disabled_at is null and not ${administers})
    returning 1`)
  return changed !== undefined
}

/** Forbids mailed links to sign in, so those that were sent stop working. Returns false if they were not allowed. */
export async function letInNoLonger(tx: Transaction, accountId: string): Promise<boolean> {
  const changed = await tx.maybe(sql`
    update notification_settings n set lets_in_since = null from users u
    where u.id = n.user_id and u.issuer = ${EMBEDDED_ISSUER} and u.subject = ${accountId}::text
      and n.lets_in_since is not null
    returning 1`)
  return changed !== undefined
}
