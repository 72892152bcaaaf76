/** The screens of matches, stand-ins, games and settings, and of the start page, one row for each state. */
import type { Page } from 'playwright-core'
import type { Screen } from './screens.ts'
import type { AppPerson, AppSite } from './site.ts'
import {
  HOSTILE,
  claim,
  dispute,
  done,
  newGame,
  newMatch,
  newPicturedGame,
  newStandIn,
  selfOf,
  showEverybody,
} from './table.ts'

interface Table {
  host: AppPerson
  self: string
  game: string
  standIns: string[]
}

/** Makes a person with a game and three stand-ins. Each screen has a person of its own. */
async function table(site: AppSite, name: string, names = ['Bruno', 'Carla', 'Dario']): Promise<Table> {
  const host = await site.person(name)
  const [self, game] = await Promise.all([selfOf(host), newGame(site, 'Ember Keepers')])
  const standIns: string[] = []
  for (const one of names) standIns.push(await newStandIn(host, one))
  return { host, self, game, standIns }
}

const seatsOf = ({ self, standIns }: Table, scores: number[]) =>
  [self, ...standIns].map((id, n) => ({ id, score: scores[n] ?? 0 }))

async function openDialog(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.locator('dialog[open]').waitFor()
}

const day = (n: number) => new Date(Date.UTC(2026, 9, 20 - n * 3, 18)).toISOString()

async function history(
  site: AppSite,
  name: string,
  matches: number,
  dayOf: (n: number) => string = day,
): Promise<Table> {
  const made = await table(site, name)
  const games = [
    made.game,
    await newGame(site, 'Signal Express', { scoreType: 'TIME', winCondition: 'LOWER_WINS' }),
  ]
  for (let n = 0; n < matches; n++)
    await newMatch(made.host, games[n % 2] ?? made.game, seatsOf(made, [40 + ((n * 7) % 30), 57, 48, 44]), {
      playedAt: dayOf(n),
    })
  return made
}

/** A day of late, so that the month on the home page has matches. */
const lately = (n: number) => new Date(Date.now() - (n * 1.4 + 0.1) * 86_400_000).toISOString()

