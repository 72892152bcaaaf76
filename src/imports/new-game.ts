/** What a file says about a game, for whoever adds it: how many people play it, and how it is scored. */
import type { Play, SourceGame } from './play.ts'

export const SCORE_TYPES = ['SCORE', 'TIME', 'TURNS', 'WIN_LOSS'] as const

interface NewGame {
  minPlayers: number
  maxPlayers: number
  scoreType: (typeof SCORE_TYPES)[number]
  winCondition?: 'HIGHER_WINS' | 'LOWER_WINS'
}

/** What the plays of a game show. */
interface Seen {
  fewest: number
  most: number
  hasScores: boolean
  /** Plays whose marked winners have the highest score, less those whose winners have the lowest. */
  highestWins: number
}

export class GamesPlayed {
  readonly #seen = new Map<string, Seen>()

  add({ game, participants }: Pick<Play, 'game' | 'participants'>): void {
    const seen = this.#seen.get(game)
    const count = participants.length
    this.#seen.set(game, {
      fewest: Math.min(seen?.fewest ?? count, count),
      most: Math.max(seen?.most ?? count, count),
      hasScores: (seen?.hasScores ?? false) || participants.some(({ score }) => score !== undefined),
      highestWins: (seen?.highestWins ?? 0) + winnersAre(participants),
    })
  }

  /** The words of the source come first. What it does not say follows from its plays. */
  describe({ key, minPlayers, maxPlayers, scoreType, hasNoPoints, lowestWins }: SourceGame): NewGame {
    const seen = this.#seen.get(key) ?? { fewest: 1, most: 1, hasScores: true, highestWins: 0 }
    const players = playersIn(minPlayers, maxPlayers) ?? { minPlayers: seen.fewest, maxPlayers: seen.most }
    const type =
      SCORE_TYPES.find((one) => one === scoreType) ?? (hasNoPoints || !seen.hasScores ? 'WIN_LOSS' : 'SCORE')
    if (type === 'WIN_LOSS') return { ...players, scoreType: type }
    const isLower = lowestWins ?? (seen.highestWins < 0 || (seen.highestWins === 0 && type === 'TIME'))
    return { ...players, scoreType: type, winCondition: isLower ? 'LOWER_WINS' : 'HIGHER_WINS' }
  }
}

const playersIn = (least: number | undefined, most: number | undefined) =>
  least !== undefined && most !== undefined && least >= 1 && least <= most && most <= MOST_PLAYERS
    ? { minPlayers: least, maxPlayers: most }
    : undefined

/** Beyond this, a number of players is a slip or a joke. */
const MOST_PLAYERS = 1_000

function winnersAre(participants: Play['participants']): -1 | 0 | 1 {
  const scores = participants.flatMap(({ score }) => score ?? [])
  const winners = participants.flatMap(({ hasWon, outcome, rank, score }) =>
    score !== undefined && (hasWon || outcome === 'WIN' || rank === 1) ? [score] : [],
  )
  const [highest, lowest] = [Math.max(...scores), Math.min(...scores)]
  if (winners.length === 0 || highest === lowest) return 0
  if (winners.every((score) => score === highest)) return 1
  return winners.every((score) => score === lowest) ? -1 : 0
}
