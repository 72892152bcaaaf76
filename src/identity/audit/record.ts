/** Writes into the audit what happened to accounts, credentials, tokens and sessions. */
import { type Sql, sql } from '../../db/sql.ts'
import type { Actor } from './actor.ts'

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
  'RECOVERY_CODES_ENDED',
  'RECOVERY_CODE_USED',
  'ACCOUNT_CREATED',
  'ACCOUNT_CHANGED',
  'ROLES_CHANGED',
  'ACCOUNT_DISABLED',
  'ACCOUNT_ENABLED',
  'ACCOUNT_ERASED',
  'LINK_MADE',
  'LINK_USED',
  'LINK_ENDED',
  'MAIL_LETS_IN',
  'MAIL_LETS_IN_ENDED',
  'INVITATION_MADE',
  'INVITATION_ACCEPTED',
  'INVITATION_ENDED',
  'TOKEN_MADE',
  'TOKEN_ENDED',
  'CLIENT_CREATED',
  'CLIENT_SECRET_MADE',
  'CLIENT_REMOVED',
  'CLIENT_REFUSED',
  'WEBHOOK_MADE',
  'WEBHOOK_CHANGED',
  'WEBHOOK_SECRET_MADE',
  'WEBHOOK_DISABLED',
  'WEBHOOK_DELETED',
  'CONSENT_GIVEN',
  'CONSENT_ENDED',
  'CODE_REUSED',
  'REFRESH_REUSED',
  'KEY_ROTATED',
  'BACKUP_ASKED',
] as const

export type AuditKind = (typeof AUDIT_KINDS)[number]

/** Who caused the event, and from which address. A command in the shell has no address. */
export interface AuditSource {
  by: Actor
  address?: string | undefined
  userAgent?: string | undefined
}

export interface AuditEvent extends AuditSource {
  kind: AuditKind
  accountId?: string | undefined
  clientId?: string | undefined
  /** These must never contain a secret, a name or an address, because an erasure does not look for them here. */
  details?: Record<string, string | number | string[]> | undefined
}

/** In characters. A browser can send a `User-Agent` of 16 kB. */
const LONGEST_USER_AGENT = 300

export const shortUserAgent = (userAgent: string): string => userAgent.slice(0, LONGEST_USER_AGENT)

/** This statement must be sent in the transaction of the change that the event is about. */
export const auditRecord = (event: AuditEvent): Sql =>
  recorded(event, sql`${event.clientId}::text`, sql`${JSON.stringify(event.details ?? {})}::json`)

/** Writes one event for each row of a query. A row can have the account, the client and the details of its event. */
export const auditRecords = (
  event: Omit<AuditEvent, 'clientId' | 'details'>,
  {
    rows,
    accountId = sql`${event.accountId}`,
    clientId = sql`null`,
    details = sql`'{}'`,
  }: { rows: Sql; accountId?: Sql; clientId?: Sql; details?: Sql },
): Sql => sql`${recorded(event, clientId, details, accountId)} from ${rows}`

function recorded(
  { kind, accountId, by, address, userAgent }: AuditEvent,
  clientId: Sql,
  details: Sql,
  whose = sql`${accountId}`,
): Sql {
  const { id, clientId: through, tokenId } = { id: undefined, clientId: undefined, tokenId: undefined, ...by }
  const browser = userAgent === undefined ? undefined : shortUserAgent(userAgent)
  return sql`
    insert into audit_events (
      kind, account_id, client_id, actor, actor_id, actor_client_id, actor_token_id, address, user_agent, details)
    select ${kind}, ${whose}::uuid, ${clientId}, ${by.kind}, ${id}::uuid, ${through}::text, ${tokenId}::uuid, ${address}::text,
      ${browser}::text, ${details}::json`
}
