/** The SQL of the sessions and personal tokens of an account, as administrators see them. */
import { sql } from '../../db/sql.ts'
import type { Collection } from '../../http/filter/collection.ts'
import { enumField, textField, timestampField, uuidField } from '../../http/filter/fields.ts'
import { personalTokenJson } from '../personal-tokens/store.ts'
import { IDLE_DAYS, METHODS, goesOn } from '../sessions/store.ts'

type OfAccount = Collection<{ params: { accountId: string } }>

const account = (id: string) => sql<{ visible: boolean }>`
  select true as visible from accounts a where a.id = ${id}`

export const sessions: OfAccount = {
  fields: {
    id: uuidField(sql`s.id`),
    method: enumField(sql`s.method`, METHODS),
    address: textField(sql`s.address`),
    createdAt: timestampField(sql`s.created_at`),
    lastSeenAt: timestampField(sql`s.last_seen_at`),
  },
  sorts: ['id', 'createdAt', 'lastSeenAt'],
  rows: ({ params }) => ({
    parent: account(params.accountId),
    from: sql`sessions s`,
    where: sql`s.account_id = ${params.accountId} and ${goesOn}`,
    json: sql`json_object(
      'id': s.id,
      'method': s.method,
      'address': s.address,
      'userAgent': s.user_agent,
      'createdAt': rfc3339(s.created_at),
      'lastSeenAt': rfc3339(s.last_seen_at),
      'endsAt': rfc3339(least(s.ends_at, s.last_seen_at + make_interval(days => ${IDLE_DAYS}))))`,
  }),
}

export const tokens: OfAccount = {
  fields: {
    id: uuidField(sql`pt.id`),
    name: textField(sql`pt.name`),
    createdAt: timestampField(sql`pt.created_at`),
    expiresAt: timestampField(sql`pt.expires_at`),
  },
  sorts: ['id', 'name', 'createdAt', 'expiresAt'],
  rows: ({ params }) => ({
    parent: account(params.accountId),
    from: sql`personal_tokens pt`,
    where: sql`pt.account_id = ${params.accountId}`,
    json: personalTokenJson,
  }),
}

export const lockSession = (accountId: string, id: string) => sql<{ id: string; accountId: string }>`
  select s.id, s.account_id as "accountId" from sessions s
  where s.id = ${id} and s.account_id = ${accountId} and ${goesOn} for update`
