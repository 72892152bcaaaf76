/** Every screen of the app: accessible at four widths, in light and dark and at 200 %, and free of errors. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { readRoutes } from '../../../src/pages/app/routes.ts'
import { foundByAxe } from '../../pages/axe.ts'
import { SCREENS } from '../../web/screens.ts'
import { tour } from '../../web/screen-tour.ts'
import { shareApp, skip } from '../../web/site.ts'

const site = shareApp()

const WIDTHS = [320, 360, 768, 1280]

/**
 * For each path, the screen with the most on it. Axe checks it at all widths, in light and dark. It checks the other screens of a
 * path on the narrowest phone and on the desk in light, and their colours on that phone in dark. That is enough: the same rules
 * style all screens of a path, layouts change only at 768 and 960 px, and colours are the same at all widths.
 */
const FULLEST = new Set([
  'home-full',
  'record-scores',
  'record-draft',
  'matches-many',
  'match-final',
  'match-to-decide',
  'correct-changed',
  'inbox-full',
  'people-full',
  'person-full',
  'pair',
  'recap',
  'stand-ins-many',
  'stand-in',
  'stand-in-pair',
  'stand-in-with',
  'games-many',
  'game-new-faults',
  'game-figures-full',
  'game-conflict',
  'communities-many',
  'community-new',
  'community-full',
  'community-settings',
  'invitation-question',
  'settings',
  'who-sees-me-full',
  'who-sees-my-matches',
  'groups-full',
  'group-full',
  'trust-full',
  'data-full',
  'import-questions',
  'games-missing',
  'notifications-full',
])

/** The colour schemes in which axe checks a screen at this width. */
function schemesAt(name: string, width: number): readonly ('light' | 'dark')[] {
  if (FULLEST.has(name) || width === WIDTHS[0]) return ['light', 'dark']
  return width === WIDTHS.at(-1) ? ['light'] : []
}

/** The path of each screen, by its name. */
const paths = new Map<string, string>()

/** Only screens with this text in their name are checked, if it is set. */
const only = process.env['SCOREBOOK_TEST_SCREENS'] ?? ''

test(
  'axe finds nothing on any screen, nothing scrolls sideways, and the focus is always seen',
  { skip },
  async () => {
    const faults: string[] = []
    const seen = new Set<Page>()
    await tour(
      SCREENS.filter(({ name }) => name.includes(only)),
      site,
      site.browser,
      async ({ screen: { name }, path, page }) => {
        paths.set(name, path)
        if (!seen.has(page)) {
          seen.add(page)
          page.on('request', (request) => {
            const { origin, protocol } = new URL(request.url())
            if (origin !== site.url && protocol !== 'data:' && protocol !== 'blob:')
              faults.push(`${name} asks ${request.url()}`)
          })
          page.on('console', (message) => {
            // The browser also logs refused requests, which some screens are about.
            if (!/status of (4|5)\d\d|ERR_INTERNET_DISCONNECTED|ERR_FAILED/.test(message.text()))
              faults.push(`${name}: the browser says ${message.text()}`)
          })
        }
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: width < 768 ? 740 : 800 })
          faults.push(...(await tooWide(page)).map((what) => `${name} at ${width}: ${what}`))
          for (const colorScheme of schemesAt(name, width)) {
            await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
            // In dark, only the colours can differ.
            for (const fault of await foundByAxe(page, { onlyColours: colorScheme === 'dark' }))
              faults.push(`${name} at ${width}, ${colorScheme}: ${fault}`)
          }
        }
        faults.push(...(await atDouble(page)).map((what) => `${name} at 200 %: ${what}`))
        faults.push(...(await unseenFocus(page)).map((what) => `${name}: ${what}`))
      },
      { reducedMotion: 'reduce' },
    )
    assert.deepEqual(faults, [])
  },
)

test(
  'every path of the app has a screen that axe sees at all widths',
  { skip: skip || (only !== '' && 'few screens were looked at') },
  async () => {
    assert.deepEqual(
      [...FULLEST].filter((name) => !paths.has(name)),
      [],
    )
    const formOf = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)
    const fullest = [...FULLEST].map((name) => paths.get(name)?.split(/[?#]/)[0] ?? '')
    const without = (await readRoutes()).filter(({ path }) => !fullest.some((one) => formOf(path).test(one)))
    assert.deepEqual(
      without.map(({ path }) => path),
      [],
    )
  },
)

/** The page itself must never scroll sideways. Returns a sentence if it does. */
async function tooWide(page: Page): Promise<string[]> {
  const wide = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  if (wide <= 0) return []
  const who = await page.evaluate<string>(`
    [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > innerWidth + 0.5)
      .map((one) => one.tagName + '.' + one.getAttribute('class')).slice(0, 3).join(', ')`)
  return [`${wide} px too wide: ${who}`]
}

/** Zooming a desk to 200 % halves its width in pixels. Enlarging only the text doubles the font size. */
async function atDouble(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 640, height: 400 })
  const half = await tooWide(page)
  await page.setViewportSize({ width: 640, height: 740 })
  await page.evaluate(`document.documentElement.style.setProperty('font-size', '200%')`)
  const text = await tooWide(page)
  await page.evaluate(`document.documentElement.style.removeProperty('font-size')`)
  return [...half, ...text.map((what) => `text: ${what}`)]
}

/** Moves with Tab alone: each focused element must be on the screen, not covered, and look focused. */
async function unseenFocus(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.evaluate(`document.activeElement?.blur?.()`)
  const faults: string[] = []
  for (let n = 0; n < 60; n++) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate<{
      what: string
      first: boolean
      seen: boolean
      covered: string
    } | null>(`(() => {
      const at = document.activeElement
      if (!at || at === document.body) return null
      const first = at.dataset.seen === 'yes'
      at.dataset.seen = 'yes'
      // A row may show the focus of what is in it.
      const row = at.closest('li, .score-row') ?? at
      const outlined = (one) => getComputedStyle(one).outlineStyle !== 'none' && parseFloat(getComputedStyle(one).outlineWidth) > 0
      const style = getComputedStyle(at)
      const around = at.closest('.field, .combobox, .focus') ?? at
      const drawn = outlined(at) || outlined(row) || parseFloat(style.borderBottomWidth) >= 2 || around !== at
      const box = at.getBoundingClientRect()
      const x = Math.min(Math.max(box.x + box.width / 2, 1), innerWidth - 1)
      const y = Math.min(Math.max(box.y + box.height / 2, 1), innerHeight - 1)
      const top = document.elementFromPoint(x, y)
      const covered = top && !(at.contains(top) || top.contains(at) || top.closest('label')?.control === at) ? top.tagName + '.' + top.className : ''
      return { what: at.tagName + ' ' + (at.textContent || at.getAttribute('aria-label') || at.id).slice(0, 40), first, seen: drawn && box.width > 0 && box.bottom > 0 && box.top < innerHeight, covered }
    })()`)
    if (at === null || at.first) break
    if (!at.seen) faults.push(`the focus is not seen at ${at.what}`)
    else if (at.covered !== '') faults.push(`the focus is covered by ${at.covered} at ${at.what}`)
  }
  await page.evaluate(`document.querySelectorAll('[data-seen]').forEach((one) => delete one.dataset.seen)`)
  return faults
}
