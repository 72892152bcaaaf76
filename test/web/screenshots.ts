/** `npm run screenshots -- FOLDER`: a picture of every page, on a phone and a desk, in light and dark. */
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { onTestServer, quickFolder } from '../setup.ts'
import { openBrowser, openDesk, openSite } from './site.ts'
import { TOUR } from './tour.ts'

const folder = resolve(process.argv[2] ?? join(tmpdir(), 'scorebook-screenshots'))
const SIZES = { phone: { width: 360, height: 740 }, desk: { width: 1280, height: 800 } }

async function takeAll(): Promise<void> {
  const [site, browser] = await Promise.all([openSite({ signUp: 'open' }), openBrowser()])
  try {
    const { page, complaints } = await openDesk(browser, { suggests: false })
    for (const [n, { name, go }] of TOUR.entries()) {
      await go(page, site)
      for (const [size, viewport] of Object.entries(SIZES)) {
        await page.setViewportSize(viewport)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          const path = join(folder, `${String(n + 1).padStart(2, '0')}-${name}-${size}-${colorScheme}.png`)
          await page.screenshot({ path, fullPage: true })
        }
      }
    }
    console.log(`${TOUR.length} pages are in ${folder}.`)
    for (const complaint of complaints) console.log(`The browser says: ${complaint}`)
  } finally {
    await browser.close()
    await site.close()
  }
}

await mkdir(folder, { recursive: true })
await onTestServer(takeAll, { within: await quickFolder() })
