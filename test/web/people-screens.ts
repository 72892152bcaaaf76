/** The screens of a person, of two people, and of a year, one row for each state. */
import type { Page } from 'playwright-core'
import { play, players } from './players.ts'
import type { Screen } from './screens.ts'
import { HOSTILE, done, newGame, newMatch, newStandIn, playerOf, selfOf } from './table.ts'
import { twoBrunos } from './two-brunos.ts'

/** Shows each plot of the page as a table. */
export async function asTables(page: Page): Promise<void> {
  const buttons = page.getByRole('button', { name: /^Table: / })
  await buttons.first().waitFor()
  for (let left = await buttons.count(); left > 0; left--) await buttons.first().click()
}

const YEAR = new Date().getFullYear()

export const PEOPLE_SCREENS: readonly Screen[] = [
  { name: 'people-alone', path: '/people', who: 'Wilma' },
  {
    name: 'person-empty',
    who: 'Wilma',
    path: async (site) => `/people/${await playerOf(await site.person('Wilma'))}`,
  },
  { name: 'recap-empty', path: `/recap/${YEAR}`, who: 'Wilma' },
  {
    name: 'person-one-match',
    who: 'Xenia',
    async path(site) {
      const host = await site.person('Xenia')
      const seats = [
        { id: await selfOf(host), score: 31 },
        { id: await newStandIn(host, 'Bruno'), score: 44 },
      ]
      await newMatch(host, await newGame(site, 'Ember Keepers'), seats, {
        playedAt: new Date().toISOString(),
      })
      return `/people/${await playerOf(host)}`
    },
  },
  {
    name: 'person-full',
    who: 'Alma Ahrens',
    async path(site) {
      const made = await players(site, 'Alma Ahrens')
      await play(made, 110)
      return `/people/${made.player}`
    },
  },
  {
    name: 'person-tables',
    who: 'Alma Ahrens',
    path: async (site) => `/people/${await playerOf(await site.person('Alma Ahrens'))}`,
    prepare: asTables,
  },
  {
    name: 'person-narrowed',
    who: 'Alma Ahrens',
    path: async (site) => `/people/${await playerOf(await site.person('Alma Ahrens'))}?year=${YEAR - 1}`,
  },
  {
    name: 'person-narrowed-to-none',
    who: 'Alma Ahrens',
    path: async (site) => `/people/${await playerOf(await site.person('Alma Ahrens'))}?year=1990`,
  },
  { name: 'people-full', path: '/people', who: 'Alma Ahrens' },
  { name: 'people-none', path: '/people?name=Zacharias', who: 'Alma Ahrens' },
  {
    name: 'person-other',
    who: 'Alma Ahrens',
    async path(site) {
      const alma = await site.person('Alma Ahrens')
      const { items } = done(await alma.get('/canonical-players?filter=name==Bruno*'), 200)
      return `/people/${items[0].id}`
    },
  },
  {
    name: 'person-refused',
    who: 'Yara',
    path: async (site) => `/people/${await playerOf(await site.person('Alma Ahrens'))}`,
  },
  { name: 'person-missing', who: 'Yara', path: '/people/0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2aff' },
  {
    name: 'stand-in',
    who: 'Quirin',
    async path(site) {
      const host = await site.person('Quirin')
      const [self, iris] = [await selfOf(host), await newStandIn(host, 'Iris')]
      const game = await newGame(site, 'Copper Lights')
      for (let n = 0; n < 7; n++)
        await newMatch(host, game, [
          { id: self, score: 30 + n },
          { id: iris, score: 33 },
        ])
      return `/stand-ins/${iris}`
    },
  },
  {
    name: 'same-person',
    who: 'Amelie',
    path: async (site) => `/people/${await playerOf((await twoBrunos(site, 'Amelie', 'Fritz')).host)}`,
    prepare: (page) => page.getByLabel('Yes, and make a code').check(),
  },
  {
    name: 'same-person-stand-in',
    who: 'Annika',
    path: async (site) => `/stand-ins/${(await twoBrunos(site, 'Annika', 'Florian')).mine}`,
    prepare: (page) => page.getByRole('button', { name: 'The same?' }).waitFor(),
  },
  {
    name: 'same-person-one',
    who: 'Agathe',
    async path(site) {
      const { host, mine, theirs } = await twoBrunos(site, 'Agathe', 'Falk')
      done(await host.post('/users/me/same-people', { oneId: mine, otherId: theirs, isSame: true }))
      return `/stand-ins/${mine}`
    },
    prepare: (page) => page.getByRole('heading', { name: 'Counted as one' }).waitFor(),
  },
  {
    name: 'stand-in-pair',
    who: 'Quirin',
    async path(site) {
      const quirin = await site.person('Quirin')
      const { items } = done(await quirin.get('/users/me/ghost-players?filter=isSelf==false'), 200)
      return `/people/${await playerOf(quirin)}/with/${items[0].id}`
    },
  },
  {
    name: 'stand-in-with',
    who: 'Amalia',
    async path(site) {
      const made = await players(site, 'Amalia')
      await play(made, 60)
      return `/stand-ins/${made.standIns[2]}/with/${made.standIns[3]}`
    },
  },
  {
    name: 'stand-in-with-never-met',
    who: 'Wilma',
    async path(site) {
      const wilma = await site.person('Wilma')
      return `/stand-ins/${await newStandIn(wilma, 'Iris')}/with/${await newStandIn(wilma, 'Nino')}`
    },
  },
  {
    name: 'stand-in-code',
    who: 'Quasim',
    async path(site) {
      const host = await site.person('Quasim')
      const iris = await newStandIn(host, 'Iris')
      const asking = await site.person('Iris of Quasim')
      done(await asking.post('/claim-requests', { ghostPlayerId: iris }))
      const seats = [
        { id: await selfOf(host), score: 30 },
        { id: iris, score: 33 },
      ]
      await newMatch(host, await newGame(site, 'Copper Lights'), seats)
      return `/stand-ins/${iris}`
    },
    async prepare(page) {
      await page.getByText('says: this stand-in is me').waitFor()
      await page.getByRole('button', { name: 'Make a code' }).click()
      await page.locator('.sheet.code').waitFor()
    },
  },
  {
    name: 'stand-in-of-another',
    who: 'Quentin',
    async path(site) {
      const [host, guest] = [await site.person('Quasim'), await site.person('Quentin')]
      const standIn = await newStandIn(host, 'Quentin')
      const { id } = done(await host.post('/communities', { displayName: 'Thursdays', joinPolicy: 'OPEN' }))
      done(await guest.post(`/communities/${id}/memberships`))
      const seats = [
        { id: await selfOf(host), score: 30 },
        { id: standIn, score: 33 },
      ]
      await newMatch(host, await newGame(site, 'Copper Lights'), seats, { communityId: id })
      return `/stand-ins/${standIn}`
    },
    prepare: (page) => page.getByRole('button', { name: 'This is me' }).waitFor(),
  },
  {
    name: 'stand-in-unplayed',
    who: 'Wilma',
    path: async (site) => `/stand-ins/${await newStandIn(await site.person('Wilma'), 'Iris')}`,
  },
  {
    name: 'stand-in-refused',
    who: 'Yara',
    path: async (site) => `/stand-ins/${await newStandIn(await site.person('Wilma'), 'Iris')}`,
  },
  { name: 'stand-in-missing', who: 'Yara', path: '/stand-ins/0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2aff' },
  {
    name: 'pair',
    who: 'Alma Ahrens',
    async path(site) {
      const alma = await site.person('Alma Ahrens')
      const { items } = done(await alma.get('/canonical-players?filter=name==Bruno*'), 200)
      return `/people/${await playerOf(alma)}/with/${items[0].id}`
    },
  },
  {
    name: 'pair-refused',
    who: 'Yara',
    async path(site) {
      const yara = await playerOf(await site.person('Yara'))
      return `/people/${yara}/with/${await playerOf(await site.person('Wilma'))}`
    },
  },
  {
    name: 'person-hostile-names',
    who: 'W'.repeat(60),
    async path(site) {
      const host = await site.person('W'.repeat(60))
      const ids = [await selfOf(host)]
      for (const name of HOSTILE) ids.push(await newStandIn(host, name))
      const playedAt = new Date().toISOString()
      for (const name of HOSTILE.slice(0, 5)) {
        const game = await newGame(site, name)
        const seats = ids.map((id, n) => ({ id, score: n === 0 ? -99_999_999.99 : 99_999_999.99 - n }))
        await newMatch(host, game, seats, { playedAt })
      }
      return `/people/${await playerOf(host)}`
    },
  },
  { name: 'recap-hostile-names', path: `/recap/${YEAR}`, who: 'W'.repeat(60) },
  { name: 'recap', path: `/recap/${YEAR}`, who: 'Alma Ahrens' },
  { name: 'recap-no-year', path: '/recap/99', who: 'Yara' },
]
