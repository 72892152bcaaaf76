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

/** Opens each screen and calls `look`. Screens of the same person share a browser, as in real life. */
export async function tour(
  screens: readonly Screen[],
  site: AppSite,
  browser: Browser,
  look: (stand: Stand) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const desks = new Map<string, Desk>()
  const deskFor = async ({ who = 'Alma', roles }: Screen) =>
    STRANGERS.has(who)
      ? openDesk(browser, { passkeys: false, suggests: false, locale: 'en', ...options })
      : signedInDesk(browser, await site.person(who, roles), options)
  try {
    for (const screen of screens) {
      const { who = 'Alma', path, prepare } = screen
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
    }
  } finally {
    await Promise.all([...desks.values()].map(({ context }) => context.close()))
  }
}
