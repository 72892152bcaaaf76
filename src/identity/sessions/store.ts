/** The SQL of sessions. A session that has ended has no row. */
import { type Sql, sql } from '../../db/sql.ts'
import { type AccountRow, accountColumns, userOfAccount } from '../accounts-now.ts'
import { shortUserAgent } from '../audit/record.ts'
import { hashOf, newSecret } from './cookie.ts'
import { accountChanged } from './account-status.ts'

export const METHODS = ['PASSKEY', 'PASSWORD', 'RECOVERY', 'LINK', 'MAIL', 'OUTSIDE', 'DEMO'] as const
export type Method = (typeof METHODS)[number]

/** The longest time between two uses of a session, in days. */
export const IDLE_DAYS = 30
export const LONGEST_DAYS = 180

/** In seconds: how long the former secret still works after a renewal, because requests may be on their way. */
const FORMER = 60

interface NewSession {
  accountId: string
  method: Method
  address: string
  userAgent: string
}

/**
 * Makes a session and stores the hash of its secret. Selects no row if the account is disabled, or is being disabled at this
 * moment.
 */
export function newSession({ accountId, method, address, userAgent }: NewSession): {
  statement: Sql<{ id: string }>
  secret: string
} {
  const secret = newSecret()
  const statement = sql<{ id: string }>`
    with account as (select id from accounts where id = ${accountId} and disabled_at is null for share)
    insert into sessions (hash, account_id, method, address, user_agent, ends_at)
    select ${hashOf(secret)}::bytea, id, ${method}, ${address}, ${shortUserAgent(userAgent)},
      now() + make_interval(days => ${LONGEST_DAYS})
    from account returning id`
  return { statement, secret }
}

export type SessionRow = AccountRow & {
  sessionId: string
  method: Method
  authenticatedAt: Date
  endsAt: Date
  rightsChanged: boolean
}

/** When `sessions s` ends, if it is not used before. */
export const endsAt = sql`least(s.ends_at, s.last_seen_at + make_interval(days => ${IDLE_DAYS}))`

/** A condition on `sessions s`: the session has not ended. */
export const goesOn = sql`s.ends_at > now() and s.last_seen_at > now() - make_interval(days => ${IDLE_DAYS})`

export const findSession = (hash: Buffer): Sql<SessionRow> => sql<SessionRow>`
  select s.id as "sessionId", s.method, s.created_at as "authenticatedAt",
    least(${endsAt},
      case when s.hash <> ${hash} then s.renewed_at + make_interval(secs => ${FORMER}) end) as "endsAt",
    s.rights_changed as "rightsChanged",
    ${accountColumns}
  from (
    select * from sessions where hash = ${hash}
    union all
    select * from sessions where former_hash = ${hash} and renewed_at > now() - make_interval(secs => ${FORMER})
  ) s
  join accounts a on a.id = s.account_id ${userOfAccount}
  where ${goesOn}`

/** Gives a session a new secret. Selects no row if the session has ended, or if another request has renewed it. */
export function renewal(sessionId: string): { statement: Sql<{ id: string }>; secret: string } {
  const secret = newSecret()
  const statement = sql<{ id: string }>`
    update sessions set former_hash = hash, renewed_at = now(), hash = ${hashOf(secret)}, rights_changed = false
    where id = ${sessionId} and rights_changed returning id`
  return { statement, secret }
}

/** Each session gets a new secret at its next `GET /web/session`. */
export const renewSessions = (accountId: string): Sql =>
  sql`update sessions set rights_changed = true where account_id = ${accountId}`

/**
 * Ends all sessions except `keep`. Also ends the access of apps that belongs to no session, because a stranger may have given it.
 * Selects the number of sessions.
 */
export const endOtherSessions = (accountId: string, keep?: string): Sql<{ ended: number }> => sql`
  with ended as (
    delete from sessions where account_id = ${accountId} and id is distinct from ${keep ?? null}::uuid returning 1
  ), apps as (
    delete from oidc_artifacts
    where account_id = ${accountId} and session_id is null and model in ('Grant', 'RefreshToken', 'AuthorizationCode', 'DeviceCode')
  ), notified as materialized (${accountChanged(accountId)})
  select (select count(*)::int from ended) as ended from notified`

/** Ends a session. Selects 0 if it had ended before. */
export const endSession = (accountId: string, sessionId: string): Sql<{ ended: number }> => sql`
  with ended as (
    delete from sessions where account_id = ${accountId} and id = ${sessionId} returning 1
  ), notified as materialized (${accountChanged(accountId)})
  select (select count(*)::int from ended) as ended from notified`

export type ListedSession = {
  id: string
  method: Method
  address: string
  userAgent: string
  createdAt: Date
  lastSeenAt: Date
  endsAt: Date
}

export const sessionsOf = (accountId: string): Sql<ListedSession> => sql`
  select s.id, s.method, s.address, s.user_agent as "userAgent", s.created_at as "createdAt",
    s.last_seen_at as "lastSeenAt", ${endsAt} as "endsAt"
  from sessions s where s.account_id = ${accountId} and ${goesOn}
  order by s.last_seen_at desc, s.id`
