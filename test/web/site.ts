/** What tests of the app share: a service with the app on a port, people who call its API, and their signed-in browsers. */
import { after, before } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { sql } from '../../src/db/sql.ts'
import type { AppSource } from '../../src/pages/app/shell.ts'
import { endSession } from '../../src/identity/sessions/store.ts'
import type { Role } from '../../src/identity/roles.ts'
import { type TestAccount, signIn, tokenOfAccount } from '../identity/accounts.ts'
import { type Person, person } from '../support.ts'
import { type Desk, type WebSite, openBrowser, openDesk, openSite, withoutBrowser } from '../pages/site.ts'

/** The reason why the tests of the app cannot run here; false if they can. */
export const skip = withoutBrowser

export interface AppSite extends WebSite {
  /** Returns a person with an account and a token for the API. The same name gives the same person. */
  person: (name: string, roles?: Role[]) => Promise<AppPerson>
}

export interface AppPerson extends Person {
  name: string
  accountId: string
  /** Signs this person in, in the browser. */
  enter: (desk: Desk) => Promise<void>
}

interface SharedApp extends AppSite {
  browser: Browser
}

/** The app and the browser of one test file. Call it once, from the file itself. Without a browser, the tests are skipped. */
export function shareApp(begin: (site: AppSite) => Promise<void> = async () => {}): SharedApp {
  const shared = {} as SharedApp // it is filled before the first test
  if (skip !== false) return shared
  before(async () => {
    const [site, browser] = await Promise.all([openApp(), openBrowser()])
    Object.assign(shared, site, { browser })
    await begin(shared)
  })
  after(async () => {
    await shared.browser.close()
    await shared.close()
  })
  return shared
}

/** `name` is another machine's, to serve plain http as at home. */
export async function openApp(app: true | AppSource = true, name?: string): Promise<AppSite> {
  const site = await openSite({ app, signUp: 'players', ...(name === undefined ? {} : { name }) })
  const people = new Map<string, Promise<AppPerson>>()
  async function make(name: string, roles: Role[]): Promise<AppPerson> {
    const accountId = await site.account(name, { roles })
    const account: TestAccount = { id: accountId, name, roles }
    return {
      ...person(site.app, await tokenOfAccount(site.db, site.url, account)),
      name,
      accountId,
      async enter({ context }) {
        const [, value = ''] = (await signIn(site.db, accountId)).split('=')
        await context.addCookies([
          { name: 'scorebook', value, url: site.url, httpOnly: true, sameSite: 'Strict' },
        ])
      },
    }
  }
  return {
    ...site,
    person(name, roles = ['player']) {
      const known = people.get(name) ?? make(name, roles)
      people.set(name, known)
      return known
    },
  }
}

/** Opens a browser for this person, signed in. It closes after the test. */
export async function deskOf(
  t: { after: (end: () => Promise<void>) => void },
  { browser }: { browser: Browser },
  who: AppPerson,
  options: BrowserContextOptions = {},
): Promise<Desk> {
  const desk = await signedInDesk(browser, who, options)
  t.after(() => desk.context.close())
  return desk
}

/** Opens a browser for this person, signed in. The caller must close it. */
export async function signedInDesk(
  browser: Browser,
  who: AppPerson,
  options: BrowserContextOptions = {},
): Promise<Desk> {
  const desk = await openDesk(browser, { passkeys: false, suggests: false, locale: 'en', ...options })
  await who.enter(desk)
  return desk
}

/** Opens a path of the app, and waits until the page has its data. */
export async function visit(page: Page, { url }: Pick<AppSite, 'url'>, path: string): Promise<void> {
  await page.goto(url + path)
  await settled(page)
}

/**
 * Switches the stream of events off. Call it before the page opens. The stream never ends, so with it the network is never idle.
 */
export const withoutEvents = (page: Page): Promise<unknown> =>
  page.route('**/web/api/v1/events', (route) => route.fulfill({ status: 403 }))

/**
 * Switches off the polls, so that only an event can renew what is on the screen. The app otherwise fetches it again every minute.
 * Call it before the page opens.
 */
export const withoutPolls = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript({
    content: `{
      const begin = setTimeout
      globalThis.setTimeout = (work, pause, ...rest) => (pause >= 60_000 ? 0 : begin(work, pause, ...rest))
    }`,
  })

/** Matches when the heading is there and no part waits for data. */
export const SETTLED = 'main:not(:has(.skeleton)) h1'

export async function settled(page: Page): Promise<void> {
  await page.locator(SETTLED).waitFor()
}

/** Ends the sessions of an account in all browsers, but not those of apps. The service knows a moment later. */
export async function endSessions({ db }: AppSite, { accountId }: AppPerson): Promise<void> {
  const sessions = await db.many(sql<{ id: string }>`select id from sessions where account_id = ${accountId}`)
  await Promise.all(sessions.map(({ id }) => db.many(endSession(accountId, id))))
}

/** Waits until the expression is true in the page. Playwright's `waitForFunction` needs eval, which our pages' policy forbids. */
export async function until(page: Page, expression: string): Promise<void> {
  while (!(await page.evaluate<boolean>(expression))) await sleep(50)
}
