/** An account as the provider sees it: a subject for tokens, with claims that apps may see. */
import type { Account } from 'oidc-provider'
import type { Queryable } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { UUID } from '../../http/schema/schema.ts'

/** Returns undefined for a disabled or erased account, because such an account gets no tokens. */
export async function findSubject(db: Queryable, id: string): Promise<Account | undefined> {
  if (!UUID.test(id)) return undefined
  const row = await db.maybe(sql<{ name: string; email: string | null; roles: string[] }>`
    select name, email, roles from accounts where id = ${id} and disabled_at is null`)
  if (!row) return undefined
  const { name, email, roles } = row
  // Has all claims. The library gives an app only the claims that its scopes allow.
  return {
    accountId: id,
    name,
    roles,
    claims: () => ({ sub: id, name, ...(email === null ? {} : { email }) }),
  }
}
