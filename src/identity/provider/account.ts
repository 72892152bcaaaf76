/** An account as the provider sees it: the subject of tokens, with claims that apps may see. */
import type { Account } from 'oidc-provider'
import type { Queryable } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { UUID } from '../../http/schema/schema.ts'

/** Undefined for an account that is disabled or erased: it gets no tokens. */
export async function findSubject(db: Queryable, id: string): Promise<Account | undefined> {
  if (!UUID.test(id)) return undefined
  const row = await db.maybe(sql<{ name: string; email: string | null; roles: string[] }>`
    select name, email, roles from accounts where id = ${id} and disabled_at is null`)
  if (!row) return undefined
  const { name, email, roles } = row
  // Returns all claims. The library gives an app only those that its scopes allow.
  return {
    accountId: id,
    name,
    roles,
    claims: () => ({ sub: id, name, ...(email === null ? {} : { email }) }),
  }
}
