/** Chooses the grant for an app's request. A browser's session has one grant for each app. Each device has its own grant. */
import type { Grant, KoaContextWithOIDC } from 'oidc-provider'
import { sql } from '../../db/sql.ts'
import { scopesOfRoles } from '../roles.ts'
import { words } from './scopes.ts'

/**
 * Returns no grant for a device, so that the device gets its own. If a browser's devices shared a grant, signing out one would
 * sign out all.
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

/** If a person now has a scope that was refused before, the app may ask for the scope again. */
export function forgetRefusals(grant: Grant, issuer: string, may: ReadonlySet<string>): void {
  const refused = words(grant.getRejectedResourceScope(issuer))
  const still = refused.filter((scope) => !may.has(scope))
  if (still.length === refused.length) return
  const { resources, ...others } = grant.rejected ?? {}
  grant.rejected = { ...others, resources: { ...resources, [issuer]: still.join(' ') } }
}

export const findGrant = (id: string) => sql<{ accountId: string }>`
  select account_id as "accountId" from oidc_artifacts
  where model = 'Grant' and id = ${id} and (expires_at is null or expires_at > now()) and account_id is not null`
