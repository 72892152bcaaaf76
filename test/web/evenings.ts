/** Makes a community with evenings of matches, for its page and the pages of its games. */
import { rateWhatIsDue } from '../../src/resources/ratings/upkeep.ts'
import type { AppPerson, AppSite } from './site.ts'
import { claim, done, newGame, newMatch, newStandIn, selfOf } from './table.ts'

/** The number of rows that a leaderboard shows at once. */
export const AT_ONCE = 20

interface Evenings {
  host: AppPerson
  communityId: string
  /** The game that was played most. */
  gameId: string
  standIns: string[]
  matchIds: string[]
}

const DAY = 86_400_000

/** When match `n` was played, counted backwards from the last one. There are two or three a week. */
const playedAtOf = (n: number, last = Date.UTC(2026, 10, 21, 19)): string =>
  new Date(last - (n * 3 + (n % 2)) * DAY + (n % 3) * 3_600_000).toISOString()

const NAMES = ['Bruno', 'Carla', 'Dario', 'Edda']

/** The scores of match `n`. Some are equal. */
const scoresOf = (n: number): number[] => [
  40 + ((n * 7) % 30),
  35 + ((n * 11) % 40),
  48 + (n % 5),
  40 + ((n * 7) % 30) - (n % 3),
]

interface EveningsOptions {
  /** The people who claim the first stand-ins. If everybody may join, they also become members. */
  people?: AppPerson[]
  joinPolicy?: 'OPEN' | 'REQUIRES_APPROVAL'
  /** True if everybody may see the matches with their results. */
  isPublic?: boolean
}

export async function evenings(
  site: AppSite,
  hostName: string,
  matches: number,
  { people = [], joinPolicy = 'REQUIRES_APPROVAL', isPublic = false }: EveningsOptions = {},
): Promise<Evenings> {
  const host = await site.person(hostName)
  const [self, gameId, other] = await Promise.all([
    selfOf(host),
    newGame(site, 'Ember Keepers', { maxPlayers: 6 }),
    newGame(site, 'Signal Express', { scoreType: 'TIME', winCondition: 'LOWER_WINS' }),
  ])
  const body = {
    displayName: `${hostName}’s Thursday table`,
    description: 'Every Thursday at seven.',
    joinPolicy,
  }
  const { id: communityId } = done(await host.post('/communities', body))
  const standIns: string[] = []
  for (const name of NAMES) standIns.push(await newStandIn(host, name))
  for (const [n, person] of people.entries()) {
    await claim(host, standIns[n] ?? '', person)
    if (joinPolicy === 'OPEN') done(await person.post(`/communities/${communityId}/memberships`))
  }
  if (isPublic)
    for (const { id } of done(await host.get('/privacy-settings'), 200).items) {
      const { etag } = await host.get(`/privacy-settings/${id}`)
      done(await host.patch(`/privacy-settings/${id}`, { level: 'PUBLIC' }, etag), 200)
    }
  const matchIds: string[] = []
  for (let n = 0; n < matches; n++) {
    const scores = scoresOf(n)
    const seats = [self, ...standIns].slice(0, 2 + (n % 3)).map((id, seat) => ({
      id,
      score: scores[seat] ?? 0,
      loadoutAttributes: { faction: ['Gulls', 'Otters', 'Foxes', 'Owls'][(seat + n) % 4] },
    }))
    matchIds.push(
      await newMatch(host, n % 4 === 3 ? other : gameId, seats, { communityId, playedAt: playedAtOf(n) }),
    )
  }
  await rateWhatIsDue(site.db)
  return { host, communityId, gameId, standIns, matchIds }
}
