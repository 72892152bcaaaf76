/** After a person signs out, the device shows, stores and opens nothing of theirs, and no unsent draft is lost. */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { endOtherSessions } from '../../../src/identity/sessions/store.ts'
import { keptAhead, keptRows } from '../../web/kept-rows.ts'
import { Finger, eveningOf } from '../../web/recording.ts'
import { deskOf, endSessions, settled, shareApp, visit, skip } from '../../web/site.ts'
import { PASSWORD, openDesk } from '../../pages/site.ts'

const site = shareApp()

const PATHS = ['/matches', '/people', '/stand-ins', '/record']
const NAMES = /Bruno|Carla|Dario|Ember Keepers/

/** Opens some pages for a new person, so that the service worker has the app, and the device has the data that they read. */
async function reader(t: TestContext, name: string) {
  const evening = await eveningOf(site, name)
  const desk = await deskOf(t, site, evening.me, { hasTouch: true })
  const { page } = desk
  for (const path of PATHS) await visit(page, site, path)
  while (!(await page.evaluate<boolean>('navigator.serviceWorker.controller !== null'))) await sleep(50)
  return { ...desk, evening }
}

/** Waits until the device has these numbers of rows. A page deletes its rows only after its script has run. */
async function untilKept(
  page: Page,
  wanted: { session: number; read: number; unsent: number },
): Promise<void> {
  for (let tries = 0; ; tries++) {
    const { session = 0, 'scorebook-kept': read = 0, 'scorebook-outbox': unsent = 0 } = await keptRows(page)
    const rows = { session, read, unsent }
    if (tries === 200 || JSON.stringify(rows) === JSON.stringify(wanted))
      return assert.deepEqual(rows, wanted)
    await sleep(50)
  }
}

const NOTHING = { session: 0, read: 0, unsent: 0 }

/** Opens the pages without a network, and returns all text that they show. */
async function foundOffline(page: Page): Promise<string> {
  await page.context().setOffline(true)
  let found = ''
  for (const path of PATHS) {
    await page.goto(site.url + path)
    await page.locator('main h1').waitFor()
    await page.getByText('No connection').first().waitFor()
    found += await page.locator('body').innerText()
  }
  return found
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

const FORMS: Record<string, (page: Page) => Promise<void>> = {
  'the settings of the app': async (page) => {
    await visit(page, site, '/settings')
    await press(page, 'Sign out')
    await page.waitForURL('**/signed-out')
  },
  'a page of the account': async (page) => {
    await page.goto(`${site.url}/account/name`)
    await press(page, 'Sign out')
    await page.waitForURL('**/signed-out')
  },
  'the page on which an app signs one out': async (page) => {
    await page.goto(`${site.url}/oauth/logout`)
    await press(page, 'Sign out')
    await page.getByRole('heading', { level: 1, name: 'Signed out' }).waitFor()
  },
}

for (const [form, signOut] of Object.entries(FORMS))
  test(
    `after signing out on ${form} the device has nothing, and shows nothing offline`,
    { skip },
    async (t) => {
      const { page, evening } = await reader(t, `Leaver ${Object.keys(FORMS).indexOf(form)}`)
      const { 'scorebook-kept': read = 0 } = await keptRows(page)
      assert.ok(read > 3, `${read} rows`)
      await signOut(page)
      await untilKept(page, NOTHING)
      const found = await foundOffline(page)
      assert.doesNotMatch(found, NAMES)
      assert.ok(!found.includes(evening.me.name), found)
      await untilKept(page, NOTHING)
    },
  )

test(
  'a session that was ended elsewhere leaves nothing once the app has heard of it',
  { skip },
  async (t) => {
    const { page, evening } = await reader(t, 'Ended')
    await endSessions(site, evening.me)
    await page.goto(`${site.url}/matches`)
    await page.waitForURL('**/sign-in?next=**')
    await untilKept(page, NOTHING)
    assert.doesNotMatch(await foundOffline(page), NAMES)
  },
)

test(
  'without the cookie of a session nobody’s data are shown, even if some were left',
  { skip },
  async (t) => {
    const { page, context } = await reader(t, 'Marked')
    await context.clearCookies({ name: 'scorebook-here' })
    assert.doesNotMatch(await foundOffline(page), NAMES)
    await untilKept(page, NOTHING)
  },
)

test('another tab that shows their pages is emptied too', { skip }, async (t) => {
  const { page, context } = await reader(t, 'Tabs')
  const other = await context.newPage()
  await visit(other, site, '/stand-ins')
  await FORMS['a page of the account']?.(page)
  await other.waitForURL('**/sign-in?next=**')
})

test('what was not sent stays, is shown, and is deleted if one says so', { skip }, async (t) => {
  const { page, context } = await reader(t, 'Unsent')
  const finger = new Finger(page)
  // The first draft is on the service. The second one has not got through.
  await visit(page, site, '/record')
  await finger.game('Quiet Harbour')
  await finger.button(/^The same 4 as/)
  await page.locator('.record-head').getByText('Draft kept').waitFor()
  await page.route('**/web/api/**', (route) => route.abort())
  await visit(page, site, '/record')
  await finger.game('Ember Keepers')
  await finger.button(/^The same 4 as/)
  await finger.type('42')
  await FORMS['a page of the account']?.(page)
  await untilKept(page, { session: 0, read: 0, unsent: 1 })
  const told = page.getByRole('status').getByText('1 draft or match on this device is not sent yet')
  await told.waitFor()
  await page.reload()
  await told.waitFor()
  await press(page, 'Delete it from this device')
  await untilKept(page, NOTHING)
  await page.getByText('It is deleted.').waitFor()
  await context.setOffline(true)
})

test('the page leaves alone what belongs to whoever is signed in', { skip }, async (t) => {
  const { page } = await reader(t, 'Stays')
  await keptAhead(page)
  const before = await keptRows(page)
  await page.goto(`${site.url}/signed-out`)
  await page.getByRole('link', { name: 'Sign in again' }).waitFor()
  await sleep(200)
  assert.deepEqual(await keptRows(page), before)
})

test('the window that was opened to sign in again closes, and the page goes on', { skip }, async (t) => {
  const accountId = await site.account('Renata', { password: PASSWORD })
  const { page, context } = await openDesk(site.browser, { passkeys: false, suggests: false, locale: 'en' })
  t.after(() => context.close())
  const enter = async (window: Page) => {
    await window.getByLabel('Name or e-mail address').fill('Renata')
    await window.getByLabel('Password').fill(PASSWORD)
    await press(window, 'Sign in')
  }
  await page.goto(`${site.url}/sign-in?next=/stand-ins`)
  await enter(page)
  await page.waitForURL('**/stand-ins')
  await settled(page)
  await site.db.many(endOtherSessions(accountId))
  await page.getByLabel('Search stand-ins').fill('Bruno')
  const asked = page.getByRole('dialog', { name: 'Sign in again' })
  const [window] = await Promise.all([
    page.waitForEvent('popup'),
    asked.getByRole('button', { name: 'Sign in' }).click(),
  ])
  const closed = window.waitForEvent('close')
  await enter(window)
  await closed
  await asked.waitFor({ state: 'detached' })
})
