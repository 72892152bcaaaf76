/** Takes an e-mail address away from an account, so that the address's real owner can sign in with it. */
import { type Sql, sql } from '../../db/sql.ts'
import { type AuditSource, auditRecord } from '../audit/record.ts'
import { endResets } from './links.ts'

/**
 * The caller must raise the version of the account. Unused resets are ended too, because one may have been sent to this address.
 */
export const freeEmail = (accountId: string, source: AuditSource): Sql[] => [
  sql`update accounts set email = null where id = ${accountId}`,
  endResets(accountId, source),
  auditRecord({ kind: 'ACCOUNT_CHANGED', accountId, ...source, details: { fields: ['email'] } }),
]
