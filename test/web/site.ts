/** Shared by tests of the app: a service with the app on a port, people who call its API, and their signed-in browsers. */
import { after, before } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { sql } from '../../src/db/sql.ts'
import type { AppSource } from '../../src/pages/app/shell.ts'
import { endSession } from '../../src/identity/sessions/store.ts'
import type { Role } from '../../src/identity/roles.ts'
import { type TestAccount, signIn, tokenOfAccount } from '../identity/accounts.ts'
import { type Person, person } from '../support.ts'
import { type Desk, type WebSite, openBrowser, openDesk, openSite, withoutBrowser } from '../pages/site.ts'

/** Why the tests of the app cannot run here; false if they can. */
export const skip = withoutBrowser

export interface AppSite extends WebSite {
  /** An account with this name, who calls the API by a token of it; the same name is the same person. */
  person: (name: string, roles?: Role[]) => Promise<AppPerson>
}

export interface AppPerson extends Person {
  name: string
  accountId: string
  /** Signs a browser in. */
  enter: (desk: Desk) => Promise<void>
}

interface SharedApp extends AppSite {
  browser: Browser
}

/** The app and the browser of a file's tests; called once, from the file itself. Without a browser its tests are skipped. */
export function shareApp(begin: (site: AppSite) => Promise<void> = async () => {}): SharedApp {
  const shared = {} as SharedApp // filled before the first test
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

export async function openApp(app: true | AppSource = true): Promise<AppSite> {
  const site = await openSite({ app, signUp: 'players' })
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

/** A browser of somebody who is signed in, until the test ends. */
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

/** The same for a caller who closes it. */
export async function signedInDesk(
  browser: Browser,
  who: AppPerson,
  options: BrowserContextOptions = {},
): Promise<Desk> {
  const desk = await openDesk(browser, { passkeys: false, suggests: false, locale: 'en', ...options })
  await who.enter(desk)
  return desk
}

/** Opens a path of the app, and waits until its page is there with what it shows. */
export async function visit(page: Page, { url }: Pick<AppSite, 'url'>, path: string): Promise<void> {
  await page.goto(url + path)
  await settled(page)
}

/** Call it before the page is opened. A page that follows events has a request that never ends, so its network is never idle. */
export const withoutEvents = (page: Page): Promise<unknown> =>
  page.route('**/web/api/v1/events', (route) => route.fulfill({ status: 403 }))

/** The heading is there, and no ruled lines wait for rows. */
export const SETTLED = 'main:not(:has(.skeleton)) h1'

export async function settled(page: Page): Promise<void> {
  await page.locator(SETTLED).waitFor()
}

/** Ends each browser of an account, as its owner may elsewhere, and no app; the service knows a moment later. */
export async function endSessions({ db }: AppSite, { accountId }: AppPerson): Promise<void> {
  const sessions = await db.many(sql<{ id: string }>`select id from sessions where account_id = ${accountId}`)
  await Promise.all(sessions.map(({ id }) => db.many(endSession(accountId, id))))
}

/** Until the expression is true in the page. `waitForFunction` needs eval there, which the policy of our pages forbids. */
export async function until(page: Page, expression: string): Promise<void> {
  while (!(await page.evaluate<boolean>(expression))) await sleep(50)
}
