/** The screens of communities and of the figures of games, one row for each state. */
import type { Page } from 'playwright-core'
import { AT_ONCE, evenings } from './evenings.ts'
import { asTables } from './people-screens.ts'
import type { Screen } from './screens.ts'
import { HOSTILE, done } from './table.ts'

export const COMMUNITY_SCREENS: readonly Screen[] = [
  { name: 'communities-empty', path: '/communities', who: 'Nora' },
  {
    name: 'communities-many',
    who: 'Cleo',
    async path(site) {
      const [cleo, other] = await Promise.all([site.person('Cleo'), site.person('Otis')])
      for (const displayName of ['Thursday Club', 'Harbour Table'])
        done(await cleo.post('/communities', { displayName, joinPolicy: 'OPEN' }))
      for (const displayName of ['The Meeple Café', 'City Library', ...HOSTILE.slice(0, 4)])
        done(await other.post('/communities', { displayName, joinPolicy: 'REQUIRES_APPROVAL' }))
      return '/communities'
    },
  },
  { name: 'communities-none', who: 'Cleo', path: '/communities?name=zzzz' },
  {
    name: 'community-full',
    who: 'Carmen',
    async path(site) {
      const people = [await site.person('Bruno Brandt'), await site.person('Carla Cruz')]
      const { communityId } = await evenings(site, 'Carmen', 40, { people })
      for (const name of ['Ask Ada', HOSTILE[3] ?? ''])
        done(await (await site.person(name)).post(`/communities/${communityId}/membership-requests`))
      return `/communities/${communityId}`
    },
  },
  {
    name: 'community-admin',
    who: 'Cara',
    async path(site) {
      const bruno = await site.person('Bruno Brandt')
      const people = [bruno, await site.person('Carla Cruz')]
      const { communityId, host } = await evenings(site, 'Cara', 1, { people, joinPolicy: 'OPEN' })
      const group = done(await host.post('/groups', { displayName: 'Admins of Thursdays' })).id
      const { id: userId } = done(await bruno.get('/users/me'), 200)
      done(await host.post(`/groups/${group}/members`, { userId }), 204)
      done(await host.patch(`/communities/${communityId}`, { adminGroupId: group }, '*'), 200)
      return `/communities/${communityId}`
    },
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Make \u2068Carla Cruz\u2069 an admin' }).click()
      await page.locator('dialog[open]').waitFor()
    },
  },
  {
    name: 'game-playset',
    who: 'Gilda',
    async path(site) {
      const { gameId, host } = await evenings(site, 'Gilda', 1)
      const fields = { displayName: 'Pier rules', variants: ['open hands'], scenario: 'The long winter' }
      done(await host.post('/playsets', { gameId, ...fields }))
      return `/games/${gameId}`
    },
    prepare: (page) => page.getByRole('button', { name: /^Rename/ }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'community-one',
    who: 'Curt',
    path: async (site) => `/communities/${(await evenings(site, 'Curt', 1)).communityId}`,
  },
  {
    name: 'community-empty',
    who: 'Cora',
    path: async (site) => `/communities/${(await evenings(site, 'Cora', 0)).communityId}`,
  },
  {
    name: 'community-stranger',
    who: 'Stan',
    path: async (site) => `/communities/${(await evenings(site, 'Cyril', 0)).communityId}`,
  },
  {
    name: 'community-asked',
    who: 'Stan',
    async path(site) {
      const { communityId } = await evenings(site, 'Cyra', 0)
      done(await (await site.person('Stan')).post(`/communities/${communityId}/membership-requests`))
      return `/communities/${communityId}`
    },
  },
  { name: 'community-missing', who: 'Stan', path: '/communities/0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2aff' },
  { name: 'community-new', who: 'Stan', path: '/communities/new' },
  {
    name: 'community-settings',
    who: 'Cyril',
    path: async (site) => `/communities/${(await evenings(site, 'Cyril', 0)).communityId}/edit`,
  },
  {
    name: 'community-board-by-share',
    who: 'Carmen',
    path: async (site) => `/communities/${(await evenings(site, 'Carmen', 12)).communityId}?by=share`,
  },
  {
    name: 'community-as-tables',
    who: 'Curt',
    path: async (site) => `/communities/${(await evenings(site, 'Curt', 3)).communityId}`,
    prepare: asTables,
  },
  {
    name: 'game-figures-full',
    who: 'Gina',
    path: async (site) => `/games/${(await evenings(site, 'Gina', AT_ONCE + 12, { isPublic: true })).gameId}`,
  },
  {
    name: 'game-figures-one',
    who: 'Gerd',
    path: async (site) => `/games/${(await evenings(site, 'Gerd', 1)).gameId}`,
  },
  {
    name: 'game-figures-of-a-size',
    who: 'Gina',
    path: async (site) => `/games/${(await evenings(site, 'Gina', 14)).gameId}?players=3&year=2026`,
  },
  {
    name: 'game-figures-as-tables',
    who: 'Gerd',
    path: async (site) => `/games/${(await evenings(site, 'Gerd', 3)).gameId}`,
    prepare: asTables,
  },
  {
    name: 'game-own-table',
    who: 'Gerd',
    path: async (site) => `/games/${(await evenings(site, 'Gerd', 3)).gameId}`,
    prepare: atOwnTable,
  },
  {
    name: 'game-own-table-ranked',
    who: 'Gunda',
    path: async (site) => `/games/${(await evenings(site, 'Gunda', 14)).gameId}`,
    async prepare(page) {
      await page.getByRole('button', { name: 'Everybody' }).click()
      await atOwnTable(page)
    },
  },
]

async function atOwnTable(page: Page): Promise<void> {
  await page.getByRole('table', { name: 'At your own tables' }).waitFor()
  await page.evaluate(`document.querySelector('.board').scrollIntoView({ block: 'center' })`)
}
