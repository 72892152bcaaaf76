/** What tests of pages share: a service with its pages on a port, and a browser with a virtual authenticator. */
import { existsSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  chromium,
} from 'playwright-core'
import { buildApp } from '../../src/app.ts'
import type { Database } from '../../src/db/database.ts'
import { freePort } from '../../src/db/embedded/address.ts'
import { sql } from '../../src/db/sql.ts'
import { uuidv7 } from '../../src/db/uuid.ts'
import { type NewLink, LIFETIMES, addressOfLink, newLink } from '../../src/identity/accounts/links.ts'
import { hashPassword } from '../../src/identity/accounts/passwords.ts'
import { changed, createAccount } from '../../src/identity/accounts/store.ts'
import type { Role } from '../../src/identity/roles.ts'
import { TokenVerifier } from '../../src/identity/verifier.ts'
import { trustEmbedded } from '../../src/identity/embedded-issuer.ts'
import type { Bundle } from '../../src/pages/app/bundle.ts'
import { cachedBundle } from '../../src/pages/app/bundle-cache.ts'
import { type AppSource, fixed } from '../../src/pages/app/shell.ts'
import { operations } from '../../src/api.ts'
import { testDatabase } from '../database.ts'
import { testIssuer } from '../issuer.ts'
import { countingRequests } from '../traffic.ts'

export interface WebSite {
  url: string
  app: FastifyInstance
  db: Database
  /** The lines of the service's log. */
  log: string[]
  /** Makes an account, and returns its id. */
  account: (name: string, options?: { password?: string; roles?: Role[]; email?: string }) => Promise<string>
  link: (link: Partial<NewLink> & Pick<NewLink, 'kind'>) => Promise<string>
  close: () => Promise<void>
}

/** Long enough, and in no list of common passwords. */
export const PASSWORD = 'plum lantern quarry 7'

export interface SiteOptions {
  signUp?: 'open' | 'players' | 'invitation'
  trustedProxies?: string[]
  /** The name of another machine, to serve plain http as at home. Open a browser with `HOME_NETWORK`. */
  name?: string
  /** The address that the configuration names to listen on. */
  host?: string
  /** The service's public address by the configuration, if it differs from the real one. */
  baseUrl?: string
  /** True to serve the web app. An `AppSource` if the app must change during the test. */
  app?: boolean | AppSource
  /** The name of the database to clone. */
  template?: string
  /** True to do without the standby, for tests that count statements. */
  alone?: boolean
}

export async function openSite(options: SiteOptions = {}): Promise<WebSite> {
  const [database, issuer, port] = await Promise.all([
    testDatabase({ alone: options.alone ?? false }, options.template),
    testIssuer(),
    freePort(),
  ])
  const { db } = database
  // Browsers make passkeys only for host names, not for addresses.
  const url = `http://${options.name ?? 'localhost'}:${port}`
  const log: string[] = []
  const logger = pino({ level: 'trace' }, { write: (line: string) => log.push(line) })
  const config = {
    baseUrl: options.baseUrl ?? url,
    errorTypeBase: `${url}/problems`,
    corsOrigins: [],
    issuer: url,
    signUp: options.signUp ?? ('invitation' as const),
    trustedProxies: options.trustedProxies ?? [],
    ...(options.host === undefined ? {} : { host: options.host }),
    plainSignIn: options.name !== undefined,
  }
  const verifier = new TokenVerifier([issuer.trusted, trustEmbedded(db, url, () => {})])
  const web = options.app === true ? fixed(await bundled()) : options.app || undefined
  const app = await countingRequests(db, () => buildApp({ config, db, verifier, logger, web }))
  await app.listen({ host: '127.0.0.1', port })
  return {
    url,
    app,
    db,
    log,
    async account(name, { password, roles = ['player'] as Role[], email } = {}) {
      const id = uuidv7()
      await createAccount(db, { id, name, roles })
      if (email !== undefined) await db.many(changed(id, sql`email = ${email}`))
      if (password !== undefined) {
        const hash = await hashOf(password)
        await db.many(changed(id, sql`password_hash = ${hash}`))
      }
      return id
    },
    async link(link) {
      const { secret, statement } = newLink({ lifetime: LIFETIMES.day, ...link })
      await db.many(statement)
      return addressOfLink(url, secret)
    },
    async close() {
      await app.close()
      await Promise.all([database.close(), issuer.close()])
    },
  }
}

let bundling: Promise<Bundle> | undefined

/** The web app. It is built once for all tests of a process. */
export const bundled = (): Promise<Bundle> => (bundling ??= cachedBundle(operations))

/** The hashes of passwords. A hash takes 0.2 s of CPU, and many test accounts have the same password. */
const hashes = new Map<string, Promise<string>>()

function hashOf(password: string): Promise<string> {
  const known = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, known)
  return known
}

/** The headless shell comes first: it draws the same pages without a window, and needs a third less CPU time. */
const CHROMIUM = [
  process.env['SCOREBOOK_TEST_CHROMIUM'],
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
].find((path) => path !== undefined && path !== '' && existsSync(path))

/** The reason why tests with a browser cannot run here; false if they can. If a browser is required, the tests fail instead. */
export const withoutBrowser: string | false =
  CHROMIUM !== undefined || process.env['SCOREBOOK_TEST_BROWSER'] === 'required'
    ? false
    : 'there is no Chromium here: install one (Debian: apt-get install chromium), or name one in SCOREBOOK_TEST_CHROMIUM'

export function openBrowser(args: readonly string[] = []): Promise<Browser> {
  if (CHROMIUM === undefined)
    throw new Error('SCOREBOOK_TEST_BROWSER demands a browser, and there is none: apt-get install chromium.')
  // Containers run as root, and Chromium has no sandbox for root. All the pages that it opens are ours.
  return chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-dev-shm-usage', ...args],
  })
}

/** A browser that finds the name of another machine here. To it, plain http there is as insecure as in any network. */
export const HOME_NETWORK = ['--host-resolver-rules=MAP *.home.example 127.0.0.1']

export interface Desk {
  context: BrowserContext
  page: Page
  /** The complaints of the page: errors in scripts, and what its policy has blocked. */
  complaints: string[]
}

interface DeskOptions extends BrowserContextOptions {
  /** If false, there is no authenticator. */
  passkeys?: boolean
  /** If false, the browser suggests no passkey. The virtual authenticator would answer a suggestion at once. */
  suggests?: boolean
}

/** Opens a browser for one person, with a device that makes and uses passkeys without asking. */
export async function openDesk(
  browser: Browser,
  { passkeys = true, suggests = true, ...options }: DeskOptions = {},
): Promise<Desk> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(60_000)
  if (!suggests)
    await context.addInitScript({
      content: 'PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)',
    })
  const page = await context.newPage()
  if (passkeys) await addAuthenticator(page)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of (4|5)\d\d/.test(message.text()))
      complaints.push(message.text())
  })
  return { context, page, complaints }
}

async function addAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}
