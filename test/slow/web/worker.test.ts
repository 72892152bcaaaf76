/**
 * What the app stores on a device: the service worker and its versions, unsent drafts, and what is deleted after the sign-out.
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type TestContext, after, before, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { Bundle } from '../../../src/pages/app/bundle.ts'
import { fixed } from '../../../src/pages/app/shell.ts'
import { bgStats } from '../../imports/files.ts'
import { waitFor } from '../../wait-for.ts'
import { keptRows } from '../../web/kept-rows.ts'
import { Finger, eveningOf } from '../../web/recording.ts'
import { type AppSite, deskOf, openApp, settled, visit, skip } from '../../web/site.ts'
import { bundled, openBrowser } from '../../pages/site.ts'

let browser: Browser
let site: AppSite
/** The version of the app that the service has now. */
let current: () => Bundle | Promise<Bundle>
before(async () => {
  if (skip !== false) return
  const app = await bundled()
  current = () => app
  browser = await openBrowser()
  site = await openApp({ ...fixed(app), current: () => current() })
})
after(async () => {
  if (skip !== false) return
  await browser.close()
  await site.close()
})

const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'

/** Waits until the service worker has every file and answers for this page. */
async function kept(page: Page): Promise<void> {
  for (let tries = 0; ; tries++) {
    if (await page.evaluate<boolean>('navigator.serviceWorker.controller !== null')) return
    assert.ok(tries < 1_200, 'no worker answers for the page')
    await sleep(50)
  }
}

/** A later version of the app, with a different service worker file. */
async function later(page: Page): Promise<Bundle> {
  const app = await bundled()
  const names = await page.evaluate<string[]>('caches.keys()')
  const [version = ''] = names.map((name) => name.slice('scorebook-app-'.length))
  assert.match(version, /^\w{8,}$/)
  return { ...app, serviceWorker: app.serviceWorker?.replaceAll(version, `later${version}`) }
}

test('a newer version waits until the person takes it, and then the page reloads', { skip }, async (t) => {
  const { page } = await deskOf(t, { browser }, await site.person('Nia'))
  const before = current
  t.after(() => (current = before))
  await visit(page, site, '/games')
  await kept(page)
  const app = await later(page)
  current = () => app
  await page.evaluate('navigator.serviceWorker.getRegistration().then((one) => one.update())')
  await page.getByText('There is a new version').waitFor()
  assert.equal(await page.evaluate<number>('caches.keys().then((names) => names.length)'), 2)
  await page.evaluate('globalThis.isOld = true')
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.waitForLoadState('load')
  while (await page.evaluate<boolean>('globalThis.isOld === true').catch(() => true)) await sleep(50)
  await settled(page)
  assert.equal(await page.getByText('There is a new version').count(), 0)
})

test('the worker answers for a page that it did not load', { skip }, async (t) => {
  const { page } = await deskOf(t, { browser }, await site.person('Nia'))
  await visit(page, site, '/games')
  await kept(page)
  const cdp = await page.context().newCDPSession(page)
  await Promise.all([page.waitForEvent('load'), cdp.send('Page.reload', { ignoreCache: true })])
  await settled(page)
  await kept(page)
})

test(
  'the kept page is shown at once, and a reload shows it after two seconds if the service does not answer',
  { skip },
  async (t) => {
    const { page } = await deskOf(t, { browser }, await site.person('Nia'))
    await visit(page, site, '/games')
    await kept(page)
    const [before, never] = [current, Promise.withResolvers<Bundle>()]
    t.after(async () => {
      current = before
      never.resolve(await before())
    })
    let asked = 0
    current = () => {
      asked++
      return never.promise
    }
    await visit(page, site, '/settings')
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    // The browser may also have looked for a newer worker.
    assert.ok(asked > 0, 'the service was asked, and did not answer')
  },
)

const NO_NETWORK = 'It is sent as soon as there is a connection'
const NO_SERVICE = 'The service does not accept it at the moment'

/** Finishes a match for somebody new, without a network or while the service does not answer. */
async function waiting(t: TestContext, name: string, why: string, options: BrowserContextOptions = {}) {
  const evening = await eveningOf(site, name)
  const desk = await deskOf(t, { browser }, evening.me, { ...PHONE, ...options })
  const { page, context } = desk
  const finger = new Finger(page)
  await visit(page, site, '/record')
  await page.locator('.game-tiles').waitFor()
  await kept(page)
  if (why === NO_NETWORK) await context.setOffline(true)
  else await page.route('**/web/api/**', (route) => route.abort())
  await finger.game('Ember Keepers')
  await finger.button(/^The same 4 as/)
  await finger.type('42+6')
  await finger.button('Finish match')
  await finger.button('Finish anyway')
  await page.getByText(why).waitFor()
  return { ...desk, evening, finger }
}

