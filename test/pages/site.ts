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

export interface WebSite {
  url: string
  app: FastifyInstance
  db: Database
  /** The lines of the service's log. */
  log: string[]
  /** An account with this password, by its id. */
  account: (name: string, options?: { password?: string; roles?: Role[]; email?: string }) => Promise<string>
  link: (link: Partial<NewLink> & Pick<NewLink, 'kind'>) => Promise<string>
  close: () => Promise<void>
}

/** Long enough, and in no list. */
export const PASSWORD = 'plum lantern quarry 7'

export interface SiteOptions {
  signUp?: 'open' | 'players' | 'invitation'
  trustedProxies?: string[]
  /** The address that the service says to listen on. */
  host?: string
  /** Where it is said to be reached, if not where it is. */
  baseUrl?: string
  /** With the web app; where it comes from, if it does not stay as it is. */
  app?: boolean | AppSource
  /** The name of the database to start from. */
  template?: string
}

export async function openSite(options: SiteOptions = {}): Promise<WebSite> {
  const [database, issuer, port] = await Promise.all([
    testDatabase({}, options.template),
    testIssuer(),
    freePort(),
  ])
  const { db } = database
  // Browsers make passkeys for host names alone.
  const url = `http://localhost:${port}`
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
  }
  const verifier = new TokenVerifier([issuer.trusted, trustEmbedded(db, url, () => {})])
  const web = options.app === true ? fixed(await bundled()) : options.app || undefined
  const app = await buildApp({ config, db, verifier, logger, web })
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

/** The app, made once for all tests of a process. */
export const bundled = (): Promise<Bundle> => (bundling ??= cachedBundle(operations))

/** A hash takes 0.2 s of CPU, and many accounts of the tests have the same password. */
const hashes = new Map<string, Promise<string>>()

function hashOf(password: string): Promise<string> {
  const known = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, known)
  return known
}

/** The shell comes first: it draws the same pages with no window around them, in two thirds of the CPU seconds. */
const CHROMIUM = [
  process.env['SCOREBOOK_TEST_CHROMIUM'],
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
].find((path) => path !== undefined && path !== '' && existsSync(path))

/** Why tests with a browser can't run here; false where they can. Where a browser is demanded, they fail instead. */
export const withoutBrowser: string | false =
  CHROMIUM !== undefined || process.env['SCOREBOOK_TEST_BROWSER'] === 'required'
    ? false
    : 'there is no Chromium here: install one (Debian: apt-get install chromium), or name one in SCOREBOOK_TEST_CHROMIUM'

export function openBrowser(): Promise<Browser> {
  if (CHROMIUM === undefined)
    throw new Error('SCOREBOOK_TEST_BROWSER demands a browser, and there is none: apt-get install chromium.')
  // Containers run as root, and Chromium has no sandbox for root. All pages are our own.
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
}

export interface Desk {
  context: BrowserContext
  page: Page
  /** What the page complained about: scripts, and what its policy forbade. */
  complaints: string[]
}

interface DeskOptions extends BrowserContextOptions {
  /** False: there is no authenticator. */
  passkeys?: boolean
  /** False: the browser suggests no passkey, which the virtual authenticator would answer at once. */
  suggests?: boolean
}

/** A browser of somebody's own, with a device that makes and uses passkeys without asking. */
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
