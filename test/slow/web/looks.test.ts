/** Faults that people saw in pictures of pages: broken words, fields outside a dialog, and lines that touch. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { TOUR } from '../../pages/tour.ts'
import { openDesk, openSite } from '../../pages/site.ts'
import { SCREENS, type Screen } from '../../web/screens.ts'
import { tour } from '../../web/screen-tour.ts'
import { deskOf, shareApp, visit, skip } from '../../web/site.ts'

const site = shareApp()

const PHONE = { width: 360, height: 740 }
const DESK = { width: 1280, height: 800 }

/** The screens with these names. */
const screens = (...names: string[]): Screen[] => SCREENS.filter(({ name }) => names.includes(name))

test('on a phone every place of the bar is one line, whichever is the current one', { skip }, async (t) => {
  const { page } = await deskOf(t, site, await site.person('Lena'), { viewport: PHONE })
  for (const path of ['/', '/matches', '/people', '/stand-ins', '/games']) {
    await visit(page, site, path)
    assert.deepEqual(await broken(page, '.app-places a'), [], path)
  }
})

test('nothing in a dialog on a phone is wider than the dialog', { skip }, async () => {
  const names = [
    'match-change-time',
    'match-finish-question',
    'game-conflict',
    'stand-ins-many',
    'stand-ins-rename',
  ]
  const outside: string[] = []
  await tour(
    screens(...names),
    site,
    site.browser,
    async ({ screen, page }) => {
      const found = await page.evaluate<string[]>(`(() => {
        const dialog = document.querySelector('dialog[open]')
        if (!dialog) return []
        const edge = dialog.getBoundingClientRect().right - parseFloat(getComputedStyle(dialog.firstElementChild).paddingRight)
        return [...dialog.querySelectorAll('*')].filter((one) => one !== dialog.firstElementChild && one.getBoundingClientRect().right > edge + 1)
          .map((one) => one.tagName + ' ' + one.className)
      })()`)
      outside.push(...found.map((what) => `${screen.name}: ${what}`))
    },
    { viewport: PHONE },
  )
  assert.deepEqual(outside, [])
})

test('fields beside one another are aligned, even if one is wrong', { skip }, async () => {
  await tour(
    screens('game-new-faults'),
    site,
    site.browser,
    async ({ page }) => {
      const at = await boxes(page, '.side-by-side:has(.wrong) .field input')
      assert.equal(at.length, 2)
      assert.equal(at[0]?.y, at[1]?.y)
    },
    { viewport: DESK },
  )
})

test('the choices above a plot keep off the sentence over them', { skip }, async () => {
  await tour(
    screens('game-figures-of-a-size'),
    site,
    site.browser,
    async ({ page }) => {
      const [sentence] = await boxes(page, '.plot .plot-how:has(.filters) > p')
      const [chips] = await boxes(page, '.plot .plot-how .filters .chip')
      assert.ok(sentence && chips)
      assert.ok(chips.y - (sentence.y + sentence.height) >= 8, `${chips.y} ${JSON.stringify(sentence)}`)
    },
    { viewport: DESK },
  )
})

test(
  'the headings of a list of communities are as far from what is above, empty or not',
  { skip },
  async () => {
    await tour(
      screens('communities-empty'),
      site,
      site.browser,
      async ({ page }) => {
        const [empty] = await boxes(page, '.part:first-of-type > .soft')
        const [heading] = await boxes(page, '.part + .part > h2')
        assert.ok(empty && heading)
        assert.ok(heading.y - (empty.y + empty.height) >= 24)
      },
      { viewport: PHONE },
    )
  },
)

test(
  'of the pairs of a community no bar reaches its numbers, and all begin at one line',
  { skip },
  async () => {
    await tour(
      screens('community-full'),
      site,
      site.browser,
      async ({ page }) => {
        await page.locator('.pairs .balances > li').first().waitFor()
        const bars = await boxes(page, '.pairs .balances svg')
        const numbers = await boxes(page, '.pairs .balances .bar-result')
        assert.ok(bars.length > 2)
        assert.equal(new Set(bars.map(({ x, width }) => Math.round(x + width / 2))).size, 1)
        for (const [n, { x, width }] of bars.entries())
          assert.ok((numbers[n]?.x ?? 0) - (x + width) >= 8, `${n}`)
      },
      { viewport: PHONE },
    )
  },
)

test(
  'on a desk a recovery code is one line, a title breaks between words, and a hint keeps off its button',
  { skip },
  async (t) => {
    const own = await openSite({ signUp: 'open' })
    t.after(() => own.close())
    const { page, context } = await openDesk(site.browser, { suggests: false, viewport: DESK })
    t.after(() => context.close())
    const looks: Record<string, () => Promise<void>> = {
      'email-faults': async () => assert.deepEqual(await brokenWords(page, 'h1'), []),
      'recovery-codes-made': async () => assert.deepEqual(await broken(page, '.codes code'), []),
      async account() {
        const [button] = await boxes(page, 'form[action$=end-others] button')
        const [hint] = await boxes(page, 'form[action$=end-others] .hint')
        assert.ok(button && hint)
        assert.ok(hint.y - (button.y + button.height) >= 8)
      },
    }
    for (const { name, go } of TOUR) {
      await go(page, own)
      await looks[name]?.()
      delete looks[name]
      if (Object.keys(looks).length === 0) return
    }
    assert.deepEqual(Object.keys(looks), [])
  },
)

const boxes = (page: Page, selector: string) =>
  page.evaluate<{ x: number; y: number; width: number; height: number }[]>(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => one.getBoundingClientRect().toJSON())`,
  )

/** The texts of the selected elements that take two lines or more. */
const broken = (page: Page, selector: string) =>
  page.evaluate<string[]>(`[...document.querySelectorAll(${JSON.stringify(selector)})].filter((one) => {
    const range = document.createRange()
    range.selectNodeContents(one)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1
  }).map((one) => one.textContent)`)

/** The words in the selected elements that begin on one line and end on another. */
const brokenWords = (page: Page, selector: string) =>
  page.evaluate<
    string[]
  >(`[...document.querySelectorAll(${JSON.stringify(selector)})].flatMap(({ firstChild: text }) =>
    [...text.data.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      return range.getClientRects().length > 1
    }).map(([word]) => word))`)
