/** Removes the e-mail address of an account, so that the address's real owner can sign in with it. */
import { type Sql, sql } from '../../db/sql.ts'
import { type AuditSource, auditRecord } from '../audit/record.ts'
import { endResets } from './links.ts'

/** The caller must raise the account's version. Unused resets end, because somebody may have sent one to the address. */
export const freeEmail = (accountId: string, source: AuditSource): Sql[] => [
  sql`update accounts set email = null where id = ${accountId}`,
  endResets(accountId, source),
  auditRecord({ kind: 'ACCOUNT_CHANGED', accountId, ...source, details: { fields: ['email'] } }),
]
