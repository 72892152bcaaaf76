/** What somebody does who is new here: they open the operator's link, and record a first match, with a game and people they add. */
import type { Page } from 'playwright-core'
import { PASSWORD } from '../pages/site.ts'
import { Finger, arrived, row } from './recording.ts'
import { type AppSite, settled } from './site.ts'

/** Makes an account with a password, and opens the app. */
export async function joins(page: Page, { url }: AppSite, link: string, name: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Go on with this password' }).click()
  await page.waitForURL(({ pathname }) => !['/link', '/join'].includes(pathname))
  await page.goto(`${url}/`)
  await settled(page)
}

/**
 * Records a match from the start page. The first score is the person's own; the others are of new stand-ins. Returns the path of the
 * match.
 */
export async function recordsFirst(
  page: Page,
  game: string,
  own: { name: string; score: string },
  others: Record<string, string> = {},
): Promise<string> {
  const finger = new Finger(page)
  await finger.link('Record')
  await finger.button('Add a game')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill(game)
  await dialog.getByLabel('Minimum players').fill('1')
  await dialog.getByRole('button', { name: 'Add' }).tap()
  await page.getByRole('heading', { name: game }).waitFor()
  await finger.button(`+ ${own.name} (you)`)
  const names = Object.keys(others)
  if (names.length > 0) await finger.button('+ New stand-in')
  for (const name of names) {
    await page.locator('#someone:focus').waitFor()
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await row(page, name).waitFor()
  }
  for (const [name, score] of [[own.name, own.score], ...Object.entries(others)]) {
    await finger.tap(row(page, name ?? '').locator('input'))
    await finger.type(score ?? '')
  }
  await finger.button('Finish match')
  await arrived(page)
  await settled(page)
  return new URL(page.url()).pathname
}
