/** With which grant an app goes on: a browser's session keeps one for each app, and each device has its own. */
import type { Grant, KoaContextWithOIDC } from 'oidc-provider'
import { sql } from '../../db/sql.ts'
import { scopesOfRoles } from '../roles.ts'
import { words } from './scopes.ts'

/**
 * The library would let two devices that one browser lets in share a grant, and to sign one out would end the other. So a
 * device has the grant of its own decision, or none yet.
 */
export async function grantOf(ctx: KoaContextWithOIDC, issuer: string): Promise<Grant | undefined> {
  const { result, session, client, account, route, provider } = ctx.oidc
  const isDevice = /^(code|device)_/.test(route)
  const own = isDevice ? undefined : session?.grantIdFor(client?.clientId ?? '')
  const id = result?.consent?.grantId ?? own
  const grant = id === undefined ? undefined : await provider.Grant.find(id)
  if (grant) forgetRefusals(grant, issuer, scopesOfRoles(account?.['roles'] as string[]))
  return grant
}

/** A scope was refused because the person lacked it. Once they have it, the app may ask for it again. */
export function forgetRefusals(grant: Grant, issuer: string, may: ReadonlySet<string>): void {
  const refused = words(grant.getRejectedResourceScope(issuer))
  const still = refused.filter((scope) => !may.has(scope))
  if (still.length === refused.length) return
  const { resources, ...others } = grant.rejected ?? {}
  grant.rejected = { ...others, resources: { ...resources, [issuer]: still.join(' ') } }
}

/** A grant that has not ended, and whose it is. */
export const findGrant = (id: string) => sql<{ accountId: string }>`
  select account_id as "accountId" from oidc_artifacts
  where model = 'Grant' and id = ${id} and (expires_at is null or expires_at > now()) and account_id is not null`
