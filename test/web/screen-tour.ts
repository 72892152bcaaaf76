/** Visits the screens of the app, each with the right person's browser. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { type Desk, openDesk } from '../pages/site.ts'
import { type Screen, STRANGERS } from './screens.ts'
import { type AppSite, settled, signedInDesk } from './site.ts'

interface Stand {
  screen: Screen
  /** The path of the screen, with the ids of what was made for it. */
  path: string
  desk: Desk
  page: Page
}

/**
 * Opens each screen and calls `look`. Screens of the same person share a browser, as in real life. It closes after the person's
 * last screen: an open page goes on working, and there are some seventy people.
 */
export async function tour(
  screens: readonly Screen[],
  site: AppSite,
  browser: Browser,
  look: (stand: Stand) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const desks = new Map<string, Desk>()
  const lasts = new Map(screens.map((screen) => [whoIn(screen), screen]))
  const deskFor = async (screen: Screen) =>
    STRANGERS.has(whoIn(screen))
      ? openDesk(browser, { passkeys: false, suggests: false, locale: 'en', ...options })
      : signedInDesk(browser, await site.person(whoIn(screen), screen.roles), options)
  try {
    for (const screen of screens) {
      const { path, prepare } = screen
      const who = whoIn(screen)
      const desk = desks.get(who) ?? (await deskFor(screen))
      desks.set(who, desk)
      const { page, context } = desk
      const at = typeof path === 'string' ? path : await path(site)
      await page.goto(site.url + at)
      await settled(page)
      await prepare?.(page, site)
      await look({ screen, path: at, desk, page })
      await context.setOffline(false)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      if (lasts.get(who) !== screen) continue
      desks.delete(who)
      await context.close()
    }
  } finally {
    await Promise.all([...desks.values()].map(({ context }) => context.close()))
  }
}

const whoIn = ({ who = 'Alma' }: Screen): string => who
