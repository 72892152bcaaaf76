/** A service whose people sign in at another service. */
import { buildApp } from '../../../src/app.ts'
import type { Database } from '../../../src/db/database.ts'
import { freePort } from '../../../src/db/embedded/address.ts'
import { sql } from '../../../src/db/sql.ts'
import { trustOutside } from '../../../src/identity/outside-issuers.ts'
import { keyFrom, seal, unseal } from '../../../src/identity/outside-sign-in/sealed.ts'
import { hashOf } from '../../../src/identity/sessions/cookie.ts'
import { accountChanged } from '../../../src/identity/sessions/account-status.ts'
import { TokenVerifier } from '../../../src/identity/verifier.ts'
import { collectedLog } from '../../collected-log.ts'
import { testDatabase } from '../../database.ts'
import type { MadeClient, ProviderService } from '../provider/service.ts'
import { countingRequests } from '../../traffic.ts'

export interface OutsideService {
  url: string
  db: Database
  log: string[]
  /** The service's client at the issuer. */
  client: MadeClient
  /** Makes the access token behind this cookie expire. Other instances know a moment later. */
  age: (cookie: string) => Promise<void>
  close: () => Promise<void>
}

export async function outsideService(
  issuer: ProviderService,
  { issuer: address = issuer.url }: { issuer?: string } = {},
): Promise<OutsideService> {
  const database = await testDatabase()
  const { db } = database
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const client = await issuer.client({
    displayName: 'Another Scorebook',
    kind: 'WEB',
    redirectUris: [`${url}/sign-in/callback`],
    postLogoutRedirectUris: [`${url}/signed-out`],
  })
  const outside = {
    issuer: address,
    audience: address,
    jwksUri: `${address}/.well-known/jwks.json`,
    jwksFile: undefined,
    rolesClaim: 'roles',
    roles: undefined,
    client: {
      id: client.id,
      secret: client.secret,
      scope: 'openid profile svc-engine:match-read svc-engine:user-read svc-engine:user-delete',
    },
  }
  const { logger, log } = collectedLog()
  const verifier = new TokenVerifier([trustOutside(outside, () => {})])
  const config = { baseUrl: url, errorTypeBase: `${url}/problems`, corsOrigins: [], issuers: [outside] }
  const app = await countingRequests(db, () => buildApp({ config, db, verifier, logger }))
  await app.listen({ host: '127.0.0.1', port })
  return {
    url,
    db,
    log,
    client,
    async age(cookie) {
      const hash = hashOf(cookie)
      const key = keyFrom(cookie, 'outside tokens')
      const { id, sealed } = await db.one(
        sql<{
          id: string
          sealed: Buffer
        }>`select id, outside_tokens as sealed from sessions where hash = ${hash}`,
      )
      const tokens = { ...(JSON.parse(String(unseal(sealed, key))) as object), expiresAt: Date.now() }
      await db.transaction(async (tx) => {
        await tx.many(
          sql`update sessions set outside_tokens = ${seal(JSON.stringify(tokens), key)} where id = ${id}`,
        )
        await tx.many(accountChanged(id))
      })
    },
    async close() {
      await app.close()
      await database.close()
    },
  }
}
