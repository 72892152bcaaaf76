/** The check of `doctor` whether people can sign in at the present address. A passkey works only at the host where it was made. */
import type { Queryable } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import { isGood } from './links.ts'
import { relyingPartyOf } from './passkeys.ts'

/** At most this many accounts are named. */
const NAMED = 3

/** Throws if somebody has no password, passkeys only of another host, and no link that lets them make another. */
export async function passkeysFit(db: Queryable, baseUrl: string): Promise<string> {
  const { id: host, origin } = relyingPartyOf(baseUrl)
  const { accounts, names, hosts } = await db.one(sql<{ accounts: number; names: string[]; hosts: string[] }>`
    with shut_out as (
      select a.id, a.name from accounts a
      where a.disabled_at is null and a.password_hash is null
        and exists (select from passkeys p where p.account_id = a.id)
        and not exists (select from passkeys p where p.account_id = a.id and p.host = ${host})
        and not exists (select from sign_in_links l where l.account_id = a.id and l.kind = 'RESET' and ${isGood}))
    select count(*)::int as accounts, coalesce((array_agg(name order by name))[:${NAMED}], '{}') as names,
      (select coalesce(array_agg(distinct p.host), '{}') from passkeys p join shut_out on shut_out.id = p.account_id) as hosts
    from shut_out`)
  if (accounts === 0) return `all that people have work at ${host}`
  const who = accounts > NAMED ? `${names.join(', ')} and ${accounts - NAMED} more` : names.join(', ')
  throw new Error(
    `${who} cannot sign in at ${origin}: without a password, they have passkeys only for ${hosts.join(', ')}. \`scorebook user reset NAME\` makes a link for each of them. Or set SCOREBOOK_BASE_URL to the earlier address.`,
  )
}
