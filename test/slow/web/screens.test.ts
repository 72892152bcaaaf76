/** Every screen of the app: accessible at four widths, in light and dark and at 200 %, and free of errors. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { readRoutes } from '../../../src/pages/app/routes.ts'
import { foundByAxe } from '../../pages/axe.ts'
import { inPart } from '../../parts.ts'
import { SCREENS, SCREEN_LISTS } from '../../web/screens.ts'
import { tour } from '../../web/screen-tour.ts'
import { shareApp, skip } from '../../web/site.ts'

const site = shareApp()

const WIDTHS = [320, 360, 768, 1280]

/**
 * For each path, the screen with the most on it, and the path's route. Axe checks it at all widths, in light and dark. It checks
 * the other screens of a path on the narrowest phone and on the desk in light, and their colours on that phone in dark. That is
 * enough: the same rules style all screens of a path, layouts change only at 768 and 960 px, and colours are the same at all
 * widths.
 */
const FULLEST: ReadonlyMap<string, string> = new Map([
  ['home-full', '/'],
  ['record-scores', '/record'],
  ['record-draft', '/record/:id'],
  ['matches-many', '/matches'],
  ['match-final', '/matches/:id'],
  ['match-to-decide', '/matches/:id'],
  ['correct-changed', '/matches/:id/propose'],
  ['inbox-full', '/inbox'],
  ['people-full', '/people'],
  ['person-full', '/people/:id'],
  ['pair', '/people/:id/with/:otherId'],
  ['recap', '/recap/:year'],
  ['stand-ins-many', '/stand-ins'],
  ['stand-in', '/stand-ins/:id'],
  ['stand-in-pair', '/people/:id/with/:otherId'],
  ['stand-in-with', '/stand-ins/:id/with/:otherId'],
  ['games-many', '/games'],
  ['game-new-faults', '/games/new'],
  ['game-figures-full', '/games/:id'],
  ['game-conflict', '/games/:id/edit'],
  ['communities-many', '/communities'],
  ['community-new', '/communities/new'],
  ['community-full', '/communities/:id'],
  ['community-settings', '/communities/:id/edit'],
  ['invitation-question', '/invitation'],
  ['settings', '/settings'],
  ['who-sees-me-full', '/settings/privacy'],
  ['who-sees-me-as-full', '/settings/privacy/as/:looker'],
  ['who-sees-my-matches', '/settings/privacy/:kind'],
  ['groups-full', '/settings/groups'],
  ['group-full', '/settings/groups/:id'],
  ['trust-full', '/settings/trusted-editors'],
  ['data-full', '/settings/data'],
  ['import-questions', '/settings/import'],
  ['games-missing', '/games/missing'],
  ['translations-full', '/translations'],
  ['translation-editor', '/translations/:app/:locale'],
  ['keys-import-tried', '/translations/:app/import'],
  ['translation-file-tried', '/translations/:app/:locale/file'],
  ['notifications-full', '/settings/notifications'],
  ['catalogue-queue', '/catalogue/candidates'],
  ['catalogue-pipeline', '/catalogue/pipeline'],
  ['catalogue-rankings', '/catalogue/rankings'],
  ['catalogue-candidate-compared', '/catalogue/candidates/:id'],
  ['operator-state', '/operator'],
  ['operator-people', '/operator/people'],
  ['operator-person', '/operator/people/:id'],
  ['operator-invitations', '/operator/invitations'],
  ['operator-clients', '/operator/clients'],
  ['operator-webhooks', '/operator/webhooks'],
  ['operator-webhook', '/operator/webhooks/:hook'],
  ['operator-audit', '/operator/audit'],
])

/** The colour schemes in which axe checks a screen at this width. */
function schemesAt(name: string, width: number): readonly ('light' | 'dark')[] {
  if (FULLEST.has(name) || width === WIDTHS[0]) return ['light', 'dark']
  return width === WIDTHS.at(-1) ? ['light'] : []
}

/** Only screens with this text in their name are checked, if it is set. */
const only = process.env['SCOREBOOK_TEST_SCREENS'] ?? ''

/** Parts take whole topics, because the screens of a topic may share what was made for one of them. */
const mine = inPart(import.meta.url, SCREEN_LISTS)
  .flat()
  .filter(({ name }) => name.includes(only))

const hasForm = (path: string, route: string) =>
  new RegExp(`^${route.replaceAll(/:\w+/g, '[^/?#]+')}(?:[?#]|$)`).test(path)

test(
  'axe finds nothing on any screen, nothing scrolls sideways, and the focus is always seen',
  { skip },
  async () => {
    const faults: string[] = []
    const seen = new Set<Page>()
    await tour(
      mine,
      site,
      site.browser,
      async ({ screen: { name }, path, page }) => {
        const route = FULLEST.get(name)
        if (route !== undefined && !hasForm(path, route)) faults.push(`${name} is ${path}, and not ${route}`)
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

test('every path of the app has a screen that axe sees at all widths', async () => {
  const names = new Set(SCREENS.map(({ name }) => name))
  assert.deepEqual(
    [...FULLEST.keys()].filter((name) => !names.has(name)),
    [],
  )
  const seen = new Set(FULLEST.values())
  assert.deepEqual(
    (await readRoutes()).filter(({ path }) => !seen.has(path)),
    [],
  )
})

test('a person of the screens has the same roles on each, so that all can be taken from one service', () => {
  const rolesOf = Map.groupBy(SCREENS, ({ who = 'Alma' }) => who)
  for (const [who, theirs] of rolesOf) {
    const roles = new Set(theirs.map((screen) => (screen.roles ?? []).join(', ')))
    assert.equal(roles.size, 1, `${who}: ${[...roles].join(' and ')}`)
  }
})

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

interface Focused {
  what: string
  seen: boolean
  /** What is above the middle of the element; empty if nothing is. */
  covered: string
}

/** True if the focus is nowhere, or was here before. Marks the element. */
const KNOWN = `(() => {
      const at = document.activeElement
      if (!at || at === document.body) return true
      const known = at.dataset.seen === 'yes'
      at.dataset.seen = 'yes'
      return known
    })()`

const FOCUSED = `(() => {
      const at = document.activeElement
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
      return { what: at.tagName + ' ' + (at.textContent || at.getAttribute('aria-label') || at.id).slice(0, 40), seen: drawn && box.width > 0 && box.bottom > 0 && box.top < innerHeight, covered }
    })()`

/** Moves with Tab alone: each focused element must be on the screen, not covered, and look focused. */
async function unseenFocus(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.evaluate(`document.activeElement?.blur?.()`)
  const faults: string[] = []
  for (let n = 0; n < 60; n++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate<boolean>(KNOWN)) break
    let at = await page.evaluate<Focused>(FOCUSED)
    // When the pad opens, the page makes room for it, and then moves the row.
    for (let tries = 0; tries < 20 && (!at.seen || at.covered !== ''); tries++) {
      await sleep(50)
      at = await page.evaluate<Focused>(FOCUSED)
    }
    if (!at.seen) faults.push(`the focus is not seen at ${at.what}`)
    else if (at.covered !== '') faults.push(`the focus is covered by ${at.covered} at ${at.what}`)
  }
  await page.evaluate(`document.querySelectorAll('[data-seen]').forEach((one) => delete one.dataset.seen)`)
  return faults
}
