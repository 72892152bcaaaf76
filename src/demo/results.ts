/** Random results that fit the game. Some are ties, some scores are missing, and some results nobody has written down. */
import type { ParticipantInput } from '../resources/matches/schema.ts'
import type { Random } from './random.ts'
import type { DemoGame } from './games.ts'

const FACTIONS = ['Gulls', 'Otters', 'Foxes', 'Herons', 'Badgers', 'Moths']
const SIDES = ['Harbour', 'Hills']

export function results(ghostPlayerIds: string[], demo: DemoGame, random: Random): ParticipantInput[] {
  const results = resultsOf(ghostPlayerIds.length, demo, random)
  const factions = random.happens(0.3) ? random.some(FACTIONS, ghostPlayerIds.length) : []
  return ghostPlayerIds.map((ghostPlayerId, index) => {
    const { team, ...result } = results[index] ?? {}
    const faction = factions[index]
    const attributes = {
      ...(team === undefined ? {} : { team }),
      ...(faction === undefined ? {} : { faction, seat: index + 1 }),
    }
    const loadout =
      team === undefined && faction === undefined ? {} : { loadoutAttributes: JSON.stringify(attributes) }
    return { ghostPlayerId, ...result, ...loadout }
  })
}

type Result = Pick<ParticipantInput, 'score' | 'rank' | 'outcome'> & { team?: string }

function resultsOf(people: number, { game, manner }: DemoGame, random: Random): Result[] {
  const seats = Array.from({ length: people }, (_, index) => index)
  if (random.happens(0.05)) return []
  if (manner === 'TOGETHER') {
    const together = winning(random.happens(0.6))
    return seats.map(() => together)
  }
  if (manner === 'SIDES') {
    const scores = SIDES.map(() => random.whole(20, 120))
    return seats.map((index) => {
      const [score = 0, other = 0] = index % 2 === 0 ? scores : scores.toReversed()
      return { score, rank: score < other ? 2 : 1, ...winning(score >= other), team: SIDES[index % 2] ?? '' }
    })
  }
  if (game.scoreType === 'WIN_LOSS') {
    const winner = random.whole(0, people - 1)
    return seats.map((index) => winning(index === winner))
  }
  const scores: (number | undefined)[] = seats.map(() => scoreOf(game.scoreType, random))
  if (people > 1 && random.happens(0.12)) scores[1] = scores[0]
  // A missing score, as if nobody had written it down. It is not 0.
  if (random.happens(0.08)) scores[people - 1] = undefined
  return scores.map((score): Result => {
    if (score === undefined) return {}
    const better = scores.filter(
      (other) => other !== undefined && (game.winCondition === 'LOWER_WINS' ? other < score : other > score),
    )
    const rank = better.length + 1
    return random.happens(0.1) ? { score } : { score, rank, outcome: rank === 1 ? 'WIN' : 'LOSS' }
  })
}

const winning = (won: boolean) => ({ outcome: won ? ('WIN' as const) : ('LOSS' as const) })

function scoreOf(scoreType: DemoGame['game']['scoreType'], random: Random): number {
  switch (scoreType) {
    case 'TIME':
      return random.whole(600, 5_400)
    case 'TURNS':
      return random.whole(8, 30)
    default:
      return random.whole(20, 120) + (random.happens(0.2) ? 0.5 : 0)
  }
}
