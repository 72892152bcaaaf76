/** Words for the score type and the win condition of a game. */
import type { Body, Item } from '../../api/call.ts'
import { t } from '../../texts/games.ts'
import { say } from '../../texts/text.ts'

export type Game = Item<'listGames'>
export type Statistics = Body<'getGameStatistics'>

const COUNTED = { SCORE: t.points, TIME: t.time, TURNS: t.turns, WIN_LOSS: t.winOrLose }

const WINS = {
  SCORE: { HIGHER_WINS: t.highestScore, LOWER_WINS: t.lowestScore },
  TIME: { HIGHER_WINS: t.longestTime, LOWER_WINS: t.shortestTime },
  TURNS: { HIGHER_WINS: t.mostTurns, LOWER_WINS: t.fewestTurns },
}

export const countedIn = ({ scoreType }: Game): string => say(COUNTED[scoreType])

export const winsIn = ({ scoreType, winCondition }: Game): string =>
  scoreType === 'WIN_LOSS' ? say(t.winLoss) : say(WINS[scoreType][winCondition ?? 'HIGHER_WINS'])

export const playersOf = ({ minPlayers, maxPlayers }: Game): string =>
  minPlayers === maxPlayers
    ? say(t.forPlayers, { count: minPlayers })
    : say(t.range, { min: minPlayers, max: maxPlayers })

export type Playset = Item<'listPlaysets'>

/** The name of a playset. Without one of its own, its scenario, its variants or its owner. */
export const playsetName = ({ displayName, scenario, variants, owner }: Playset): string =>
  displayName ?? scenario ?? (variants.join(', ') || owner.displayName)
