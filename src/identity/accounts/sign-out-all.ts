/** Signs everybody out after a breach. Afterwards only passwords and passkeys give access. */
import { type Transaction, withoutTimeout } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Actor } from '../audit/actor.ts'
import { auditRecords } from '../audit/record.ts'
import { endKeys } from '../provider/signing-keys.ts'
import { accountsChanged } from '../sessions/account-status.ts'
import { endAllLinks } from './links.ts'

export interface SignOutCounts {
  sessions: number
  tokens: number
  /** How many times an app had access to a person's account. */
  apps: number
  links: number
  /** How many accounts have lost their recovery codes. */
  recoveryCodes: number
}

/**
 * Ends sessions, tokens, links, recovery codes and signing keys. The ids of used assertions stay, because an assertion must not
 * work twice.
 */
export async function signOutAll(db: Transaction, by: Actor): Promise<SignOutCounts> {
  await db.many(withoutTimeout)
  const tokens = await db.one(sql<Count>`
    with ended as (delete from personal_tokens returning id, account_id), recorded as (${auditRecords(
      { kind: 'TOKEN_ENDED', by },
      {
        rows: sql`ended`,
        accountId: sql`ended.account_id`,
        details: sql`json_build_object('tokenId', ended.id)`,
      },
    )})
    select count(*)::int as count from ended`)
  const apps = await db.one(sql<Count>`
    with ended as (
      delete from oidc_artifacts where model <> 'ReplayDetection' returning model, account_id, client_id
    ), apps as (
      select distinct account_id, client_id from ended where model = 'Grant' and account_id is not null
    ), recorded as (${auditRecords(
      { kind: 'CONSENT_ENDED', by },
      { rows: sql`apps`, accountId: sql`apps.account_id`, clientId: sql`apps.client_id` },
    )})
    select count(*)::int as count from apps`)
  const sessions = await db.one(sql<Count>`
    with ended as (delete from sessions returning account_id), people as (
      select account_id, count(*)::int as sessions from ended where account_id is not null group by account_id
    ), recorded as (${auditRecords(
      { kind: 'SESSION_ENDED', by },
      {
        rows: sql`people`,
        accountId: sql`people.account_id`,
        details: sql`json_build_object('sessions', people.sessions)`,
      },
    )})
    select count(*)::int as count from ended`)
  const codes = await db.one(sql<Count>`
    with ended as (delete from recovery_codes returning account_id), people as (
      select distinct account_id from ended
    ), recorded as (${auditRecords(
      { kind: 'RECOVERY_CODES_ENDED', by },
      { rows: sql`people`, accountId: sql`people.account_id` },
    )})
    select count(*)::int as count from people`)
  const links = await db.many(endAllLinks({ by }))
  for (const statement of endKeys(by)) await db.many(statement)
  await db.many(accountsChanged(sql`(select id as account_id from accounts) everybody`))
  return {
    sessions: sessions.count,
    tokens: tokens.count,
    apps: apps.count,
    links: links.length,
    recoveryCodes: codes.count,
  }
}

type Count = { count: number }
