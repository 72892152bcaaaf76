/** The parts of the service that the pages of accounts share, and the steps that most of them take. */
import type { KeyObject } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Database, Transaction } from '../db/database.ts'
import type { Sql } from '../db/sql.ts'
import { STRANGER, person } from '../identity/audit/actor.ts'
import { type AuditEvent, type AuditKind, auditRecord } from '../identity/audit/record.ts'
import type { Passkeys } from '../identity/accounts/passkeys.ts'
import { keyOfAccount } from '../http/access-token.ts'
import { whereFrom } from '../http/where-from.ts'
import type { Sessions, SignedIn } from '../identity/sessions/signed-in.ts'

export interface Site {
  db: Database
  sessions: Sessions
  passkeys: Passkeys
  /** Seals the cookie of a browser that has signed in before. */
  browserKey: KeyObject
  baseUrl: string
  signUp: 'open' | 'invitation'
  /** The address at which the service listens, if it is known, and the proxies in front of it. */
  host: string | undefined
  trustedProxies: readonly string[]
}

export const isSecure = ({ baseUrl }: Site) => baseUrl.startsWith('https:')

/** An audit event for a change of somebody's own account. */
export const audited = (
  request: FastifyRequest,
  kind: AuditKind,
  accountId: string,
  details: AuditEvent['details'] = {},
): Sql => auditRecord({ kind, accountId, by: person(accountId), ...whereFrom(request), details })

/** An audit event for a stranger's attempt at this account, or at an unknown one. */
export const attempted = (
  request: FastifyRequest,
  kind: AuditKind,
  accountId: string | undefined,
  details: AuditEvent['details'] = {},
): Sql => auditRecord({ kind, accountId, by: STRANGER, ...whereFrom(request), details })

export const signedIn = (site: Site, { headers }: FastifyRequest): Promise<SignedIn | undefined> =>
  site.sessions.signedIn(headers.cookie)

/** A transaction after which the account's owner must see the changes in their next reads. */
export const changeOfAccount = <T>(
  { db }: Site,
  { accountId }: SignedIn,
  work: (db: Transaction) => Promise<T>,
): Promise<T> => db.transaction(work, keyOfAccount(accountId))
