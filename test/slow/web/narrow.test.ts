/** The app on the narrowest phones, and what comes back by itself after a time without a network. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { deskOf, shareApp, skip, until, visit } from '../../web/site.ts'
import { newGame, newMatch, newStandIn, selfOf } from '../../web/table.ts'
import { everyKind, evening, round } from '../../web/truth.ts'

const site = shareApp()

/** In pixels. */
const NARROWEST = 320

const sideways = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')

/** The gaps between the names and numbers of the bar, in pixels. Texts for screen readers take no room. */
const gaps = (page: Page) =>
  page.evaluate<number[]>(`(() => {
    const range = document.createRange()
    const edges = [...document.querySelectorAll('.app-places a')].filter((link) => link.offsetParent).map((link) => {
      range.selectNodeContents(link)
      const unseen = link.querySelector('.unseen')
      if (unseen) range.setEndBefore(unseen)
      return range.getBoundingClientRect()
    })
    return edges.slice(1).map(({ left }, n) => left - edges[n].right)
  })()`)

test('at 320 pixels the names of the bar stay apart, also in German with a number', { skip }, async (t) => {
  const { host } = await everyKind(site, 'Nils Narrow')
  for (const locale of ['en', 'de']) {
    const { page } = await deskOf(t, site, host, { viewport: { width: NARROWEST, height: 640 }, locale })
    for (const path of ['/people', '/inbox']) {
      await visit(page, site, path)
      await page.locator('.app-count').waitFor()
      const between = await gaps(page)
      assert.ok(between.length >= 4 && Math.min(...between) >= 4, `${locale} ${path}: ${between.join(', ')}`)
      assert.equal(await sideways(page), 0, `${locale} ${path}`)
    }
  }
})

test('at 320 pixels a long name breaks where the sheet says who won', { skip }, async (t) => {
  const host = await site.person('Lina Narrow')
  const [self, game] = await Promise.all([selfOf(host), newGame(site, 'Ember Long')])
  const long = await newStandIn(host, 'Donaudampfschifffahrtsgesellschaftsdirektorin')
  const id = await newMatch(host, game, [
    { id: self, score: 1 },
    { id: long, score: 2 },
  ])
  const { page } = await deskOf(t, site, host, { viewport: { width: NARROWEST, height: 640 } })
  await visit(page, site, `/matches/${id}`)
  await page.locator('.match-verdict', { hasText: 'won' }).waitFor()
  assert.equal(await sideways(page), 0)
})

test('a page that was opened without a network comes back by itself', { skip }, async (t) => {
  const made = await round(site, 'Nora Narrow')
  const match = await evening(made)
  const { page } = await deskOf(t, site, made.bruno.person)
  await visit(page, site, '/')
  await until(page, 'navigator.serviceWorker.controller !== null')
  await page.context().setOffline(true)
  await page.goto(`${site.url}/matches/${match}/propose`)
  const away = page.getByRole('heading', { name: 'No connection' })
  await away.waitFor()
  // Chromium says that it is online after a page was loaded from the cache, so no event says when it really is.
  await page.context().setOffline(false)
  await away.waitFor({ state: 'detached' })
  await page.getByLabel('Score of Bruno').waitFor()
})
