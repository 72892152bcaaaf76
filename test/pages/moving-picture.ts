/** A moving picture of a match that is recorded on a phone, from the app as it runs. README shows it. */
import { writeFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { Finger, arrived, eveningOf } from '../web/recording.ts'
import { openApp, settled, signedInDesk, visit } from '../web/site.ts'

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
/** In bytes. A larger one keeps people waiting who read README. */
const LARGEST = 500_000

interface Frame {
  png: Buffer
  /** In milliseconds. */
  shown: number
}

/** Records a match tap by tap, and writes an animated WebP. Returns its size. */
export async function takeMovingPicture(browser: Browser, file: string): Promise<number> {
  const site = await openApp()
  try {
    const evening = await eveningOf(site, 'Alma')
    const { page, context } = await signedInDesk(browser, evening.me, PHONE)
    const finger = new Finger(page)
    const frames: Frame[] = []
    const show = async (shown: number) => {
      await page.waitForFunction('document.getAnimations().every((one) => one.playState !== "running")')
      frames.push({ png: await page.screenshot(), shown })
    }
    const type = async (keys: string) => {
      for (const key of keys) {
        await finger.type(key)
        await show(350)
      }
    }
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await visit(page, site, '/')
    await show(1_200)
    await finger.link('Record')
    await settled(page)
    await page.locator('.game-tiles').getByRole('button', { name: 'Ember Keepers' }).waitFor()
    await show(1_000)
    await finger.game('Ember Keepers')
    await page.getByRole('button', { name: /^The same 4 as/ }).waitFor()
    await show(1_200)
    await finger.button(/^The same 4 as/)
    await page.getByRole('group', { name: 'Keys' }).waitFor()
    await show(800)
    for (const [n, score] of ['42+6', '57', '48', '44'].entries()) {
      if (n > 0) await finger.button('Next')
      await type(score)
    }
    await page.getByText('\u2068Bruno\u2069 wins by 9 points.').waitFor()
    await show(1_600)
    await finger.button('Finish match')
    await arrived(page)
    await settled(page)
    await show(3_000)
    await context.close()
    const moving = await sharp(
      frames.map(({ png }) => png),
      { join: { animated: true } },
    )
      .webp({ quality: 70, effort: 6, loop: 0, delay: frames.map(({ shown }) => shown), minSize: true })
      .toBuffer()
    if (moving.length > LARGEST)
      throw new Error(`The moving picture has ${moving.length} bytes, and may have ${LARGEST}.`)
    await writeFile(file, moving)
    return moving.length
  } finally {
    await site.close()
  }
}
