/** The invented games of the demo: 40 of them, of every score type, most with expansions. */
import type * as z from 'zod'
import type { CreateGame } from '../resources/games/schema.ts'
import type { Random } from './random.ts'

export interface DemoGame {
  game: z.output<typeof CreateGame>
  expansions: string[]
  variants: string[]
}

const PLACES = [
  'Harbour',
  'Orchard',
  'Glacier',
  'Lantern',
  'Copper',
  'Meadow',
  'Signal',
  'Thistle',
  'Quarry',
  'Ember',
]
const THINGS = ['Lights', 'Express', 'Council', 'Keepers']
const TAGS = [
  'economic',
  'tile placement',
  'cooperative',
  'bluffing',
  'racing',
  'card drafting',
  'family',
  'two players',
]
const PARTS = ['Rising Tides', 'The Long Winter', 'New Neighbours', 'Night Market', 'Far Shores']
const VARIANTS = ['open hands', 'no kingmaking', 'short game', 'draft start', 'team play']

const KINDS = [
  { scoreType: 'SCORE', winCondition: 'HIGHER_WINS', aim: 'Whoever has the most points in the end wins.' },
  {
    scoreType: 'SCORE',
    winCondition: 'LOWER_WINS',
    aim: 'Points are penalties: whoever has the fewest wins.',
  },
  { scoreType: 'TIME', winCondition: 'LOWER_WINS', aim: 'It is a race: the shortest time wins.' },
  { scoreType: 'TURNS', winCondition: 'HIGHER_WINS', aim: 'Hold out: whoever lasts the most turns wins.' },
  { scoreType: 'WIN_LOSS', winCondition: undefined, aim: 'There is a winner, and that is that.' },
] as const

export function demoGames(random: Random): DemoGame[] {
  return THINGS.flatMap((thing) => PLACES.map((place) => `${place} ${thing}`)).map((displayName, index) => {
    const { aim, ...kind } = random.happens(0.5) ? KINDS[0] : random.pick(KINDS)
    const minPlayers = random.whole(1, 2)
    return {
      game: {
        displayName,
        description: `A game about ${displayName.toLowerCase()}. ${aim}`,
        minPlayers,
        maxPlayers: minPlayers + random.whole(2, 4),
        tags: random.some(TAGS, random.whole(1, 3)),
        sourceRef: `demo:${index + 1}`,
        ...kind,
      },
      expansions: random.some(PARTS, random.whole(0, 3)),
      variants: random.some(VARIANTS, random.whole(0, 2)),
    }
  })
}
