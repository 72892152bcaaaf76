/** The SQL that reads the audit, and that takes an erased person out of it. */
import { type Sql, sql } from '../../db/sql.ts'
import type { Collection } from '../../http/filter/collection.ts'
import { type Fields, enumField, textField, timestampField, uuidField } from '../../http/filter/fields.ts'
import { AUDIT_KINDS } from './record.ts'

const ERASED = 'Somebody who was erased'

/** The JSON of an event, in a select from `audit_events ae`. */
export const auditEventJson = sql`json_object(
  'id': ae.id,
  'kind': ae.kind,
  'account': (select json_object('id': a.id, 'displayName': a.name) from accounts a where a.id = ae.account_id),
  'clientId': ae.client_id,
  'actor': json_object(
    'kind': ae.actor,
    'id': ae.actor_id,
    'displayName': case ae.actor
      when 'PERSON' then coalesce(
        (select a.name from accounts a where a.id = ae.actor_id),
        (select u.display_name from users u where u.id = ae.actor_id), ${ERASED})
      when 'CLIENT' then (select c.name from oidc_clients c where c.id::text = ae.actor_client_id) end,
    'clientId': ae.actor_client_id,
    'tokenId': ae.actor_token_id
    absent on null),
  'address': ae.address,
  'userAgent': ae.user_agent,
  'details': ae.details,
  'createdAt': rfc3339(ae.created_at)
  absent on null)`

const fields: Fields = {
  id: uuidField(sql`ae.id`),
  kind: enumField(sql`ae.kind`, AUDIT_KINDS),
  accountId: uuidField(sql`ae.account_id`),
  actorId: uuidField(sql`ae.actor_id`),
  clientId: textField(sql`ae.client_id`),
  actorClientId: textField(sql`ae.actor_client_id`),
  actorTokenId: uuidField(sql`ae.actor_token_id`),
  createdAt: timestampField(sql`ae.created_at`),
}

export const auditEvents: Collection<object> = {
  fields,
  sorts: ['id', 'createdAt'],
  rows: () => ({ from: sql`audit_events ae`, where: sql`true`, json: auditEventJson }),
}

/**
 * After an erasure the events stay, but without the person: the person's id is replaced by `instead`, an id that is stored
 * nowhere else.
 */
export const takeOutOfAudit = (ids: readonly string[], instead: string): Sql[] => [
  sql`
    update audit_events set account_id = null, address = null, user_agent = null, details = '{}'
    where account_id = any(${ids}::uuid[])`,
  sql`
    update audit_events set actor_id = ${instead}, actor_token_id = null, address = null, user_agent = null
    where actor_id = any(${ids}::uuid[])`,
]
