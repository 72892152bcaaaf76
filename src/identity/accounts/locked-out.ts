/** The check of `doctor` whether people can sign in at the present address. A passkey works only at the host where it was made. */
import type { Queryable } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import { relyingPartyOf } from './passkeys.ts'

/** At most this many accounts are named. */
const NAMED = 3

/** Throws if somebody has no password, and passkeys only of another host. */
export async function passkeysFit(db: Queryable, baseUrl: string): Promise<string> {
  const { id: host, origin } = relyingPartyOf(baseUrl)
  const { accounts, names, hosts } = await db.one(sql<{ accounts: number; names: string[]; hosts: string[] }>`
    select count(*)::int as accounts, coalesce((array_agg(name order by name))[:${NAMED}], '{}') as names,
      (select coalesce(array_agg(distinct p.host), '{}') from passkeys p where p.host <> ${host}) as hosts
    from accounts a
    where a.disabled_at is null and a.password_hash is null
      and exists (select from passkeys p where p.account_id = a.id)
      and not exists (select from passkeys p where p.account_id = a.id and p.host = ${host})`)
  if (accounts === 0) return `all that people have work at ${host}`
  const who = accounts > NAMED ? `${names.join(', ')} and ${accounts - NAMED} more` : names.join(', ')
  throw new Error(
    `${who} cannot sign in at ${origin}: without a password, they have passkeys only for ${hosts.join(', ')}. \`scorebook user reset NAME\` makes a link for each of them. Or set SCOREBOOK_BASE_URL to the earlier address.`,
  )
}
