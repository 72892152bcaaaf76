/** Plain http in the network at home (docs/at-home.md): the browser trusts the pages less, and they work all the same. */
import assert from 'node:assert/strict'
import { type TestContext, after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { HOME_NETWORK, PASSWORD, openBrowser, openDesk } from '../../pages/site.ts'
import { PHONE, makeCode } from '../../web/code.ts'
import { joins, recordsFirst } from '../../web/newcomer.ts'
import { type AppSite, openApp, settled, skip } from '../../web/site.ts'

let browser: Browser
let site: AppSite
before(async () => {
  if (skip !== false) return
  browser = await openBrowser(HOME_NETWORK)
  site = await openApp(true, 'table.home.example')
})
after(async () => {
  if (skip !== false) return
  await browser.close()
  await site.close()
})

async function phone(t: TestContext) {
  const { page, context, complaints } = await openDesk(browser, { ...PHONE, passkeys: false, suggests: true })
  t.after(() => context.close())
  return { page, complaints }
}

test('people sign in with a password, record, and join by a code, over plain http', { skip }, async (t) => {
  const alice = await phone(t)
  const link = await site.link({ kind: 'INVITATION', roles: ['player', 'catalog-editor'] })
  await joins(alice.page, site, link, 'Alice')
  assert.equal(await alice.page.evaluate('globalThis.isSecureContext'), false, 'as in a network at home')
  await recordsFirst(alice.page, 'Harbour Lights', { name: 'Alice', score: '30' }, { Bob: '37' })
  const url = await makeCode(alice.page)

  const bob = await phone(t)
  await bob.page.goto(url)
  await bob.page.getByLabel('Yes, that is me').check()
  await bob.page.getByLabel('Your name here').fill('Bob')
  await bob.page.getByLabel('A password').fill(PASSWORD)
  await bob.page.getByRole('button', { name: /^Continue and see my/ }).click()
  await bob.page.waitForURL(/\/people\//)
  for (const { page } of [alice, bob])
    for (const name of ['Matches', 'People', 'Games', 'Inbox']) {
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).tap()
      await settled(page)
      await page.getByRole('heading', { level: 1, name }).waitFor()
      assert.equal(await page.getByText('The paths below /web').count(), 0, name)
    }
  await bob.page.goto(`${site.url}/`)
  await bob.page.getByRole('heading', { level: 1, name: 'You won' }).waitFor()
  await bob.page.goto(`${site.url}/settings`)
  await bob.page.getByRole('button', { name: 'Sign out' }).tap()
  await bob.page.waitForURL(/signed-out|sign-in/)
  // The browser ignores one header here, and says so for each page.
  const complaints = [...alice.complaints, ...bob.complaints].filter((one) => !one.includes('Opener-Policy'))
  assert.deepEqual(complaints, [])
})
