/** The SQL of the audit. */
import { type Sql, sql } from '../../db/sql.ts'
import type { Collection } from '../../http/filter/collection.ts'
import { type Fields, enumField, textField, timestampField, uuidField } from '../../http/filter/fields.ts'
import { AUDIT_KINDS } from './record.ts'

const account = (id: Sql) => sql`(
  select json_object('id': a.id, 'displayName': a.name) from accounts a where a.id = ${id})`

/** On `audit_events ae`. */
export const auditEventJson = sql`json_object(
  'id': ae.id,
  'kind': ae.kind,
  'account': ${account(sql`ae.account_id`)},
  'actor': ${account(sql`ae.by_account_id`)},
  'clientId': ae.client_id,
  'address': ae.address,
  'userAgent': ae.user_agent,
  'details': ae.details,
  'createdAt': rfc3339(ae.created_at)
  absent on null)`

const fields: Fields = {
  id: uuidField(sql`ae.id`),
  kind: enumField(sql`ae.kind`, AUDIT_KINDS),
  accountId: uuidField(sql`ae.account_id`),
  actorId: uuidField(sql`ae.by_account_id`),
  clientId: textField(sql`ae.client_id`),
  createdAt: timestampField(sql`ae.created_at`),
}

export const auditEvents: Collection<object> = {
  fields,
  sorts: ['id', 'createdAt'],
  rows: () => ({ from: sql`audit_events ae`, where: sql`true`, json: auditEventJson }),
}

/** What an erasure does: the events stay, without the person. */
export const takeOutOfAudit = (accountId: string): Sql[] => [
  sql`
    update audit_events set account_id = null, address = null, user_agent = null, details = '{}'
    where account_id = ${accountId}`,
  sql`update audit_events set by_account_id = null where by_account_id = ${accountId}`,
]
