/** The SQL of sessions: browsers that are signed in with an account. An ended session has no row. */
import { type Sql, sql } from '../../db/sql.ts'
import { type AccountRow, accountColumns, userOfAccount } from '../accounts-now.ts'
import { shortUserAgent } from '../audit/record.ts'
import { hashOf, newSecret } from './cookie.ts'
import { accountChanged } from './account-status.ts'

export type Method = 'PASSKEY' | 'PASSWORD' | 'RECOVERY' | 'LINK' | 'OUTSIDE' | 'DEMO'

/** In days. */
export const IDLE_DAYS = 30
export const LONGEST_DAYS = 180

/** In seconds. Requests that were sent before a renewal still bring the former secret. */
const FORMER = 60

interface NewSession {
  accountId: string
  method: Method
  address: string
  userAgent: string
}

/**
 * The secret goes into the cookie; the database has its hash. The statement returns the new session's `id`, and no row for a
 * disabled account. It waits for a change that is just disabling the account, so that no session survives it.
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

/** A session that has not ended, with its account as it is now. */
export type SessionRow = AccountRow & {
  sessionId: string
  method: Method
  authenticatedAt: Date
  endsAt: Date
  rightsChanged: boolean
}

/** On `sessions s`. */
export const goesOn = sql`s.ends_at > now() and s.last_seen_at > now() - make_interval(days => ${IDLE_DAYS})`

export const findSession = (hash: Buffer): Sql<SessionRow> => sql<SessionRow>`
  select s.id as "sessionId", s.method, s.created_at as "authenticatedAt",
    least(s.ends_at, s.last_seen_at + make_interval(days => ${IDLE_DAYS}),
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

/** Gives the session another secret. Returns no row if the session ended or another request renewed it first. */
export function renewal(sessionId: string): { statement: Sql<{ id: string }>; secret: string } {
  const secret = newSecret()
  const statement = sql<{ id: string }>`
    update sessions set former_hash = hash, renewed_at = now(), hash = ${hashOf(secret)}, rights_changed = false
    where id = ${sessionId} and rights_changed returning id`
  return { statement, secret }
}

/** Gives the sessions of the account new secrets, each at its next `GET /web/session`. */
export const renewSessions = (accountId: string): Sql =>
  sql`update sessions set rights_changed = true where account_id = ${accountId}`

/**
 * Ends the account's sessions, except the one to `keep`, on all instances. It also ends the access of apps that goes on without a
 * session: whoever was signed in might have let them in. Selects the number of sessions.
 */
export const endOtherSessions = (accountId: string, keep?: string): Sql<{ ended: number }> => sql`
  with ended as (
    delete from sessions where account_id = ${accountId} and id is distinct from ${keep ?? null}::uuid returning 1
  ), apps as (
    delete from oidc_artifacts
    where account_id = ${accountId} and session_id is null and model in ('Grant', 'RefreshToken', 'AuthorizationCode', 'DeviceCode')
  ), notified as materialized (${accountChanged(accountId)})
  select (select count(*)::int from ended) as ended from notified`

/** Ends one session of the account, on all instances. Selects 0 if it had ended already. */
export const endSession = (accountId: string, sessionId: string): Sql<{ ended: number }> => sql`
  with ended as (
    delete from sessions where account_id = ${accountId} and id = ${sessionId} returning 1
  ), notified as materialized (${accountChanged(accountId)})
  select (select count(*)::int from ended) as ended from notified`

/** A session as its owner sees it. */
export type ListedSession = {
  id: string
  method: Method
  address: string
  userAgent: string
  createdAt: Date
  lastSeenAt: Date
  endsAt: Date
}

/** The account's sessions, the most recently used first. */
export const sessionsOf = (accountId: string): Sql<ListedSession> => sql`
  select s.id, s.method, s.address, s.user_agent as "userAgent", s.created_at as "createdAt",
    s.last_seen_at as "lastSeenAt",
    least(s.ends_at, s.last_seen_at + make_interval(days => ${IDLE_DAYS})) as "endsAt"
  from sessions s where s.account_id = ${accountId} and ${goesOn}
  order by s.last_seen_at desc, s.id`
