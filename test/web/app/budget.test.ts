/** What the app may weigh: the scripts of each page, styles and fonts, compressed, and what a first visit asks for. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import type { Bundle } from '../../../src/web/app/bundle.ts'
import { bundled, openBrowser, withoutBrowser } from '../site.ts'
import { type AppSite, deskOf, openApp, visit } from './site.ts'

const KB = 1_000

/** In bytes, compressed by gzip. Wanted are 30 for the start, which has 30.3, and 45 for recording, which has the outbox with it. */
const BUDGET = { first: 31 * KB, page: 51 * KB, all: 150 * KB, styles: 12 * KB, fonts: 50 * KB }

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

test(
  'a first visit asks for each file once; how far its parts move depends on the machine, and is printed',
  { skip },
  async (t) => {
    const desk = await deskOf(browser, await site.person('Bea'), { viewport: { width: 360, height: 740 } })
    t.after(() => desk.context.close())
    const { page } = desk
    await page.addInitScript({
      content: `globalThis.moved = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.moved += entry.value
      }).observe({ type: 'layout-shift', buffered: true })`,
    })
    for (const { path } of app.routes) {
      if (path.includes(':')) continue
      const asked: string[] = []
      const heard = (request: { url: () => string }) => asked.push(new URL(request.url()).pathname)
      page.on('request', heard)
      await visit(page, site, path)
      page.off('request', heard)
      const moved = await page.evaluate<number>('globalThis.moved')
      const files = asked.filter((one) => one.startsWith('/assets/'))
      t.diagnostic(`${path}: layout shift ${moved.toFixed(3)}`)
      assert.equal(new Set(files).size, files.length, `${path} asks twice for a file`)
      assert.equal(asked.filter((one) => one === '/web/session').length, 1)
    }
  },
)
