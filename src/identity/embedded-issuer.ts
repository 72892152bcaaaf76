/** The service as the issuer of its own access tokens: how it checks them, and how the shell makes them. */
import { randomUUID } from 'node:crypto'
import { SignJWT, importJWK } from 'jose'
import type { Queryable } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { EMBEDDED_ISSUER } from '../http/access-token.ts'
import { AccountFault } from './accounts/store.ts'
import { FROM_SHELL } from './claims.ts'
import { COMMAND_LINE } from './clients/command-line.ts'
import { type KeyRingOptions, type Pace, KeyRing } from './key-ring.ts'
import { publicKeys, signingKey } from './provider/signing-keys.ts'
import type { Role } from './roles.ts'
import type { TrustedIssuer } from './verifier.ts'

/**
 * A token with an unknown key may come from another instance that has just made the key. So the keys are read again, but at most
 * every 3 s.
 */
const PACE: Pace = { oldAfter: 60_000, searchEvery: 3_000, retryEvery: 500 }

/** The audience of our tokens is the issuer's name. So instances accept each other's tokens even if their base URLs differ. */
export function trustEmbedded(db: Queryable, issuer: string, warn: KeyRingOptions['warn']): TrustedIssuer {
  const keys = new KeyRing({ issuer, warn, pace: PACE, load: () => publicKeys(db) })
  return {
    issuer,
    audience: issuer,
    keys,
    knownAs: EMBEDDED_ISSUER,
    rolesClaim: 'roles',
    roles: undefined,
    met({ fromShell, subject }) {
      if (fromShell) warn('A token of `scorebook token` is used.', { issuer, account: subject })
    },
  }
}

export interface Account {
  id: string
  name: string
}

/** Finds the account with this name, or makes it. Capitals make no difference. Throws `AccountFault`. */
export async function findOrCreateAccount(db: Queryable, name: string): Promise<Account> {
  type AccountRow = { id: string; name: string }
  const find = sql<AccountRow>`select id, name from accounts where folded(name) = folded(${name})`
  const create = sql<AccountRow>`
    insert into accounts (name) values (${name}) on conflict do nothing returning id, name`
  const account = (await db.maybe(find)) ?? (await db.maybe(create)) ?? (await db.maybe(find))
  if (account) return account
  throw new AccountFault('name', 'looks like the name of another account')
}

/** Without `scopes`, the token gets all scopes of the account's roles. */
export async function issueToken(
  db: Queryable,
  token: {
    issuer: string
    account: Account
    roles: readonly Role[]
    scopes: readonly string[]
    hours: number
  },
): Promise<string> {
  const { kid, algorithm, privateJwk } = await signingKey(db, 'ES256')
  const access = token.scopes.length > 0 ? { scope: token.scopes.join(' ') } : { roles: token.roles }
  return new SignJWT({
    name: token.account.name,
    client_id: COMMAND_LINE.client_id,
    [FROM_SHELL]: true,
    ...access,
  })
    .setProtectedHeader({ alg: algorithm, kid, typ: 'at+jwt' })
    .setIssuer(token.issuer)
    .setAudience(token.issuer)
    .setSubject(token.account.id)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime(`${token.hours}h`)
    .sign(await importJWK(privateJwk, algorithm))
}
