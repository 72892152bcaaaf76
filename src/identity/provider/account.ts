/** An account as the provider sees it: it issues tokens for the account, and shows apps some of its claims. */
import type { Account } from 'oidc-provider'
import type { Queryable } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { UUID } from '../../http/schema/schema.ts'

/** Undefined for a disabled or erased account: it gets no more tokens. */
export async function findSubject(db: Queryable, id: string): Promise<Account | undefined> {
  if (!UUID.test(id)) return undefined
  const row = await db.maybe(sql<{ name: string; email: string | null; roles: string[] }>`
    select name, email, roles from accounts where id = ${id} and disabled_at is null`)
  if (!row) return undefined
  const { name, email, roles } = row
  // The library gives an app only those that the granted scopes allow.
  return {
    accountId: id,
    name,
    roles,
    claims: () => ({ sub: id, name, ...(email === null ? {} : { email }) }),
  }
}
