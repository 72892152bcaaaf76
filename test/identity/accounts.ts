/** Accounts with the embedded issuer for tests, with their tokens and browsers. */
import { randomUUID } from 'node:crypto'
import { type JWK, SignJWT, importJWK } from 'jose'
import type { Queryable } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { GRANT } from '../../src/identity/claims.ts'
import { COMMAND_LINE } from '../../src/identity/clients/command-line.ts'
import { issueToken } from '../../src/identity/embedded-issuer.ts'
import type { Role } from '../../src/identity/roles.ts'
import { newSession } from '../../src/identity/sessions/store.ts'

export type TestAccount = {
  id: string
  name: string
  roles: Role[]
}

export const newAccount = (db: Queryable, name: string, roles: Role[]): Promise<TestAccount> =>
  db.one(sql<TestAccount>`
    insert into accounts (name, roles) values (${name}, ${roles}::text[]) returning id, name, roles`)

/** Makes a token of an app for the account. Usually it has all roles of the account; `claims` replace the usual claims. */
export async function tokenOfAccount(
  db: Queryable,
  baseUrl: string,
  account: TestAccount,
  claims: Record<string, unknown> = {},
): Promise<string> {
  const key = sql<{ kid: string; jwk: JWK }>`
    select id as kid, private_jwk as jwk from signing_keys where retired_at is null and algorithm = 'ES256' order by created_at desc limit 1`
  const found = await db.maybe(key)
  if (!found) await issueToken(db, { issuer: baseUrl, account, roles: [], scopes: [], hours: 1 }) // this makes a key
  const { kid, jwk } = found ?? (await db.one(key))
  const clientId = (claims['client_id'] ?? COMMAND_LINE.client_id) as string
  const isPerson = clientId !== account.id
  const grant = { iat: Math.floor(Date.now() / 1000), accountId: account.id, clientId }
  const grantId = randomUUID()
  if (isPerson)
    await db.many(sql`
      insert into oidc_artifacts (model, id, payload, account_id, client_id)
      values ('Grant', ${grantId}, ${JSON.stringify(grant)}::json, ${account.id}, ${clientId})`)
  return new SignJWT({
    name: account.name,
    client_id: COMMAND_LINE.client_id,
    roles: account.roles,
    ...(isPerson ? { [GRANT]: grantId } : {}),
    ...claims,
  })
    .setProtectedHeader({ alg: 'ES256', kid, typ: 'at+jwt' })
    .setIssuer(baseUrl)
    .setAudience(baseUrl)
    .setSubject(account.id)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(await importJWK(jwk, 'ES256'))
}

/** Signs a browser in, and returns its Cookie header. */
export async function signIn(db: Queryable, accountId: string): Promise<string> {
  const { statement, secret } = newSession({
    accountId,
    method: 'PASSWORD',
    address: '192.0.2.1',
    userAgent: 'Test',
  })
  await db.many(statement)
  return `__Host-scorebook=${secret}`
}
