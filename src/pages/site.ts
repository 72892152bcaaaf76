/** The parts of the service that the pages of accounts share, and steps that most of these pages take. */
import type { KeyObject } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Database, Transaction } from '../db/database.ts'
import type { Sql } from '../db/sql.ts'
import { STRANGER, person } from '../identity/audit/actor.ts'
import { type AuditEvent, type AuditKind, auditRecord } from '../identity/audit/record.ts'
import type { Passkeys } from '../identity/accounts/passkeys.ts'
import { keyOfAccount } from '../http/access-token.ts'
import type { Invitations } from './invitation.ts'
import { whereFrom } from '../http/where-from.ts'
import type { Sessions, SignedIn } from '../identity/sessions/signed-in.ts'

export interface Site {
  db: Database
  sessions: Sessions
  passkeys: Passkeys
  browserKey: KeyObject
  /** Encrypts mails that wait to be sent. */
  mailKey: KeyObject
  baseUrl: string
  signUp: 'open' | 'players' | 'invitation'
  invitations: Invitations
  /** The address at which the service listens, if it is known. */
  host: string | undefined
  trustedProxies: readonly string[]
}

export const isSecure = ({ baseUrl }: Site) => baseUrl.startsWith('https:')

/** The audit event of a change that the owner of an account has made. */
export const audited = (
  request: FastifyRequest,
  kind: AuditKind,
  accountId: string,
  details: AuditEvent['details'] = {},
): Sql => auditRecord({ kind, accountId, by: person(accountId), ...whereFrom(request), details })

/** The audit event of a stranger's attempt to sign in to this account, or to an unknown account. */
export const attempted = (
  request: FastifyRequest,
  kind: AuditKind,
  accountId: string | undefined,
  details: AuditEvent['details'] = {},
): Sql => auditRecord({ kind, accountId, by: STRANGER, ...whereFrom(request), details })

export const signedIn = (site: Site, { headers }: FastifyRequest): Promise<SignedIn | undefined> =>
  site.sessions.signedIn(headers.cookie)

/** Runs `work` in a transaction. Afterwards the reads of the owner show the change, even if a standby answers them. */
export const changeOfAccount = <T>(
  { db }: Site,
  { accountId }: SignedIn,
  work: (db: Transaction) => Promise<T>,
): Promise<T> => db.transaction(work, keyOfAccount(accountId))
