/** The screens of a correction: its form, and the reasons why there is none. */
import type { Page } from 'playwright-core'
import type { Screen } from './screens.ts'
import type { AppSite } from './site.ts'
import { HOSTILE, done, editor, newGame, newMatch, newStandIn, selfOf } from './table.ts'
import { correct, evening, round, seatIn } from './truth.ts'

const HOST = 'Runa'
const GUEST = `Bruno of ${HOST}`

let made: ReturnType<typeof round> | undefined
const tableIn = (site: AppSite) => (made ??= round(site, HOST))

const proposing = async (site: AppSite): Promise<string> =>
  `/matches/${await evening(await tableIn(site))}/propose`

const score = (page: Page, name: string) => page.getByLabel(`Score of ${name}`)

const screen = (
  name: string,
  who: string,
  prepare?: (page: Page, site: AppSite) => Promise<void>,
): Screen => ({
  name: `correct-${name}`,
  path: proposing,
  who,
  ...(prepare && { prepare }),
})

export const CORRECT_SCREENS: readonly Screen[] = [
  screen('nothing-yet', GUEST),
  screen('changed', GUEST, async (page) => {
    await score(page, 'Bruno').fill('47')
    await score(page, 'Edda').fill('30+6')
    await page.getByRole('button', { name: /^Send to/ }).waitFor()
  }),
  screen('own', HOST, async (page) => {
    await score(page, 'Carla').fill('43')
    await page.getByRole('button', { name: 'Change it' }).waitFor()
  }),
  screen('seat', GUEST, async (page) => {
    await page.getByRole('button', { name: 'Place and details of Bruno' }).click()
    await page.getByRole('dialog').waitFor()
  }),
  screen('faulty', GUEST, async (page) => {
    await score(page, 'Bruno').fill('1.234')
    await page.getByText('at most two decimals').waitFor()
  }),
  screen('meanwhile', GUEST, async (page, site) => {
    const { host, bruno } = await tableIn(site)
    const matchId = /matches\/([^/]+)/.exec(page.url())?.[1] ?? ''
    await score(page, 'Bruno').fill('47')
    const id = await correct(host, matchId, bruno.standIn, { score: 44 })
    done(await host.patch(`/matches/${matchId}/edits/${id}`, { status: 'APPROVED' }, '*'), 200)
    await page.getByRole('button', { name: /^Send to/ }).click()
    await page.getByRole('dialog').waitFor()
  }),
  screen('offline', GUEST, async (page) => {
    await score(page, 'Bruno').fill('47')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Send it when I am online' }).waitFor()
  }),
  {
    name: 'correct-by-hand',
    who: HOST,
    async path(site) {
      const { host, self, game, bruno, carla } = await tableIn(site)
      const table = await newMatch(host, game, [
        { id: self, score: 45, rank: 1, outcome: 'WIN' },
        { id: bruno.standIn, score: 41, rank: 2, outcome: 'LOSS' },
        { id: carla.standIn, score: 40, rank: 3, outcome: 'LOSS' },
      ])
      await correct(bruno.person, table, bruno.standIn, { score: 42 })
      return `/matches/${table}/propose`
    },
    async prepare(page) {
      await score(page, 'Bruno').fill('47')
      await page.getByRole('button', { name: 'Take the places from the scores' }).waitFor()
    },
  },
  {
    name: 'correct-winner',
    who: HOST,
    async path(site) {
      const { host, self, bruno, carla } = await tableIn(site)
      const game = await newGame(site, 'Thistle Council', { scoreType: 'WIN_LOSS', winCondition: undefined })
      const expansion = done(
        await (await editor(site)).post(`/games/${game}/expansions`, { displayName: 'Far Shores' }),
      )
      const match = await newMatch(
        host,
        game,
        [
          { id: self, outcome: 'WIN' },
          { id: bruno.standIn, outcome: 'LOSS' },
          { id: carla.standIn, outcome: 'LOSS' },
        ],
        { expansions: [expansion.id] },
      )
      return `/matches/${match}/propose`
    },
    async prepare(page) {
      await page.getByRole('button', { name: /^Bruno/ }).click()
      await page.getByRole('button', { name: /^Expansions/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Far Shores' }).click()
      await page.getByRole('button', { name: 'Done' }).click()
    },
  },
  {
    name: 'correct-hostile-names',
    who: 'Rike',
    async path(site) {
      const host = await site.person('Rike')
      const [self, game] = [await selfOf(host), await newGame(site, HOSTILE[3] ?? '')]
      const seats = [{ id: self, score: 12_345_678.25, loadoutAttributes: {} }]
      for (const [n, name] of HOSTILE.entries())
        seats.push({ id: await newStandIn(host, name), score: n, loadoutAttributes: { [name]: name } })
      return `/matches/${await newMatch(host, game, seats)}/propose`
    },
    async prepare(page) {
      for (const field of await page.locator('.score-row input').all()) await field.fill('-99999999.25')
    },
  },
  {
    name: 'correct-off',
    who: HOST,
    async path(site) {
      const made = await tableIn(site)
      const match = await evening(made)
      done(await made.host.patch(`/matches/${match}`, { editRequestsEnabled: false }, '*'), 200)
      return `/matches/${match}/propose`
    },
  },
  {
    name: 'correct-draft',
    who: HOST,
    async path(site) {
      const { host, self, game } = await tableIn(site)
      return `/matches/${await newMatch(host, game, [{ id: self, score: 3 }], { draft: true })}/propose`
    },
  },
  {
    name: 'correct-hidden',
    who: 'Rolf',
    async path(site) {
      const host = await site.person('Rasmus')
      const game = await newGame(site, 'Copper Lights')
      const match = await newMatch(host, game, [{ id: await selfOf(host), score: 3 }])
      return `/matches/${match}/propose`
    },
  },
  {
    name: 'match-proposed',
    who: GUEST,
    async path(site) {
      const made = await tableIn(site)
      const match = await evening(made)
      await correct(made.bruno.person, match, made.bruno.standIn, { score: 47 })
      return `/matches/${match}`
    },
  },
  {
    name: 'match-to-decide',
    who: HOST,
    async path(site) {
      const made = await tableIn(site)
      const match = await evening(made)
      await correct(made.bruno.person, match, made.bruno.standIn, { score: 47 })
      const seat = await seatIn(made.edda.person, match, made.edda.standIn)
      done(
        await made.edda.person.post(
          `/matches/${match}/participants/${seat}/dispute`,
          { reason: 'I had 43. We forgot the lighthouse.' },
          { 'if-match': '*' },
        ),
        200,
      )
      return `/matches/${match}`
    },
  },
]
