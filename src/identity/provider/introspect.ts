/** Introspection (RFC 7662) of our signed access tokens. The library itself introspects only tokens that it stores. */
import { createLocalJWKSet, jwtVerify } from 'jose'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Queryable } from '../../db/database.ts'
import { GRANT, SECRET_NUMBER } from '../claims.ts'
import { findGrant } from './grants.ts'
import { findSubject } from './account.ts'
import { publicKeys } from './signing-keys.ts'

/** Answers if the library has authenticated the client but cannot read the token. A client can introspect only its own tokens. */
export async function introspectJwt(ctx: KoaContextWithOIDC, db: Queryable): Promise<void> {
  const { client, params, issuer } = ctx.oidc
  const body = ctx.body as { error?: string } | undefined
  if (body?.error !== 'unsupported_token_type' || !client || client.tokenEndpointAuthMethod === 'none') return
  const claims = await claimsOf(String(params?.['token']), issuer, db)
  ctx.status = 200
  ctx.body =
    claims && claims['client_id'] === client.clientId && claims[SECRET_NUMBER] === client[SECRET_NUMBER]
      ? { active: true, token_type: 'Bearer', ...claims }
      : { active: false }
}

async function claimsOf(token: string, issuer: string, db: Queryable) {
  const keys = createLocalJWKSet(await publicKeys(db))
  const verified = await jwtVerify(token, keys, { issuer, audience: issuer, typ: 'at+jwt' }).catch(
    () => undefined,
  )
  if (!verified) return undefined
  const { payload } = verified
  if (payload.sub === payload['client_id']) return payload
  const [subject, grant] = await Promise.all([
    findSubject(db, String(payload.sub)),
    db.maybe(findGrant(String(payload[GRANT]))),
  ])
  return subject && grant ? payload : undefined
}
