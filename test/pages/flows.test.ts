/** All ways to sign in, in a real browser with a virtual passkey device. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { type Desk, type WebSite, PASSWORD, openBrowser, openDesk, openSite, withoutBrowser } from './site.ts'
import { addressForDevice, questionOf, signIn } from './tour.ts'

let site: WebSite
let browser: Browser
before(async () => {
  if (withoutBrowser !== false) return
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
})
after(async () => {
  if (withoutBrowser !== false) return
  await browser.close()
  await site.close()
})

const withDesk = (run: (desk: Desk) => Promise<void>) => async () => {
  const desk = await openDesk(browser)
  try {
    await run(desk)
    assert.deepEqual(desk.complaints, [])
  } finally {
    await desk.context.close()
  }
}
const skip = withoutBrowser

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const arriveAt = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path)

test(
  'the first administrator opens a link, makes a passkey, and signs in by autofill',
  { skip },
  withDesk(async ({ page }) => {
    await page.goto(await site.link({ kind: 'FIRST_ADMINISTRATOR' }))
    await arriveAt(page, '/join')
    assert.equal(new URL(page.url()).hash, '', 'the secret is out of the address')
    await page.getByLabel('Your name').fill('Alma')
    await press(page, 'Go on with a passkey')
    await arriveAt(page, '/account')
    await page.getByText('Plays and administers here.').waitFor()

    await press(page, 'Sign out')
    await arriveAt(page, '/signed-out')
    // The browser suggests a passkey in the name field, and the device answers at once. So nobody presses anything.
    await page.goto(`${site.url}/sign-in?next=/account/name`)
    await arriveAt(page, '/account/name')
  }),
)

test(
  'a good link is opened by the tab that shows an ended one',
  { skip },
  withDesk(async ({ page }) => {
    await page.goto(`${site.url}/link#${'x'.repeat(43)}`)
    await page.getByText('This link is not good any more').waitFor()
    // As if typed into the address bar: the document stays, and only the part after # changes.
    const link = await site.link({ kind: 'INVITATION' })
    await page.evaluate(`location.href = ${JSON.stringify(link)}`)
    await arriveAt(page, '/join')
  }),
)

test(
  'the button signs in with a passkey',
  { skip },
  withDesk(async ({ page, context }) => {
    await site.account('Bruno', { password: PASSWORD })
    await signIn(page, site.url, 'Bruno')
    await arriveAt(page, '/account')
    await page.goto(`${site.url}/account/passkeys/new`)
    await press(page, 'Add a passkey')
    await page.getByLabel('Name').fill('Kitchen tablet')
    await press(page, 'Save')
    await page.getByText('Kitchen tablet').waitFor()
    await context.clearCookies()
    // Without suggestions, the button signs in.
    await page.addInitScript({
      content: 'PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)',
    })
    await page.goto(`${site.url}/sign-in`)
    await press(page, 'Sign in with a passkey')
    await arriveAt(page, '/account')
  }),
)

test(
  'an invitation without a passkey, and the recovery code that is left later',
  { skip },
  withDesk(async ({ page, context }) => {
    await page.goto(await site.link({ kind: 'INVITATION', roles: ['player'] }))
    await arriveAt(page, '/join')
    await page.getByLabel('Your name').fill('Carla')
    await page.getByLabel('Password').fill('short')
    await press(page, 'Go on with this password')
    const summary = page.getByRole('alert')
    await summary.waitFor()
    assert.equal(await page.locator('.problem:focus').count(), 1, 'the summary has the focus')
    await page.getByLabel('Password').fill(PASSWORD)
    await press(page, 'Go on with this password')
    await arriveAt(page, '/account')
    await page.getByRole('link', { name: 'make recovery codes' }).click()
    await press(page, 'Make 10 codes')
    const code = await page.locator('.codes code').first().innerText()
    await context.clearCookies()
    await page.goto(`${site.url}/sign-in`)
    await page.getByRole('link', { name: 'Another way in' }).click()
    await page.getByRole('link', { name: 'Use a code' }).click()
    await page.getByLabel('Name or e-mail address').fill('Carla')
    await page.getByLabel('Recovery code').fill(code)
    await press(page, 'Sign in')
    await page.getByText('9 left').waitFor()
  }),
)

test(
  'a session is ended from another browser',
  { skip },
  withDesk(async ({ page }) => {
    await site.account('Dario', { password: PASSWORD })
    await signIn(page, site.url, 'Dario')
    await arriveAt(page, '/account')
    const other = await openDesk(browser)
    try {
      await signIn(other.page, site.url, 'Dario')
      await arriveAt(other.page, '/account')
      await page.reload()
      await press(page, 'Sign out everywhere else')
      await arriveAt(page, '/account')
      await other.page.goto(`${site.url}/account`)
      await arriveAt(other.page, '/sign-in')
    } finally {
      await other.context.close()
    }
  }),
)

test(
  'a link of another site leads to the page, though the browser leaves our cookie out at first',
  { skip },
  withDesk(async ({ page }) => {
    await site.account('Edda', { password: PASSWORD })
    await signIn(page, site.url, 'Edda')
    await arriveAt(page, '/account')
    // For a browser, the same service under another name is another site.
    await page.goto(site.url.replace('localhost', '127.0.0.1') + '/sign-in/other')
    const asked: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/account/name')) asked.push(request.headers()['cookie'])
    })
    await page.evaluate(`location.href = '${site.url}/account/name'`)
    await page.getByLabel('Name').waitFor()
    assert.equal(new URL(page.url()).hostname, 'localhost')
    assert.equal(asked.length, 2)
  }),
)

test(
  'an app is let in and gets its person back, by a form that leads to another site',
  { skip },
  withDesk(async ({ page }) => {
    const app = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end('Here again'),
    )
    app.listen(0, '127.0.0.1')
    await once(app, 'listening')
    try {
      const callback = `http://127.0.0.1:${(app.address() as AddressInfo).port}/callback`
      await site.account('Frieda', { password: PASSWORD })
      // The link is on another site and there is no session. The page reloads once, asks for a sign-in, and then for the
      // decision.
      await page.goto(site.url.replace('localhost', '127.0.0.1') + '/sign-in/other')
      await page.evaluate(`location.href = ${JSON.stringify(await questionOf(site, callback))}`)
      await page.getByLabel('Name or e-mail address').fill('Frieda')
      await page.getByLabel('Password').fill(PASSWORD)
      await press(page, 'Sign in')
      await press(page, 'Let it in')
      await page.getByText('Here again').waitFor()
      const back = new URL(page.url())
      assert.equal(back.origin + back.pathname, callback)
      assert.equal(back.searchParams.get('state'), 'state')
      assert.ok(back.searchParams.has('code'))
    } finally {
      app.closeAllConnections()
      app.close()
    }
  }),
)

test(
  'a device is let in by the code that it shows',
  { skip },
  withDesk(async ({ page }) => {
    await site.account('Gero', { password: PASSWORD })
    const address = await addressForDevice(site.url)
    await page.goto(address)
    await page.getByLabel('Name or e-mail address').fill('Gero')
    await page.getByLabel('Password').fill(PASSWORD)
    await press(page, 'Sign in')
    await press(page, 'Go on')
    await page.getByText(new URL(address).searchParams.get('user_code') ?? '').waitFor()
    await press(page, 'It is the same code')
    await press(page, 'Let it in')
    await page.getByRole('heading', { name: 'The device is in' }).waitFor()
  }),
)
