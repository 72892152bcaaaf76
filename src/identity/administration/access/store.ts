/** The SQL of the sessions and personal tokens of an account, as administrators see them. */
import { sql } from '../../../db/sql.ts'
import type { Collection } from '../../../http/filter/collection.ts'
import { enumField, textField, timestampField, uuidField } from '../../../http/filter/fields.ts'
import { TOKEN_SORTS, tokenFields, tokenRowsOf } from '../../personal-tokens/store.ts'
import { METHODS, endsAt, goesOn } from '../../sessions/store.ts'

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
      'endsAt': rfc3339(${endsAt}))`,
  }),
}

export const tokens: OfAccount = {
  fields: tokenFields,
  sorts: TOKEN_SORTS,
  rows: ({ params }) => ({ parent: account(params.accountId), ...tokenRowsOf(params.accountId) }),
}

export const lockSession = (accountId: string, id: string) => sql<{ id: string; accountId: string }>`
  select s.id, s.account_id as "accountId" from sessions s
  where s.id = ${id} and s.account_id = ${accountId} and ${goesOn} for update`
