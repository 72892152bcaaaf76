/** Takes the e-mail address out of an account, so that whoever really has the address can sign in with it. */
import { type Sql, sql } from '../../db/sql.ts'
import { type AuditEvent, auditRecord } from '../audit/record.ts'
import { endResets } from './links.ts'

/**
 * For the transaction of a change that raises the version of the account. Resets that wait end: one of them may have been sent to
 * that address.
 */
export const freeEmail = (
  accountId: string,
  told: Pick<AuditEvent, 'by' | 'address' | 'userAgent'>,
): Sql[] => [
  sql`update accounts set email = null where id = ${accountId}`,
  endResets(accountId, told),
  auditRecord({ kind: 'ACCOUNT_CHANGED', accountId, ...told, details: { fields: ['email'] } }),
]
