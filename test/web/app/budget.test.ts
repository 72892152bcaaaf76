/** What the app may weigh: the scripts of each page, styles and fonts, compressed, and what a first visit asks for. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Browser, Page, Route } from 'playwright-core'
import type { Bundle } from '../../../src/web/app/bundle.ts'
import { bundled, openBrowser, withoutBrowser } from '../site.ts'
import { type AppPerson, type AppSite, deskOf, openApp, settled } from './site.ts'
import { newGame, newMatch, newStandIn, playerOf, selfOf } from './table.ts'

const KB = 1_000

/** In bytes, compressed by gzip. */
const BUDGET = { first: 30 * KB, page: 45 * KB, all: 150 * KB, styles: 12 * KB, fonts: 50 * KB }
/** Of what is on the screen, how much moves, as browsers reckon it. */
const SHIFT = 0.02

let app: Bundle
before(async () => {
  app = await bundled()
})

const weightOf = (path: string): number => {
  const content = app.files.get(path)?.content
  assert.ok(content !== undefined, path)
  return path.endsWith('.woff2') ? content.length : gzipSync(content).length
}

const sum = (paths: readonly string[]) => paths.map(weightOf).reduce((total, one) => total + one, 0)
const shown = (bytes: number) => `${(bytes / KB).toFixed(1)} kB`

test('scripts, styles and fonts keep to their budgets', (t) => {
  for (const { path, preloads } of app.routes) {
    const bytes = sum([app.script, ...preloads])
    t.diagnostic(`${path}: ${shown(bytes)} of scripts in ${1 + preloads.length} files`)
    assert.ok(bytes <= (path === '/' ? BUDGET.first : BUDGET.page), `${path} has ${shown(bytes)} of scripts`)
    assert.ok(preloads.length <= 8, `${path} asks for ${1 + preloads.length} scripts`)
  }
  const all = sum([...app.files.keys()].filter((path) => path.endsWith('.js')))
  t.diagnostic(
    `all scripts: ${shown(all)}; styles: ${shown(weightOf(app.style))}; fonts: ${shown(sum(app.fonts))}`,
  )
  assert.ok(all <= BUDGET.all, `all scripts have ${shown(all)}`)
  assert.ok(weightOf(app.style) <= BUDGET.styles, `styles have ${shown(weightOf(app.style))}`)
  assert.ok(sum(app.fonts) <= BUDGET.fonts, `fonts have ${shown(sum(app.fonts))}`)
})

const skip = withoutBrowser
let site: AppSite
let browser: Browser
before(async () => {
  if (skip === false) [site, browser] = await Promise.all([openApp(), openBrowser()])
})
after(async () => {
  if (skip !== false) return
  await browser.close()
  await site.close()
})

/** Bea has played, with two others, and has a draft. */
async function withMatches(bea: AppPerson): Promise<{ match: string; draft: string; game: string }> {
  const [self, ana, carl, game] = await Promise.all([
    selfOf(bea),
    newStandIn(bea, 'Ana'),
    newStandIn(bea, 'Carl'),
    newGame(site, 'Harbour Lanterns'),
  ])
  const seats = [self, ana, carl].map((id, n) => ({ id, score: 40 + n }))
  const draft = await newMatch(bea, game, seats, { draft: true, playedAt: '2026-02-16T18:00:00Z' })
  const [match = ''] = await Promise.all(
    [1, 2, 3, 4].map((day) => newMatch(bea, game, seats, { playedAt: `2026-01-0${day}T18:00:00Z` })),
  )
  return { match, draft, game }
}

test(
  'a first visit has its data after two rounds and two calls, asks for each file once, and its parts stay where they are',
  { skip },
  async (t) => {
    const bea = await site.person('Bea', ['player', 'admin'])
    const { match, draft, game } = await withMatches(bea)
    const me = await playerOf(bea)
    const ids: Record<string, string> = { matches: match, games: game, record: draft, people: me }
    const asked: string[] = []
    site.app.server.on('request', ({ url = '' }: { url?: string }) => asked.push(url))
    for (const { path } of app.routes) {
      const at = path
        .replace(':id', ids[path.split('/')[1] ?? ''] ?? ':id')
        .replace(':otherId', me)
        .replace(':year', '2026')
      if (at.includes(':')) continue
      asked.length = 0
      const { calls, later, moved } = await firstVisit(bea, at)
      t.diagnostic(
        `${path}: layout shift ${moved.toFixed(3)}; ${calls.length} calls before the data, ${later.length} after it`,
      )
      // Those of the service worker are among them.
      const files = asked.filter((one) => one.startsWith('/assets/'))
      assert.deepEqual(
        files.filter((one, n) => files.indexOf(one) !== n),
        [],
        `${path} asks for a file twice`,
      )
      assert.equal(asked.filter((one) => one === '/web/session').length, 1)
      assert.ok(calls.length <= 2, `${path} calls ${calls.join(' and ')}`)
      assert.ok(moved <= SHIFT, `the parts of ${path} move by ${moved}`)
    }
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
    await Promise.race([begun.promise, settled(page)])
    await painted(page)
    const round = held.splice(0)
    const release = async (route: Route) => {
      await route.continue()
      await (await route.request().response())?.finished()
      await painted(page)
    }
    for (const one of round) await release(one)
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
