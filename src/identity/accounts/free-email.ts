/** Removes the e-mail address of an account, so that the address's real owner can sign in with it. */
import { type Sql, sql } from '../../db/sql.ts'
import { type AuditSource, auditRecord } from '../audit/record.ts'
import { endResets } from './links.ts'

/**
 * For the transaction of a change that raises the account's version. Waiting resets end: one of them might have been sent to that
 * address.
 */
export const freeEmail = (accountId: string, source: AuditSource): Sql[] => [
  sql`update accounts set email = null where id = ${accountId}`,
  endResets(accountId, source),
  auditRecord({ kind: 'ACCOUNT_CHANGED', accountId, ...source, details: { fields: ['email'] } }),
]
