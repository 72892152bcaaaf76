/** The screens of recording: choosing a game, the draft in each state, and unsent matches. */
import type { Page } from 'playwright-core'
import { evenings } from './evenings.ts'
import { type Evening, GAMES, type Kind, eveningOf } from './recording.ts'
import type { Screen } from './screens.ts'
import type { AppSite } from './site.ts'
import { done } from './table.ts'

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

/** Types into the rows themselves, which exist on phone and desk. */
async function write(page: Page, scores: readonly string[]): Promise<void> {
  for (const [n, score] of scores.entries()) await page.locator('.score-row input').nth(n).fill(score)
}

const gameOfCommunity = async (site: AppSite): Promise<string> => {
  const people = [await site.person('Bruno Brandt'), await site.person('Carla Cruz')]
  const { gameId, communityId, host } = await evenings(site, 'Inga', 2, { people, joinPolicy: 'OPEN' })
  done(await (await site.person('Zora Zahn')).post(`/communities/${communityId}/memberships`))
  done(await host.post('/playsets', { gameId, displayName: 'Pier rules', variants: ['open hands'] }))
  return `${gameId}&community=${communityId}`
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
  screen('sides', async (page) => {
    await open(page, 'SCORE')
    await press(page, 'Sides')
    await press(page, 'Rounds')
    await write(page, ['42+6-5', '57+'])
    await page.locator('.rounds').waitFor()
  }),
  screen('places', async (page) => {
    await open(page, 'SCORE')
    await press(page, 'Places')
    await press(page, /^Carla/)
  }),
  screen('seat', async (page) => {
    await open(page, 'SCORE')
    await press(page, 'Place and details of Bruno')
    await page.getByRole('dialog').waitFor()
  }),
  screen('new-stand-in', async (page) => {
    await open(page, 'SCORE')
    await press(page, '+ New stand-in')
    await page.getByLabel('Name', { exact: true }).fill('Ed')
    await page.getByText('You already have stand-ins').waitFor()
  }),
  screen('missing', async (page) => {
    await open(page, 'SCORE')
    await write(page, ['42'])
    await press(page, 'Finish match')
    await page.getByRole('dialog').waitFor()
  }),
  {
    name: 'record-community',
    who: 'Inga',
    path: async (site) => `/record?game=${await gameOfCommunity(site)}`,
    prepare: async (page) => {
      await press(page, 'From Inga’s Thursday table')
      await page.getByRole('button', { name: '+ Zora Zahn' }).waitFor()
      await page.getByText('The 4 members of').waitFor()
    },
  },
  screen('new-playset', async (page) => {
    await open(page, 'SCORE')
    await press(page, 'Playset')
    await press(page, 'New playset')
    await page.getByRole('button', { name: 'Far Shores' }).waitFor()
  }),
  screen('waiting', async (page) => {
    await open(page, 'WIN_LOSS')
    await press(page, 'Everybody won')
    await page.context().setOffline(true)
    await press(page, 'Finish match')
    await page.getByText('It is sent as soon as there is a connection').waitFor()
  }),
]