export const LIST_SCREENS: readonly Screen[] = [
  {
    name: 'home-full',
    who: 'Alma',
    async path(site) {
      const made = await history(site, 'Alma', 14, lately)
      await newMatch(made.host, made.game, seatsOf(made, [12]), { draft: true, playedAt: day(0) })
      return '/'
    },
  },
  {
    name: 'home-one',
    who: 'Onno',
    async path(site) {
      await history(site, 'Onno', 1)
      return '/'
    },
  },
  {
    name: 'home-begun',
    who: 'Otto',
    async path(site) {
      const { game, standIns } = await history(site, 'Otto', 3, lately)
      return `/record?game=${game}&players=${standIns.join(',')}`
    },
    async prepare(page) {
      await page.getByRole('button', { name: 'Finish match' }).waitFor()
      await page.getByRole('link', { name: 'Scorebook' }).click()
      await page.getByRole('link', { name: 'Continue recording' }).waitFor()
    },
  },
  { name: 'matches-empty', path: '/matches', who: 'Nora' },
  {
    name: 'matches-one',
    who: 'Olga',
    async path(site) {
      await history(site, 'Olga', 1)
      return '/matches'
    },
  },
  {
    name: 'matches-many',
    who: 'Paul',
    async path(site) {
      await history(site, 'Paul', 24)
      return '/matches'
    },
  },
  {
    name: 'matches-filtered',
    who: 'Paul',
    async path(site) {
      const { body } = await (await site.person('Paul')).get('/users/me')
      const game = await newGame(site, 'Never Played')
      return body ? `/matches?game=${game}&year=2025` : ''
    },
  },
  {
    name: 'matches-choose-game',
    who: 'Petra',
    async path(site) {
      await newGame(site, 'Ember Keepers')
      return '/matches'
    },
    async prepare(page) {
      await openDialog(page, 'Game')
      await page.getByRole('combobox', { name: 'Search games' }).fill('Ember')
      await page.locator('[role=option]').first().waitFor()
    },
  },
  {
    name: 'matches-hostile-names',
    who: 'Hugo',
    async path(site) {
      const made = await table(site, 'Hugo', HOSTILE)
      const seats = seatsOf(made, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
      await newMatch(made.host, await newGame(site, HOSTILE.join(' ').slice(0, 250)), seats)
      await newMatch(made.host, await newGame(site, 'W'.repeat(255)), seats.slice(0, 3))
      return '/matches'
    },
  },
  {
    name: 'match-final',
    who: 'Ines',
    async path(site) {
      const made = await table(site, 'Ines')
      const [bruno = ''] = made.standIns
      const id = await newMatch(made.host, made.game, seatsOf(made, [48, 57, 48, 44]))
      const guest = await site.person('Bruno Baum')
      await claim(made.host, bruno, guest)
      const { participants } = done(await guest.get(`/matches/${id}`), 200)
      const change = { matchParticipantId: participants[1].id, score: 59 }
      done(await guest.post(`/matches/${id}/edits`, { participantChanges: [change] }))
      await dispute(guest, id, bruno, 'I had 59 points: the last pier counts double.')
      return `/matches/${id}`
    },
  },
  {
    name: 'match-draft',
    who: 'Jana',
    async path(site) {
      const made = await table(site, 'Jana')
      const seats = [{ id: made.self, score: 12 }, ...made.standIns.map((id) => ({ id }))]
      return `/matches/${await newMatch(made.host, made.game, seats, { draft: true })}`
    },
  },
  {
    name: 'match-finish-question',
    who: 'Jana',
    async path(site) {
      const made = await table(site, 'Jana')
      const seats = [{ id: made.self, score: 12 }, ...made.standIns.map((id) => ({ id }))]
      return `/matches/${await newMatch(made.host, made.game, seats, { draft: true })}`
    },
    prepare: (page) => openDialog(page, 'Finish'),
  },
  {
    name: 'match-change-time',
    who: 'Kira',
    async path(site) {
      const made = await table(site, 'Kira')
      return `/matches/${await newMatch(made.host, made.game, seatsOf(made, [1, 2, 3, 4]))}`
    },
    prepare: (page) => openDialog(page, 'Change the time'),
  },
  {
    name: 'match-together',
    who: 'Lena',
    async path(site) {
      const made = await table(site, 'Lena')
      const game = await newGame(site, 'Thistle Lights', { scoreType: 'WIN_LOSS', winCondition: undefined })
      const roles = ['Medic', 'Scout', 'Pilot', 'Cook']
      const seats = [made.self, ...made.standIns].map((id, n) => ({
        id,
        outcome: 'WIN' as const,
        loadoutAttributes: { role: roles[n], tools: ['lamp', 'rope'], level: n + 1 },
      }))
      return `/matches/${await newMatch(made.host, game, seats)}`
    },
  },
  {
    name: 'match-times-and-ties',
    who: 'Mila',
    async path(site) {
      const made = await table(site, 'Mila')
      const game = await newGame(site, 'Signal Express', { scoreType: 'TIME', winCondition: 'LOWER_WINS' })
      return `/matches/${await newMatch(made.host, game, seatsOf(made, [754, 754, 3754.5, 800]))}`
    },
  },
  {
    name: 'match-hostile-names',
    who: 'Hugo',
    async path(site) {
      const made = await table(site, 'Hugo', HOSTILE)
      const seats = seatsOf(made, [-99999999.99, 99999999.99, 3]).map((seat, n) => ({
        ...seat,
        loadoutAttributes: { [HOSTILE[n] ?? 'key']: HOSTILE[n] ?? 'value', nested: { deep: [{ a: 1 }] } },
      }))
      return `/matches/${await newMatch(made.host, made.game, seats)}`
    },
  },
  {
    name: 'match-hidden-details',
    who: 'Nils',
    async path(site) {
      const made = await table(site, 'Otto')
      await showEverybody(made.host, 'MATCH_HISTORY')
      return `/matches/${await newMatch(made.host, made.game, seatsOf(made, [1, 2, 3, 4]))}`
    },
  },
  {
    name: 'match-forbidden',
    who: 'Nils',
    async path(site) {
      const made = await table(site, 'Pia')
      return `/matches/${await newMatch(made.host, made.game, seatsOf(made, [1, 2, 3, 4]))}`
    },
  },
  { name: 'match-missing', who: 'Nils', path: '/matches/0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2aff' },
  {
    name: 'match-claim',
    who: 'Rosa',
    async path(site) {
      const made = await table(site, 'Quentin')
      const { id } = done(
        await made.host.post('/communities', { displayName: 'Thursday Club', joinPolicy: 'OPEN' }),
      )
      const guest = await site.person('Rosa')
      const joined = await guest.post(`/communities/${id}/memberships`)
      if (joined.status !== 409) done(joined)
      return `/matches/${await newMatch(made.host, made.game, seatsOf(made, [1, 2, 3, 4]), { communityId: id })}`
    },
  },
  { name: 'stand-ins-own-alone', path: '/stand-ins', who: 'Nora' },
  {
    name: 'stand-ins-many',
    who: 'Sara',
    async path(site) {
      const made = await table(site, 'Sara', ['Bruno', 'Carla', 'Dario', ...HOSTILE.slice(0, 5)])
      await newMatch(made.host, made.game, seatsOf(made, [48, 57, 48, 44]))
      const [bruno = '', carla = ''] = made.standIns
      await claim(made.host, bruno, await site.person('Bruno Berg'))
      const asking = await site.person('Carla Conti')
      const asked = await asking.post('/claim-requests', {
        ghostPlayerId: carla,
        message: 'We met on Thursday.',
      })
      done(asked)
      return '/stand-ins'
    },
  },
  {
    name: 'stand-ins-rename',
    who: 'Sara',
    path: '/stand-ins',
    prepare: (page) => page.getByRole('button', { name: 'Rename' }).first().click(),
  },
  { name: 'stand-ins-none', who: 'Sara', path: '/stand-ins?name=Zacharias' },
  {
    name: 'games-many',
    who: 'Theo',
    async path(site) {
      for (const name of ['Copper Council', 'Harbour Lights', 'Orchard Keepers', 'Quarry Lights'])
        await newGame(site, name)
      return '/games'
    },
  },
  {
    name: 'games-with-images',
    who: 'Theo',
    async path(site) {
      await newPicturedGame(site, 'Amber Anchors', '#ef476f')
      await newPicturedGame(site, 'Aurora Isles', '#118ab2')
      await newGame(site, 'Ashen Roads', { imageUrl: 'https://images.example.org/never-fetched.png' })
      return '/games?name=a'
    },
  },
  {
    name: 'game-with-image',
    who: 'Uwe',
    path: async (site) => `/games/${await newPicturedGame(site, 'Amber Anchors', '#ef476f')}`,
  },
  { name: 'games-none', who: 'Theo', path: '/games?name=zzzz&players=9' },
  {
    name: 'game',
    who: 'Uwe',
    async path(site) {
      const made = await history(site, 'Uwe', 3)
      const admin = await site.person('Edith', ['player', 'admin'])
      for (const displayName of ['Rising Tides', 'Far Shores'])
        done(await admin.post(`/games/${made.game}/expansions`, { displayName }))
      done(
        await made.host.post('/playsets', {
          gameId: made.game,
          displayName: 'Friday rules',
          variants: ['no kingmaking', 'open hands'],
          scenario: 'The long winter',
        }),
      )
      return `/games/${made.game}`
    },
  },
  { name: 'game-missing', who: 'Uwe', path: '/games/0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2aff' },
  {
    name: 'game-new-faults',
    who: 'Edith',
    roles: ['player', 'admin'],
    path: '/games/new',
    async prepare(page) {
      await page.getByLabel('Minimum players').fill('0')
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.locator('.problem').waitFor()
    },
  },
  {
    name: 'game-conflict',
    who: 'Edith',
    roles: ['player', 'admin'],
    path: async (site) => `/games/${await newGame(site, 'Lantern Lights')}/edit`,
    async prepare(page, site) {
      const id = new URL(page.url()).pathname.split('/')[2] ?? ''
      const other = await site.person('Edith', ['player', 'admin'])
      const { etag } = await other.get(`/games/${id}`)
      done(await other.patch(`/games/${id}`, { displayName: 'Lanterns', description: 'New' }, etag), 200)
      await page.getByLabel('Name', { exact: true }).fill('Lantern Night')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.locator('dialog[open]').waitFor()
    },
  },
  { name: 'settings', path: '/settings', who: 'Vera' },
]
