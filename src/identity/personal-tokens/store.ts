/** The SQL of personal tokens. The database has only their hashes. A token that has ended has no row. */
import { type Sql, sql } from '../../db/sql.ts'
import type { Collection } from '../../http/filter/collection.ts'
import { type Fields, textField, timestampField, uuidField } from '../../http/filter/fields.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { Shown } from '../../http/operation/operation.ts'
import { type AccountRow, accountColumns, userOfAccount } from '../accounts-now.ts'
import { accountChanged } from '../sessions/account-status.ts'

/** The JSON of a token, in a select from `personal_tokens pt`. */
export const personalTokenJson = sql`json_object(
  'id': pt.id,
  'name': pt.name,
  'scopes': to_json(pt.scopes),
  'createdAt': rfc3339(pt.created_at),
  'expiresAt': rfc3339(pt.expires_at),
  'lastUsedAt': rfc3339(pt.last_used_at)
  absent on null)`

export const tokenFields: Fields = {
  id: uuidField(sql`pt.id`),
  name: textField(sql`pt.name`),
  createdAt: timestampField(sql`pt.created_at`),
  expiresAt: timestampField(sql`pt.expires_at`),
}

export const TOKEN_SORTS = ['id', 'name', 'createdAt', 'expiresAt']

export const tokenRowsOf = (accountId: string | undefined) => ({
  from: sql`personal_tokens pt`,
  where: sql`pt.account_id = ${accountId}`,
  json: personalTokenJson,
})

/** The caller's personal tokens. People who sign in at outside issuers have none. */
export const personalTokens: Collection<{ caller: UserCaller }> = {
  fields: tokenFields,
  sorts: TOKEN_SORTS,
  rows: ({ caller }) => tokenRowsOf(caller.accountId),
}

export type OwnToken = {
  id: string
  name: string
  scopes: string[]
  expiresAt: Date
  lastUsedAt: Date | null
}

export const tokensOf = (accountId: string) => sql<OwnToken>`
  select id, name, scopes, expires_at as "expiresAt", last_used_at as "lastUsedAt"
  from personal_tokens where account_id = ${accountId} order by created_at desc, id desc`

/** Locks the account. Without the lock, two requests at the same time could exceed the limit. */
export const lockAccount = (accountId: string | undefined) => sql<{ id: string }>`
  select id from accounts where id = ${accountId} for no key update`

/**
 * Inserts a token. Selects no row if the account has `most` tokens already. It must run after the lock, so that it counts the
 * newest tokens too.
 */
export const insert = (
  token: {
    id: string
    accountId: string
    name: string
    scopes: readonly string[]
    hash: Buffer
    days: number
    grantId?: string | undefined
  },
  most: number,
): Sql<Shown> => sql<Shown>`
  with pt as (
    insert into personal_tokens (id, account_id, name, scopes, hash, grant_id, expires_at)
    select ${token.id}::uuid, ${token.accountId}::uuid, ${token.name}, ${token.scopes}::text[], ${token.hash}::bytea,
      ${token.grantId}::text, least(now() + make_interval(days => ${token.days}), (
        select expires_at from oidc_artifacts where model = 'Grant' and id = ${token.grantId}))
    where (select count(*) from personal_tokens own where own.account_id = ${token.accountId}) < ${most}
    returning *
  )
  select pt.id, (${personalTokenJson})::text as body from pt`

export const lock = (id: string, accountId: string | undefined) => sql<{ id: string; accountId: string }>`
  select id, account_id as "accountId" from personal_tokens
  where id = ${id} and account_id = ${accountId} for update`

export const remove = ({ id, accountId }: { id: string; accountId: string }): Sql[] => [
  sql`delete from personal_tokens where id = ${id}`,
  accountChanged(accountId),
]

export type TokenRow = AccountRow & {
  tokenId: string
  scopes: string[]
  createdAt: Date
  expiresAt: Date
}

export const findToken = (hash: Buffer): Sql<TokenRow> => sql<TokenRow>`
  select pt.id as "tokenId", pt.scopes, pt.created_at as "createdAt", pt.expires_at as "expiresAt", ${accountColumns}
  from personal_tokens pt join accounts a on a.id = pt.account_id ${userOfAccount}
  where pt.hash = ${hash}`