test(
  'what waits says from day 25 on that it must be sent, what an iPhone may do, and is saved as a file',
  { skip },
  async (t) => {
    const { page, finger, evening } = await waiting(t, 'Wanda', NO_SERVICE, {
      userAgent: IPHONE,
      acceptDownloads: true,
    })
    await page.getByText('If you do not open Scorebook for seven days').waitFor()
    assert.equal(await page.getByText('within 30 days').count(), 0)
    const [file] = await Promise.all([page.waitForEvent('download'), finger.button('Save as a file')])
    assert.match(file.suggestedFilename(), /^scorebook-\d{4}-\d\d-\d\d-Ember-Keepers\.json$/)
    const saved = JSON.parse(await readFile(await file.path(), 'utf8'))
    assert.equal(saved.game.displayName, 'Ember Keepers')
    assert.deepEqual(
      saved.participants.map(({ name, score, typed }: Record<string, unknown>) => [name, score, typed]),
      [
        [evening.me.name, 48, '42+6'],
        ['Bruno', undefined, undefined],
        ['Carla', undefined, undefined],
        ['Dario', undefined, undefined],
      ],
    )
    for (const [days, isTold] of [
      [24, false],
      [25, true],
    ] as const) {
      await page.clock.setFixedTime(Date.now() + days * 86_400_000 + 60_000)
      await page.reload()
      await page.getByText(NO_SERVICE).waitFor()
      assert.equal(await page.getByText(`It has waited for ${days} days`).count(), isTold ? 1 : 0)
    }
  },
)

test('signing out forgets what was read, and asks about what was not sent', { skip }, async (t) => {
  for (const [answer, left] of [
    ['Keep', 1],
    ['Delete', 0],
  ] as const) {
    const { page, context } = await waiting(t, `Xaver ${answer}`, NO_NETWORK)
    await visit(page, site, '/settings')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('dialog').getByText('1 draft or match is only on this device').waitFor()
    const had = await keptRows(page)
    assert.ok((had['scorebook-kept'] ?? 0) > 0, JSON.stringify(had))
    // The network returns, and the app could send the match now. Aborting all API calls prevents that.
    await page.route('**/web/api/**', (route) => route.abort())
    await context.setOffline(false)
    await page.getByRole('dialog').getByRole('button', { name: answer }).click()
    await page.waitForURL('**/signed-out')
    const { session, 'scorebook-kept': read, 'scorebook-outbox': unsent } = await keptRows(page)
    assert.deepEqual({ session, read: read ?? 0, unsent: unsent ?? 0 }, { session: 0, read: 0, unsent: left })
  }
})

test('a file that another app shares is read, once, and is gone after the sign-out', { skip }, async (t) => {
  const { page, complaints } = await deskOf(t, { ...site, browser }, await site.person('Sheila'))
  await visit(page, site, '/matches')
  await kept(page)
  const file = bgStats(['Me'], [{ name: 'Shared Beacon' }], [])
  // This is the request that the system sends when somebody chooses Scorebook in the list of apps.
  const share = () =>
    page.evaluate(
      `(() => {
        const form = document.createElement('form')
        Object.assign(form, { action: '/share', method: 'POST', enctype: 'multipart/form-data' })
        const input = Object.assign(document.createElement('input'), { type: 'file', name: 'file' })
        const shared = new DataTransfer()
        shared.items.add(new File([${JSON.stringify(file)}], 'Bücher.json', { type: 'application/json' }))
        input.files = shared.files
        form.append(input)
        document.body.append(form)
        form.submit()
      })()`,
    )
  await share()
  await page.waitForURL(/\/settings\/import\?id=/)
  await page.goto(`${site.url}/settings/import?shared`)
  await page.getByText('Pick a file').first().waitFor()
  assert.equal(new URL(page.url()).search, '?shared', 'the file is read once')
  assert.deepEqual(complaints, [])
  await page.context().setOffline(true)
  await share()
  await page.waitForURL(/\?shared$/)
  await settled(page)
  assert.equal(await page.evaluate(`caches.has('scorebook-shared')`), true)
  await page.context().setOffline(false)
  await page.goto(`${site.url}/settings`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/signed-out')
  await waitFor('an empty device', async () => !(await page.evaluate(`caches.has('scorebook-shared')`)))
})
