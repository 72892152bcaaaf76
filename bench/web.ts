/**
 * `npm run bench:web`: two visits and a tap on a slow phone (a processor that is six times slower, 1.6 Mbit/s, 150 ms). It needs
 * Chromium.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { type AppPerson, type AppSite, SETTLED, signedInDesk, openApp, settled } from '../test/web/site.ts'
import { Finger, eveningOf } from '../test/web/recording.ts'
import { onTestServer, quickFolder } from '../test/setup.ts'
import { openBrowser } from '../test/pages/site.ts'

const SLOWER = 6
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const VISITS = 5
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
const PATHS = { start: '/', record: '/record', matches: '/matches' }

interface Visit {
  /** In milliseconds since the beginning of the navigation. */
  painted: number
  usable: number
}

const median = (figures: readonly number[]): number =>
  figures.toSorted((one, other) => one - other)[figures.length >> 1] ?? 0

async function measure(): Promise<void> {
  const [site, browser] = await Promise.all([openApp(), openBrowser()])
  try {
    const { me } = await eveningOf(site, 'Ida')
    for (const [name, path] of Object.entries(PATHS)) {
      const visits: { first: Visit; again: Visit }[] = []
      for (let n = 0; n < VISITS; n++) visits.push(await twice(site, browser, me, path))
      const told = (which: 'first' | 'again') =>
        `first paint ${shown(visits.map((one) => one[which].painted))}, usable ${shown(visits.map((one) => one[which].usable))}`
      tell(`${name}: first visit ${told('first')}; again, with its worker, ${told('again')}`)
    }
    tell(
      `the pad answers a tap after ${(await tapOnPad(site, browser, me)).map((ms) => ms.toFixed(0)).join(', ')} ms`,
    )
  } finally {
    await browser.close()
    await site.close()
  }
}

const shown = (figures: readonly number[]) => `${(median(figures) / 1_000).toFixed(2)} s`
const tell = (line: string) => process.stdout.write(`${line}\n`)

async function twice(
  site: AppSite,
  browser: Browser,
  who: AppPerson,
  path: string,
): Promise<{ first: Visit; again: Visit }> {
  const { page, context } = await signedInDesk(browser, who, PHONE)
  try {
    await page.addInitScript(WATCH)
    const cdp = await slow(page)
    const first = await visitOn(page, cdp, site.url + path)
    await fast(cdp)
    await page.evaluate('navigator.serviceWorker.ready')
    await page.reload()
    await settled(page)
    await page.goto('about:blank')
    await slow(page, cdp)
    return { first, again: await visitOn(page, cdp, site.url + path) }
  } finally {
    await context.close()
  }
}

async function slow(page: Page, known?: CDPSession): Promise<CDPSession> {
  const cdp = known ?? (await page.context().newCDPSession(page))
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', NETWORK)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  return cdp
}

async function fast(cdp: CDPSession): Promise<void> {
  const all = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
  await cdp.send('Network.emulateNetworkConditions', all)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
}

/** A page counts as usable in the frame after its data appear. To look up an element with Playwright would add half a second. */
async function visitOn(page: Page, cdp: CDPSession, url: string): Promise<Visit> {
  await page.goto(url, { waitUntil: 'commit' })
  const given = async (expression: string) =>
    (await cdp.send('Runtime.evaluate', { expression })).result.value as number | undefined
  let usable: number | undefined
  while ((usable = await given('globalThis.usableAt')) === undefined) await sleep(100)
  const painted = await given(`performance.getEntriesByName('first-contentful-paint')[0].startTime`)
  return { painted: painted ?? NaN, usable }
}

const WATCH = `{
  const observer = new MutationObserver(() => {
    if (!document.querySelector(${JSON.stringify(SETTLED)})) return
    observer.disconnect()
    requestAnimationFrame(() => (globalThis.usableAt = performance.now()))
  })
  observer.observe(document, { childList: true, subtree: true })
}`

/** Measures ten times from a finger's touch to the frame with its digit. The browser's clock has steps of 8 ms. */
async function tapOnPad(site: AppSite, browser: Browser, who: AppPerson): Promise<number[]> {
  const { page, context } = await signedInDesk(browser, who, PHONE)
  try {
    await page.goto(`${site.url}/record`)
    const finger = new Finger(page)
    await finger.game('Ember Keepers')
    await finger.button(/^The same 4 as/)
    await finger.type('1')
    const cdp = await slow(page)
    await page.evaluate(`globalThis.answers = []
      new PerformanceObserver((list) => {
        for (const { name, duration } of list.getEntries()) if (name === 'pointerdown') answers.push(duration)
      }).observe({ type: 'event', durationThreshold: 16 })`)
    // We send the events ourselves, because the listeners of Playwright's `tap` take a third of the time.
    for (const key of '2+3+4+5+6+') {
      const name = key === '+' ? 'plus' : key
      const box = await page.getByRole('button', { name, exact: true }).boundingBox()
      if (!box) throw new Error(`The pad has no ${key}.`)
      const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
      await sleep(80)
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      await sleep(400)
    }
    return await page.evaluate<number[]>('answers')
  } finally {
    await context.close()
  }
}

await onTestServer(measure, { within: await quickFolder() })
