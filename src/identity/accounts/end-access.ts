/** Ends everything that gives access to an account: sessions, personal tokens, apps, and links to sign in. */
import type { Queryable } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { type AuditSource, auditRecords } from '../audit/record.ts'
import { endResets, endSignInLinks } from './links.ts'
import { endOtherSessions } from '../sessions/store.ts'

interface AccessCounts {
  sessions: number
  tokens: number
  apps: number
}

interface Ending {
  accountId: string
  /** The id of a session that stays. */
  keep?: string | undefined
  source: AuditSource
}

export async function endAllAccess(db: Queryable, ending: Ending): Promise<AccessCounts> {
  const { accountId, keep, source } = ending
  const consents = auditRecords(
    { kind: 'CONSENT_ENDED', accountId, ...source },
    {
      rows: sql`(select distinct client_id from ended where model = 'Grant') app`,
      clientId: sql`app.client_id`,
    },
  )
  const [tokens, { count: apps }, { ended: sessions }] = await Promise.all([
    endTokens(db, ending),
    db.one(sql<{ count: number }>`
      with ended as (
        delete from oidc_artifacts where account_id = ${accountId} and client_id is not null returning client_id, model
      ), recorded as (${consents} returning 1)
      select count(*)::int as count from recorded`),
    db.one(endOtherSessions(accountId, keep)),
    db.many(endSignInLinks(accountId, source)),
  ])
  return { sessions, tokens, apps }
}

/** Ends all personal tokens of the account. `accountChanged` must be sent in the same transaction. */
async function endTokens(db: Queryable, { accountId, source }: Ending): Promise<number> {
  const events = auditRecords(
    { kind: 'TOKEN_ENDED', accountId, ...source },
    { rows: sql`ended`, details: sql`json_build_object('tokenId', ended.id)` },
  )
  const { count } = await db.one(sql<{ count: number }>`
    with ended as (delete from personal_tokens where account_id = ${accountId} returning id), recorded as (${events} returning 1)
    select count(*)::int as count from recorded`)
  return count
}

/**
 * To be called after a credential was added or removed. It ends the other sessions, the unused resets and the links to sign in;
 * tokens only if `tokensToo` is true.
 */
export async function endOthers(db: Queryable, ending: Ending, tokensToo = false): Promise<void> {
  await Promise.all([
    tokensToo ? endTokens(db, ending) : 0,
    db.many(endResets(ending.accountId, ending.source)),
    db.many(endOtherSessions(ending.accountId, ending.keep)),
  ])
}
