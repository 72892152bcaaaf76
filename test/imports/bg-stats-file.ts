/** Makes a file of BG Stats with any number of plays, the same for the same seed: for tests that time imports. */
import { createHash } from 'node:crypto'
import { seededRandom } from '../../src/demo/random.ts'

interface Size {
  plays: number
  people?: number
  games?: number
  seed?: number
}

/** All names are invented. A play has two to five participants; each tenth has an expansion, each fiftieth a dirty score. */
export function bgStatsFile({ plays, people = 40, games = 60, seed = 1 }: Size): string {
  const { next } = seededRandom(seed)
  const below = (most: number) => Math.floor(next() * most)
  const uuid = (name: string) => uuidOf(`${seed} ${name}`)
  const players = Array.from({ length: people }, (_, n) => ({
    uuid: uuid(`player ${n}`),
    id: n + 1,
    name: `${FIRST[n % FIRST.length]} ${LAST[Math.floor(n / FIRST.length) % LAST.length]}${n < 100 ? '' : ` ${n}`}`,
    isAnonymous: false,
    modificationDate: '2026-01-01 09:00:00',
    bggUsername: '',
  }))
  const list = Array.from({ length: games }, (_, n) => gameOf(n, uuid(`game ${n}`)))
  const expansion = gameOf(games, uuid('expansion'), { isBaseGame: 0, isExpansion: 1 })
  const playOf = (_: unknown, n: number) => {
    const first = below(people)
    const scores = Array.from({ length: Math.min(2 + below(4), people) }, (_, seat) => ({
      points: below(150),
      player: (seat === 0 && n % 2 === 0 ? 0 : first + seat) % people,
    }))
    const present = scores.filter(
      ({ player }, at) => scores.findIndex((other) => other.player === player) === at,
    )
    const best = Math.max(...present.map(({ points }) => points))
    const at = new Date(START + n * 7 * 3_600_000 + below(3_600) * 1_000).toISOString()
    return {
      uuid: uuid(`play ${n}`),
      modificationDate: '2026-07-11 20:15:00',
      entryDate: '2026-07-11 20:14:00',
      playDate: at.slice(0, 19).replace('T', ' '),
      usesTeams: false,
      durationMin: 15 * below(12),
      ignored: false,
      manualWinner: false,
      rounds: 0,
      bggId: 0,
      importPlayId: 0,
      gameRefId: 1 + below(games),
      locationRefId: 1,
      rating: 0,
      nemestatsId: 0,
      scoringSetting: 0,
      metaData: '{"playUsedGameCopy":0}',
      playerScores: present.map(({ points, player }, seat) => ({
        score: n % 50 === 0 && seat === 0 ? `${points}+` : String(points),
        winner: points === best,
        newPlayer: false,
        startPlayer: seat === 0,
        playerRefId: player + 1,
        rank: 1 + present.filter((other) => other.points > points).length,
        seatOrder: seat + 1,
      })),
      expansionPlays: n % 10 === 0 ? [{ gameRefId: games + 1, bggId: 0 }] : [],
      ...(n % 7 === 0 && { comments: `Evening ${n}, close until the end.` }),
    }
  }
  return JSON.stringify({
    tags: [],
    groups: [],
    players,
    locations: [{ uuid: uuid('place'), id: 1, name: 'Hut by the lake' }],
    games: [...list, expansion],
    plays: Array.from({ length: plays }, playOf),
    challenges: [],
    deletedObjects: [],
    userInfo: { meRefId: 1, bggUsername: '' },
  })
}

const START = Date.UTC(2016, 0, 1, 18)

function gameOf(n: number, uuid: string, kind = { isBaseGame: 1, isExpansion: 0 }) {
  const name = `${ADJECTIVES[n % ADJECTIVES.length]} ${NOUNS[Math.floor(n / ADJECTIVES.length) % NOUNS.length]}${n < 100 ? '' : ` ${n}`}`
  return {
    uuid,
    id: n + 1,
    name,
    modificationDate: '2026-07-11 10:00:38',
    cooperative: false,
    highestWins: true,
    noPoints: false,
    usesTeams: false,
    bggName: name,
    bggYear: 2018,
    bggId: 950_001 + n,
    ...kind,
    rating: 0,
    minPlayerCount: 1,
    maxPlayerCount: 5,
    copies: [],
    tags: [],
  }
}

const FIRST = ['Mira', 'Jonas', 'Zoë', 'Tarek', 'Ines', 'Olu', 'Petra', 'Quentin', 'Runa', 'Sami']
const LAST = [
  'Muster',
  'Beispiel',
  'Sample',
  'Ejemplo',
  'Exemple',
  'Esempio',
  'Voorbeeld',
  'Eksempel',
  'Próba',
  'Vzor',
]
const ADJECTIVES = [
  'Lantern',
  'Quick',
  'Silent',
  'Copper',
  'Hidden',
  'Merry',
  'Northern',
  'Paper',
  'Salty',
  'Tall',
]
const NOUNS = [
  'Harbour',
  'Snails',
  'Bridges',
  'Orchard',
  'Mills',
  'Comets',
  'Caravan',
  'Foxes',
  'Towers',
  'Rivers',
]

function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
