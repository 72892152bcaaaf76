/** A first visit to each path: what it asks for before its data is there, and how far its parts move when that comes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Browser, Page, Route } from 'playwright-core'
import { readRoutes } from '../../../src/web/app/routes.ts'
import { type AppPerson, type AppSite, deskOf, shareApp } from '../../web/app/site.ts'
import { placesOf } from '../../web/app/table.ts'
import { withoutBrowser } from '../../web/site.ts'

/** Of what is on the screen, how much moves, as browsers reckon it. */
const SHIFT = 0.02

const skip = withoutBrowser
let site: AppSite
let browser: Browser
shareApp((...opened) => {
  ;[site, browser] = opened
})

test(
  'a first visit has its data after two rounds and two calls, asks for each file once, and its parts stay where they are',
  { skip },
  async (t) => {
    const bea = await site.person('Bea', ['player', 'admin'])
    const pathOf = await placesOf(site, bea)
    const asked: string[] = []
    site.app.server.on('request', ({ url = '' }: { url?: string }) => asked.push(url))
    const faults: string[] = []
    for (const { path } of await readRoutes()) {
      const at = pathOf(path)
      if (at === undefined) continue
      asked.length = 0
      const { calls, later, moved } = await firstVisit(bea, at)
      t.diagnostic(
        `${path}: layout shift ${moved.toFixed(3)}; ${calls.length} calls before the data, ${later.length} after it`,
      )
      // Those of the service worker are among them.
      const files = asked.filter((one) => one.startsWith('/assets/'))
      const twice = files.filter((one, n) => files.indexOf(one) !== n)
      if (twice.length > 0) faults.push(`${path} asks twice for ${twice.join(' and ')}`)
      const sessions = asked.filter((one) => one === '/web/session').length
      if (sessions !== 1) faults.push(`${path} asks ${sessions} times who is signed in`)
      if (calls.length > 2) faults.push(`${path} calls ${calls.join(' and ')}`)
      if (moved > SHIFT) faults.push(`the parts of ${path} move by ${moved}`)
    }
    assert.deepEqual(faults, [])
  },
)

/** Each answer of the API comes by itself, when all that can be shown without it is on the screen. */
async function firstVisit(
  who: AppPerson,
  path: string,
): Promise<{ calls: string[]; later: string[]; moved: number }> {
  const desk = await deskOf(browser, who, { viewport: { width: 360, height: 740 } })
  try {
    const { page } = desk
    await page.addInitScript({ content: MEASURE_SHIFT })
    const held: Route[] = []
    const begun = Promise.withResolvers<void>()
    await page.route('**/web/api/v1/**', (route) => {
      held.push(route)
      begun.resolve()
    })
    await page.goto(site.url + path)
    await Promise.race([begun.promise, page.locator(WITH_DATA).waitFor()])
    await painted(page)
    const round = held.splice(0)
    const release = async (route: Route) => {
      await route.continue()
      await (await route.request().response())?.finished()
      await painted(page)
    }
    // What stands above often comes last.
    for (const one of round.toReversed()) await release(one)
    await page.locator(WITH_DATA).waitFor()
    const later: string[] = []
    for (let one = held.shift(); one; one = held.shift()) {
      later.push(whatOf(one))
      await release(one)
    }
    await page.evaluate('navigator.serviceWorker.ready')
    return {
      calls: round.map(whatOf),
      later,
      moved: await page.evaluate<number>('globalThis.moved'),
    }
  } finally {
    await desk.context.close()
  }
}

/** Its own data is there; what its further parts need may be on the way. */
const WITH_DATA = 'main:not(:has(.skeleton:not(.part .skeleton))) h1'

const whatOf = (route: Route) => new URL(route.request().url()).pathname

const MEASURE_SHIFT = `globalThis.moved = 0
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.moved += entry.value
}).observe({ type: 'layout-shift', buffered: true })`

/** The browser has nothing left to do, and has drawn what it has done. */
const painted = (page: Page) =>
  page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestIdleCallback(() => requestAnimationFrame(() => setTimeout(done)))))',
  )
