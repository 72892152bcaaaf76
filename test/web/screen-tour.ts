/** Goes through the screens of the app, each with a browser of whoever looks at it. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { Desk } from '../pages/site.ts'
import type { Screen } from './screens.ts'
import { type AppSite, settled, signedInDesk } from './site.ts'

export interface Stand {
  screen: Screen
  /** Where it is, with the things that were made for it. */
  path: string
  desk: Desk
  page: Page
}

/** Calls `look` at each screen as it is. Screens of one person share a browser, as they do in life. */
export async function tour(
  screens: readonly Screen[],
  site: AppSite,
  browser: Browser,
  look: (stand: Stand) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const desks = new Map<string, Desk>()
  try {
    for (const screen of screens) {
      const { who = 'Alma', roles, path, prepare } = screen
      const person = await site.person(who, roles)
      const desk = desks.get(who) ?? (await signedInDesk(browser, person, options))
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
