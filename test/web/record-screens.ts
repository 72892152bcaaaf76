/** The screens of recording: the choice of a game, the sheet in each of its states, and what waits on the device. */
import type { Page } from 'playwright-core'
import { type Evening, GAMES, type Kind, eveningOf } from './recording.ts'
import type { Screen } from './screens.ts'
import type { AppSite } from './site.ts'

const WHO = 'Ida'

let evening: Promise<Evening> | undefined
const eveningIn = (site: AppSite) => (evening ??= eveningOf(site, WHO))

const begun = async (site: AppSite): Promise<string> => {
  await eveningIn(site)
  return '/record'
}

async function open(page: Page, kind: Kind): Promise<void> {
  await page.locator('.game-tiles').getByRole('button', { name: GAMES[kind][0] }).click()
  await page.getByRole('button', { name: /^The same 4 as/ }).click()
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

/** In the rows themselves, which phone and desk both have. */
async function write(page: Page, scores: readonly string[]): Promise<void> {
  for (const [n, score] of scores.entries()) await page.locator('.score-row input').nth(n).fill(score)
}

const screen = (name: string, prepare: (page: Page) => Promise<void>): Screen => ({
  name: `record-${name}`,
  path: begun,
  who: WHO,
  prepare,
})

export const RECORD_SCREENS: readonly Screen[] = [
  screen('game', (page) => page.locator('.game-tiles').waitFor()),
  screen('nobody', async (page) => {
    await page.locator('.game-tiles').getByRole('button', { name: GAMES.SCORE[0] }).click()
    await page.getByRole('button', { name: /^The same 4 as/ }).waitFor()
  }),
  screen('scores', async (page) => {
    await open(page, 'SCORE')
    await write(page, ['42+6', '57', '48', '38+6'])
  }),
  screen('time', async (page) => {
    await open(page, 'TIME')
    await write(page, ['12:34', '9', '1:75', ''])
  }),
  screen('winner', async (page) => {
    await open(page, 'WIN_LOSS')
    await press(page, /^Carla/)
  }),
  screen('seat', async (page) => {
    await open(page, 'SCORE')
    await press(page, 'Place and details of Bruno')
    await page.getByRole('dialog').waitFor()
  }),
  screen('someone-new', async (page) => {
    await open(page, 'SCORE')
    await press(page, '+ Someone new')
    await page.getByLabel('Name', { exact: true }).fill('Ed')
    await page.getByText('You already have stand-ins').waitFor()
  }),
  screen('missing', async (page) => {
    await open(page, 'SCORE')
    await write(page, ['42'])
    await press(page, 'Finish match')
    await page.getByRole('dialog').waitFor()
  }),
  screen('waiting', async (page) => {
    await open(page, 'WIN_LOSS')
    await press(page, 'Everybody won')
    await page.context().setOffline(true)
    await press(page, 'Finish match')
    await page.getByText('It is sent as soon as there is a connection').waitFor()
  }),
]
