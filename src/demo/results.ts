/** How a match went: results that fit what the game counts and who wins it. */
import type { ParticipantInput } from '../resources/matches/schema.ts'
import type { Chance } from './random.ts'
import type { DemoGame } from './games.ts'

const FACTIONS = ['Gulls', 'Otters', 'Foxes', 'Herons', 'Badgers', 'Moths']

/** One participant for each ghost player; ties share a rank. */
export function results(ghostPlayerIds: string[], { game }: DemoGame, chance: Chance): ParticipantInput[] {
  const loadouts = chance.happens(0.3) ? chance.some(FACTIONS, ghostPlayerIds.length) : []
  const scores = ghostPlayerIds.map(() => scoreOf(game.scoreType, chance))
  const winner = chance.whole(0, ghostPlayerIds.length - 1)
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
function scoreOf(scoreType: DemoGame['game']['scoreType'], chance: Chance): number | undefined {
  switch (scoreType) {
    case 'SCORE':
      return chance.whole(20, 120) + (chance.happens(0.2) ? 0.5 : 0)
    case 'TIME':
      return chance.whole(600, 5_400)
    case 'TURNS':
      return chance.whole(8, 30)
    case 'WIN_LOSS':
      return undefined
  }
}
