/** Makes a person with many matches, for the pages of people. */
import type { AppPerson, AppSite } from './site.ts'
import {
  type SeatMade,
  claim,
  newGame,
  newMatch,
  newStandIn,
  playerOf,
  selfOf,
  showEverybody,
} from './table.ts'

export interface Players {
  host: AppPerson
  /** The host's canonical player. */
  player: string
  self: string
  standIns: string[]
  games: { points: string; lanterns: string; quarry: string; race: string; fog: string }
  /** The canonical players who claimed the first two stand-ins. Bruno shows everything, Carla only her profile. */
  claimed: { bruno: string; carla: string }
}

const NAMES = ['Bruno', 'Carla', 'Dario', 'Edda', 'Filip']

/** Makes a host and two people who have claimed stand-ins. Each `name` gives new people. */
export async function players(site: AppSite, name: string): Promise<Players> {
  const host = await site.person(name)
  const [self, player] = await Promise.all([selfOf(host), playerOf(host)])
  const standIns: string[] = []
  for (const one of NAMES) standIns.push(await newStandIn(host, one))
  const games = {
    points: await newGame(site, 'Orchard Council'),
    lanterns: await newGame(site, 'Lantern Lights'),
    quarry: await newGame(site, 'Quarry Lights'),
    race: await newGame(site, 'Signal Express', { scoreType: 'TIME', winCondition: 'LOWER_WINS' }),
    fog: await newGame(site, 'Thistle Fog', { scoreType: 'WIN_LOSS', winCondition: undefined }),
  }
  const [bruno, carla] = await Promise.all([site.person(`Bruno of ${name}`), site.person(`Carla of ${name}`)])
  await showEverybody(bruno, 'PROFILE', 'MATCH_HISTORY', 'MATCH_DETAILS')
  await showEverybody(carla, 'PROFILE')
  await claim(host, standIns[0] ?? '', bruno)
  await claim(host, standIns[1] ?? '', carla)
  return {
    host,
    player,
    self,
    standIns,
    games,
    claimed: { bruno: await playerOf(bruno), carla: await playerOf(carla) },
  }
}

/** Random numbers that are the same in every run. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const DAY = 86_400_000

/** Records matches, `every` milliseconds apart, the last one today. */
export async function play(
  { host, self, standIns, games }: Players,
  count: number,
  { every = 5 * DAY, seed = 7 }: { every?: number; seed?: number } = {},
): Promise<void> {
  const random = numbersFrom(seed)
  const some = [games.points, games.lanterns, games.points, games.quarry, games.race, games.fog, games.points]
  for (let n = 0; n < count; n++) {
    const game = some[random(some.length)] ?? games.points
    const others = standIns.slice(0, 1 + random(standIns.length))
    const ids = [self, ...others]
    const outcome = random(3) === 0 ? ('LOSS' as const) : ('WIN' as const)
    const seats: SeatMade[] =
      game === games.fog
        ? ids.map((id) => ({ id, outcome }))
        : ids.map((id, seat) => ({ id, score: 20 + random(8) * 5 + (seat === 0 ? random(3) * 5 : 0) }))
    const playedAt = new Date(Date.now() - n * every - random(20) * 3_600_000).toISOString()
    await newMatch(host, game, seats, { playedAt })
  }
}
