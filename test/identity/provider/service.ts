/** A service with its OpenID provider, for standard clients and signed-in people. */
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import * as openid from 'openid-client'
import { buildApp } from '../../../src/app.ts'
import { freePort } from '../../../src/db/embedded/address.ts'
import type { Database } from '../../../src/db/database.ts'
import { sql } from '../../../src/db/sql.ts'
import { uuidv7 } from '../../../src/db/uuid.ts'
import type { NewClient } from '../../../src/identity/clients/schema.ts'
import * as clients from '../../../src/identity/clients/store.ts'
import { newSecret } from '../../../src/identity/clients/secret.ts'
import { trustEmbedded } from '../../../src/identity/embedded-issuer.ts'
import { type Role, allScopes } from '../../../src/identity/roles.ts'
import { newSession } from '../../../src/identity/sessions/store.ts'
import { TokenVerifier } from '../../../src/identity/verifier.ts'
import { SHELL } from '../../../src/identity/audit/actor.ts'
import { collectedLog } from '../../collected-log.ts'
import { testDatabase } from '../../database.ts'
import { Browser } from './browser.ts'
import { countingRequests } from '../../traffic.ts'

export interface ProviderService {
  url: string
  db: Database
  /** The lines of the service's log so far. */
  log: string[]
  /** Makes a new person with a signed-in browser. */
  person: (roles?: Role[]) => Promise<SignedInPerson>
  /** Stores a client. Returns it with the configuration for a standard client. */
  client: (client: NewClient) => Promise<MadeClient>
  close: () => Promise<void>
}

export interface SignedInPerson {
  accountId: string
  name: string
  browser: Browser
  /** The value of the session's cookie. */
  cookie: string
}

export interface MadeClient {
  id: string
  secret: string | undefined
  config: (
    auth?: openid.ClientAuth,
    metadata?: Partial<openid.ClientMetadata>,
  ) => Promise<openid.Configuration>
}

/** The service for one test file. Call it once, from the file itself. `begin` makes what the tests share. */
export function shareProvider(
  begin: (service: ProviderService) => Promise<void> = async () => {},
): ProviderService {
  const shared = {} as ProviderService // it is filled before the first test
  before(async () => {
    Object.assign(shared, await providerService())
    await begin(shared)
  })
  after(() => shared.close())
  return shared
}

/** The configuration of the command line's client, for a standard client. */
export const commandLine = ({ url }: ProviderService): Promise<openid.Configuration> =>
  openid.discovery(new URL(url), 'scorebook-cli', {}, openid.None(), {
    execute: [openid.allowInsecureRequests],
  })

export async function providerService(
  options: { issuer?: string; shared?: Awaited<ReturnType<typeof testDatabase>> } = {},
): Promise<ProviderService> {
  const database = options.shared ?? (await testDatabase())
  const { db } = database
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const issuer = options.issuer ?? url
  const { logger, log } = collectedLog()
  const verifier = new TokenVerifier([trustEmbedded(db, issuer, () => {})])
  const config = {
    baseUrl: url,
    errorTypeBase: `${url}/problems`,
    corsOrigins: [],
    issuer,
    issuers: [],
    signUp: 'invitation' as const,
  }
  const app = await countingRequests(db, () => buildApp({ config, db, verifier, logger }))
  await app.listen({ host: '127.0.0.1', port })
  return {
    url,
    db,
    log,
    person: (roles = ['player']) => person(db, url, roles),
    client: (facts) => client(db, issuer, facts),
    async close() {
      await app.close()
      if (!options.shared) await database.close()
    },
  }
}

async function person(db: Database, url: string, roles: Role[]): Promise<SignedInPerson> {
  const name = `person ${uuidv7()}`
  const { id: accountId } = await db.one(
    sql<{
      id: string
    }>`insert into accounts (name, email, roles) values (${name}, ${`${uuidv7()}@example.org`}, ${roles}) returning id`,
  )
  const { browser, cookie } = await signedInBrowser(db, url, accountId)
  return { accountId, name, browser, cookie }
}

/** Opens another signed-in browser for an account. */
export async function signedInBrowser(db: Database, url: string, accountId: string) {
  const { statement, secret } = newSession({
    accountId,
    method: 'PASSWORD',
    address: '127.0.0.1',
    userAgent: 'test',
  })
  await db.many(statement)
  const browser = new Browser(url)
  browser.set('scorebook', secret)
  return { browser, cookie: secret }
}

async function client(db: Database, issuer: string, facts: NewClient): Promise<MadeClient> {
  const secret = newSecret()
  const made = await db.transaction((tx) =>
    clients.insert(tx, facts, { by: SHELL, madeBy: undefined, most: allScopes, secret }),
  )
  const id = String(made.id)
  const hasSecret = (facts.kind === 'WEB' || facts.kind === 'SERVICE') && !facts.publicKeys
  return {
    id,
    secret: hasSecret ? secret : undefined,
    config: (auth, metadata) =>
      openid.discovery(
        new URL(issuer),
        id,
        { ...metadata },
        auth ?? (hasSecret ? openid.ClientSecretBasic(secret) : openid.None()),
        { execute: [openid.allowInsecureRequests, openid.enableNonRepudiationChecks] },
      ),
  }
}

export const CALLBACK = 'https://app.example.org/callback'

/** What an app remembers while the person decides. */
interface Asked {
  url: URL
  verifier: string
  state: string
  nonce: string
}

export async function ask(
  config: openid.Configuration,
  scope: string,
  more: Record<string, string> = {},
): Promise<Asked> {
  const verifier = openid.randomPKCECodeVerifier()
  const [state, nonce] = [openid.randomState(), openid.randomNonce()]
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope,
    state,
    ...(scope.split(' ').includes('openid') ? { nonce } : {}),
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...more,
  })
  return { url, verifier, state, nonce }
}

/**
 * Opens the provider like a link on the app's site, and answers its question. Returns the address to which the browser goes back.
 */
export async function letIn(browser: Browser, { url }: Asked, answer = 'allow'): Promise<URL> {
  const page = await browser.openFromElsewhere(url.href)
  if (page.status === 0) return new URL(page.url)
  assert.equal(page.status, 200, page.text)
  assert.match(page.text, /Let .* in\?/)
  const back = await browser.submit(page, { answer })
  assert.equal(back.status, 0, back.text)
  return new URL(back.url)
}

export const redeem = (config: openid.Configuration, { verifier, state, nonce, url }: Asked, back: URL) =>
  openid.authorizationCodeGrant(config, back, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    ...(url.searchParams.has('nonce') ? { expectedNonce: nonce } : {}),
  })
