/** Every page is accessible on a phone and a desk, in light and dark, and usable without scripts. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { outsideService } from '../../identity/outside-sign-in/service.ts'
import { providerService } from '../../identity/provider/service.ts'
import { foundByAxe } from '../../pages/axe.ts'
import { type WebSite, openBrowser, openDesk, openSite, withoutBrowser } from '../../pages/site.ts'
import { TOUR } from '../../pages/tour.ts'

let browser: Browser
before(async () => {
  if (withoutBrowser === false) browser = await openBrowser()
})
after(() => (withoutBrowser === false ? browser.close() : undefined))

const WIDTHS = [320, 1280]

/** Checks the page at each width, in light and dark. In dark, only the colours are checked, because nothing else differs. */
async function faultsOf(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    if (wide > 0) faults.push(`at ${width}: ${wide} px too wide`)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const fault of await foundByAxe(page, { onlyColours: colorScheme === 'dark' }))
        faults.push(`at ${width}, ${colorScheme}: ${fault}`)
    }
  }
  return faults
}

test('axe finds nothing on any page, and nothing scrolls sideways', { skip: withoutBrowser }, async () => {
  const site = await openSite({ signUp: 'open' })
  const { page, complaints, context } = await openDesk(browser, { suggests: false })
  try {
    const faults: string[] = []
    const outside: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(site.url) && !request.url().startsWith('data:'))
        outside.push(request.url())
    })
    for (const { name, go } of TOUR) {
      await go(page, site)
      await page.waitForLoadState()
      for (const fault of await faultsOf(page)) faults.push(`${name} ${fault}`)
    }
    assert.deepEqual(faults, [])
    assert.deepEqual(complaints, [])
    assert.deepEqual(outside, [])
  } finally {
    await context.close()
    await site.close()
  }
})

test(
  'axe finds nothing on the pages of people who sign in at an outside issuer',
  { skip: withoutBrowser },
  async () => {
    const issuer = await providerService()
    const service = await outsideService(issuer)
    const { page, context } = await openDesk(browser, { passkeys: false })
    try {
      const faults: string[] = []
      for (const path of ['/sign-in', '/sign-in/callback?code=x&state=y', '/signed-out']) {
        await page.goto(service.url + path)
        await page.getByRole('heading', { level: 1 }).waitFor()
        for (const fault of await faultsOf(page)) faults.push(`${path} ${fault}`)
      }
      assert.deepEqual(faults, [])
    } finally {
      await context.close()
      await service.close()
      await issuer.close()
    }
  },
)

test('every page without a passkey works without scripts', { skip: withoutBrowser }, async () => {
  const site: WebSite = await openSite({ signUp: 'open' })
  const { page, context } = await openDesk(browser, { javaScriptEnabled: false, passkeys: false })
  try {
    for (const { name, scripted, go } of TOUR) {
      if (scripted) continue
      await go(page, site)
      assert.ok((await page.locator('h1').innerText()).length > 0, name)
      assert.equal(await page.locator('#passkey:visible').count(), 0, `${name} offers no passkey`)
    }
  } finally {
    await context.close()
    await site.close()
  }
})
