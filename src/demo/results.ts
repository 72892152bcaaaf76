/** Random results of a match that fit the score type and win condition of its game. */
import type { ParticipantInput } from '../resources/matches/schema.ts'
import type { Random } from './random.ts'
import type { DemoGame } from './games.ts'

const FACTIONS = ['Gulls', 'Otters', 'Foxes', 'Herons', 'Badgers', 'Moths']

/** One participant for each ghost player; ties share a rank. */
export function results(ghostPlayerIds: string[], { game }: DemoGame, random: Random): ParticipantInput[] {
  const loadouts = random.happens(0.3) ? random.some(FACTIONS, ghostPlayerIds.length) : []
  const scores = ghostPlayerIds.map(() => scoreOf(game.scoreType, random))
  const winner = random.whole(0, ghostPlayerIds.length - 1)
  return ghostPlayerIds.map((ghostPlayerId, index) => {
    const faction = loadouts[index]
    const loadout =
      faction === undefined ? {} : { loadoutAttributes: JSON.stringify({ faction, seat: index + 1 }) }
    const score = scores[index]
    if (score === undefined) return { ghostPlayerId, ...winning(index === winner), ...loadout }
    const better = scores.filter((other = 0) =>
      game.winCondition === 'LOWER_WINS' ? other < score : other > score,
    )
    const rank = better.length + 1
    return { ghostPlayerId, score, rank, ...winning(rank === 1), ...loadout }
  })
}

const winning = (won: boolean) => ({ outcome: won ? ('WIN' as const) : ('LOSS' as const) })

/** Points, seconds or turns; nothing where only winning counts. */
function scoreOf(scoreType: DemoGame['game']['scoreType'], random: Random): number | undefined {
  switch (scoreType) {
    case 'SCORE':
      return random.whole(20, 120) + (random.happens(0.2) ? 0.5 : 0)
    case 'TIME':
      return random.whole(600, 5_400)
    case 'TURNS':
      return random.whole(8, 30)
    case 'WIN_LOSS':
      return undefined
  }
}
