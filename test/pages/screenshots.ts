/** `npm run screenshots -- FOLDER`: takes a picture of every page, on a phone and a desk, in light and dark, and a moving one. */
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { onTestServer, quickFolder } from '../setup.ts'
import { openBrowser, openDesk, openSite } from './site.ts'
import { SCREENS } from '../web/screens.ts'
import { tour } from '../web/screen-tour.ts'
import { openApp } from '../web/site.ts'
import { takeMovingPicture } from './moving-picture.ts'
import { TOUR } from './tour.ts'

const folder = resolve(process.argv[2] ?? join(tmpdir(), 'scorebook-screenshots'))
/** Words, separated by commas. If there are any, only screens of the app with one of them in their names are taken. */
const only = (process.argv[3] ?? '').split(',')
const MOVING = 'recording'
const SIZES = { phone: { width: 360, height: 740 }, desk: { width: 1280, height: 800 } }

async function takeAll(): Promise<void> {
  const browser = await openBrowser()
  try {
    if (only.includes('')) await takePages(browser)
    await takeScreens(browser)
    if (only.some((part) => MOVING.includes(part))) {
      const bytes = await takeMovingPicture(browser, join(folder, `${MOVING}.webp`))
      console.log(`${MOVING}.webp has ${bytes} bytes.`)
    }
  } finally {
    await browser.close()
  }
}

/** Takes the pages of the service: signing in, and the account. */
async function takePages(browser: Browser): Promise<void> {
  const site = await openSite({ signUp: 'open' })
  try {
    const { page, complaints } = await openDesk(browser, { suggests: false })
    for (const [n, { name, go }] of TOUR.entries()) {
      await go(page, site)
      await take(page, `${String(n + 1).padStart(2, '0')}-${name}`)
    }
    tell(`${TOUR.length} pages`, complaints)
  } finally {
    await site.close()
  }
}

async function takeScreens(browser: Browser): Promise<void> {
  const site = await openApp()
  const screens = SCREENS.filter(({ name }) => only.some((part) => name.includes(part)))
  const complaints: string[] = []
  try {
    await tour(screens, site, browser, async ({ screen, page, desk }) => {
      await take(page, `app-${screen.name}`)
      complaints.push(...desk.complaints.splice(0))
    })
    tell(`${screens.length} screens of the app`, complaints)
  } finally {
    await site.close()
  }
}

/** The app has a fixed bar, so pictures of it show only what fits on the screen. */
async function take(page: Page, name: string): Promise<void> {
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const fullPage = !name.startsWith('app-')
      await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`), fullPage })
    }
  }
}

function tell(what: string, complaints: readonly string[]): void {
  console.log(`${what} are in ${folder}.`)
  for (const complaint of complaints) console.log(`The browser says: ${complaint}`)
}

await mkdir(folder, { recursive: true })
await onTestServer(takeAll, { within: await quickFolder() })
