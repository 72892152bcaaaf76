/** What an account may do now: its roles, its user, and whether it is disabled. */
import { type Sql, sql } from '../db/sql.ts'
import { EMBEDDED_ISSUER } from '../http/access-token.ts'
import type { Holder } from '../http/caller.ts'
import { scopesOfRoles } from './roles.ts'

export type AccountRow = {
  accountId: string
  name: string
  roles: string[]
  disabled: boolean
  /** Null until the account sends its first request to the API. */
  userId: string | null
  canonicalPlayerId: string | null
}

export const accountColumns = sql`
  a.id as "accountId", a.name, a.roles, a.disabled_at is not null as disabled, u.id as "userId",
  c.id as "canonicalPlayerId"`

/** A join that adds the user and the canonical player to a select from `accounts a`. */
export const userOfAccount = sql`
  left join users u on u.issuer = ${EMBEDDED_ISSUER} and u.subject = a.id::text
  left join canonical_players c on c.user_id = u.id`

export interface AccountNow extends Holder {
  accountId: string
  name: string
  allowed: ReadonlySet<string>
  disabled: boolean
}

export const accountNow = (row: AccountRow): AccountNow => ({
  accountId: row.accountId,
  name: row.name,
  allowed: scopesOfRoles(row.roles),
  disabled: row.disabled,
  user:
    row.userId !== null && row.canonicalPlayerId !== null
      ? { id: row.userId, canonicalPlayerId: row.canonicalPlayerId }
      : undefined,
  erased: false,
})

/** The state of an account that was erased. It has no row and no rights any more. */
export const accountGone = (accountId: string): AccountNow => ({
  accountId,
  name: '',
  allowed: new Set(),
  disabled: false,
  user: undefined,
  erased: true,
})

export const findAccountNow = (accountId: string): Sql<AccountRow> => sql<AccountRow>`
  select ${accountColumns} from accounts a ${userOfAccount} where a.id = ${accountId}`
