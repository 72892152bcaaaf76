/** The SQL of keys. `import.ts` writes them. */
import { sql } from '../../db/sql.ts'
import { type Field, enumField, textField, timestampField } from '../../http/filter/fields.ts'
import type { Collection } from '../../http/filter/collection.ts'
import type { Shown } from '../../http/operation/operation.ts'
import { STATUSES } from './schema.ts'

const json = sql`json_object(
  'key': k.key,
  'baseText': k.base_text,
  'description': k.description,
  'arguments': k.arguments,
  'status': k.status,
  'createdAt': rfc3339(k.created_at),
  'updatedAt': rfc3339(k.updated_at),
  'obsoletedAt': rfc3339(k.obsoleted_at)
  absent on null)`

const fields: Record<string, Field> = {
  key: textField(sql`k.key`),
  status: enumField(sql`k.status`, STATUSES),
  description: textField(sql`k.description`),
  createdAt: timestampField(sql`k.created_at`),
  updatedAt: timestampField(sql`k.updated_at`),
}

const id: Field = { ...textField(sql`k.key`), sortKey: { expression: sql`k.key`, type: 'text' } }

export const keys: Collection<{ params: { applicationId: string } }> = {
  fields,
  sortedBy: { id },
  sorts: ['key', 'createdAt', 'updatedAt'],
  rows: ({ params: { applicationId } }) => ({
    parent: sql`select true as visible from applications where id = ${applicationId}`,
    from: sql`message_keys k`,
    where: sql`k.application_id = ${applicationId}`,
    json,
  }),
}

/**
 * The keys in use that have no text in the locale. In the base locale none is missing. PostgreSQL makes a hash of what `not in`
 * selects: with `not exists` it looked for each of 10,000 keys by itself, and a page took 75 ms when few keys were missing.
 */
export const missing: Collection<{ params: { applicationId: string; locale: string } }> = {
  fields: {
    key: textField(sql`k.key`),
    description: textField(sql`k.description`),
    createdAt: timestampField(sql`k.created_at`),
    updatedAt: timestampField(sql`k.updated_at`),
  },
  sortedBy: { id },
  sorts: ['key', 'createdAt', 'updatedAt'],
  rows: ({ params: { applicationId, locale } }) => ({
    parent: sql`select true as visible from applications where id = ${applicationId}`,
    from: sql`message_keys k`,
    where: sql`
      k.application_id = ${applicationId} and k.obsoleted_at is null
      and k.key not in (
        select t.key from translations t
        where t.application_id = ${applicationId} and t.locale = ${locale} and t.status <> 'NONE')
      and not exists (select from applications where id = ${applicationId} and base_locale = ${locale})`,
    json,
  }),
}

export const show = (applicationId: string, key: string) => sql<Shown>`
  select k.version, (${json})::text as body from message_keys k where k.application_id = ${applicationId} and k.key = ${key}`
