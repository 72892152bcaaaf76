/** Chooses the grant for an app's request. In a session of a browser, an app has one grant. A device has a grant of its own. */
import type { Grant, KoaContextWithOIDC } from 'oidc-provider'
import { sql } from '../../db/sql.ts'
import { scopesOfRoles } from '../roles.ts'
import { words } from './scopes.ts'

/**
 * The grant of the session. For a device it returns none, so that the device gets its own: if the devices of a browser shared a
 * grant, signing out one of them would sign out all.
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

/** A scope was refused because the person did not have it. If they have it now, the app may ask for it again. */
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
