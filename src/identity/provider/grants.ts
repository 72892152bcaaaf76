/** Chooses the grant of an app's request: a browser's session has one for each app, and each device has its own. */
import type { Grant, KoaContextWithOIDC } from 'oidc-provider'
import { sql } from '../../db/sql.ts'
import { scopesOfRoles } from '../roles.ts'
import { words } from './scopes.ts'

/**
 * The library would give two devices that were let in by one browser the same grant, and signing one out would end the other. So
 * a device uses the grant of its own decision, if there is one yet.
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

/** A scope was refused because the person lacked it. Once they have it, the app may request it again. */
export function forgetRefusals(grant: Grant, issuer: string, may: ReadonlySet<string>): void {
  const refused = words(grant.getRejectedResourceScope(issuer))
  const still = refused.filter((scope) => !may.has(scope))
  if (still.length === refused.length) return
  const { resources, ...others } = grant.rejected ?? {}
  grant.rejected = { ...others, resources: { ...resources, [issuer]: still.join(' ') } }
}

/** A grant that has not ended, with its account. */
export const findGrant = (id: string) => sql<{ accountId: string }>`
  select account_id as "accountId" from oidc_artifacts
  where model = 'Grant' and id = ${id} and (expires_at is null or expires_at > now()) and account_id is not null`
