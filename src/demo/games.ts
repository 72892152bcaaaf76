/** The 40 invented games of the demo, with every score type. Some are played together or in sides, most have expansions. */
import type * as z from 'zod'
import type { CreateGame } from '../resources/games/schema.ts'
import type { Random } from './random.ts'

export interface DemoGame {
  /** Everybody plays for themselves, all play together against the game, or sides play against each other. */
  manner: 'ALONE' | 'TOGETHER' | 'SIDES'
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
const TAGS = ['economic', 'tile placement', 'bluffing', 'racing', 'card drafting', 'family', 'two players']
const PARTS = ['Rising Tides', 'The Long Winter', 'New Neighbours', 'Night Market', 'Far Shores']
const VARIANTS = ['open hands', 'no kingmaking', 'short game', 'draft start', 'team play']

const KINDS: (Pick<DemoGame, 'manner'> &
  Pick<DemoGame['game'], 'scoreType' | 'winCondition'> & { aim: string })[] = [
  {
    manner: 'ALONE',
    scoreType: 'SCORE',
    winCondition: 'HIGHER_WINS',
    aim: 'Whoever has the most points in the end wins.',
  },
  {
    manner: 'ALONE',
    scoreType: 'SCORE',
    winCondition: 'LOWER_WINS',
    aim: 'Points are penalties: whoever has the fewest wins.',
  },
  {
    manner: 'ALONE',
    scoreType: 'TIME',
    winCondition: 'LOWER_WINS',
    aim: 'It is a race: the shortest time wins.',
  },
  {
    manner: 'ALONE',
    scoreType: 'TURNS',
    winCondition: 'HIGHER_WINS',
    aim: 'Hold out: whoever lasts the most turns wins.',
  },
  {
    manner: 'ALONE',
    scoreType: 'WIN_LOSS',
    winCondition: undefined,
    aim: 'There is a winner, and that is that.',
  },
  {
    manner: 'TOGETHER',
    scoreType: 'WIN_LOSS',
    winCondition: undefined,
    aim: 'Everybody wins together, or nobody does.',
  },
  {
    manner: 'SIDES',
    scoreType: 'SCORE',
    winCondition: 'HIGHER_WINS',
    aim: 'Two sides play for points, and a side wins together.',
  },
]

export function demoGames(random: Random): DemoGame[] {
  return THINGS.flatMap((thing) => PLACES.map((place) => `${place} ${thing}`)).map((displayName, index) => {
    // Each kind of game is used once. After that, half of the games are of the usual kind.
    const kind = KINDS[index] ?? (random.happens(0.5) ? KINDS[0] : undefined) ?? random.pick(KINDS)
    const { aim, manner, scoreType, winCondition } = kind
    const minPlayers = manner === 'SIDES' ? 4 : random.whole(1, 2)
    const tags = random.some(TAGS, random.whole(1, 3))
    return {
      manner,
      game: {
        displayName,
        description: `A game about ${displayName.toLowerCase()}. ${aim}`,
        minPlayers,
        maxPlayers: minPlayers + random.whole(2, 4),
        tags: manner === 'TOGETHER' ? ['cooperative', ...tags] : tags,
        sourceRef: `demo:${index + 1}`,
        scoreType,
        winCondition,
      },
      expansions: random.some(PARTS, random.whole(0, 3)),
      variants: random.some(VARIANTS, random.whole(0, 2)),
    }
  })
}
