/** Records what happened to accounts, credentials, tokens and sessions. */
import { type Sql, sql } from '../../db/sql.ts'

export const AUDIT_KINDS = [
  'SIGNED_IN',
  'SIGN_IN_FAILED',
  'SIGNED_OUT',
  'SESSION_ENDED',
  'PASSWORD_CHANGED',
  'PASSWORD_REMOVED',
  'PASSKEY_ADDED',
  'PASSKEY_REMOVED',
  'PASSKEY_SUSPECTED',
  'RECOVERY_CODES_MADE',
  'RECOVERY_CODE_USED',
  'ACCOUNT_CREATED',
  'ACCOUNT_CHANGED',
  'ROLES_CHANGED',
  'ACCOUNT_DISABLED',
  'ACCOUNT_ENABLED',
  'LINK_MADE',
  'LINK_USED',
  'TOKEN_MADE',
  'TOKEN_ENDED',
  'CLIENT_CREATED',
  'CLIENT_REMOVED',
  'CLIENT_REFUSED',
  'CONSENT_GIVEN',
  'CONSENT_ENDED',
  'CODE_REUSED',
  'REFRESH_REUSED',
  'KEY_ROTATED',
] as const

export type AuditKind = (typeof AUDIT_KINDS)[number]

export interface AuditEvent {
  kind: AuditKind
  /** Whom it concerns. */
  accountId?: string | undefined
  /** Who did it, where that was somebody else. */
  by?: string | undefined
  clientId?: string | undefined
  address?: string | undefined
  userAgent?: string | undefined
  /** Never a secret, nor what an erasure would have to look for: a name or an address of a person. */
  details?: Record<string, string | number | string[]> | undefined
}

/** A browser may send a `User-Agent` of 16 kB. */
const LONGEST_USER_AGENT = 300

export const shortUserAgent = (userAgent: string): string => userAgent.slice(0, LONGEST_USER_AGENT)

/** A statement that belongs in the transaction of what it tells of. */
export function auditRecord(event: AuditEvent): Sql {
  const { kind, accountId, by, clientId, address, userAgent, details = {} } = event
  return sql`
    insert into audit_events (kind, account_id, by_account_id, client_id, address, user_agent, details)
    values (
      ${kind}, ${accountId}, ${by}, ${clientId}, ${address}, ${userAgent === undefined ? undefined : shortUserAgent(userAgent)},
      ${JSON.stringify(details)}::json)`
}
