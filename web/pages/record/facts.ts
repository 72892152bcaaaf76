/** Words for how a game is scored and won. */
import { record } from '../../texts/record.ts'
import { say } from '../../texts/text.ts'
import type { GameFacts, Ref } from '../../drafts/sheet.ts'

export function aimOf({ scoreType, winCondition }: GameFacts): string {
  const higher = winCondition === 'HIGHER_WINS'
  if (scoreType === 'TIME') return say(higher ? record.slowest : record.fastest)
  if (scoreType === 'TURNS') return say(higher ? record.mostTurns : record.fewestTurns)
  if (scoreType === 'WIN_LOSS') return say(record.winOrLose)
  return say(higher ? record.highest : record.lowest)
}

export const countedOf = ({ scoreType }: Pick<GameFacts, 'scoreType'>): string =>
  say({ SCORE: record.points, TIME: record.time, TURNS: record.turns, WIN_LOSS: record.winLose }[scoreType])

export const playersOf = ({ minPlayers: min, maxPlayers: max }: GameFacts): string =>
  min === max ? say(record.playersExactly, { count: min }) : say(record.players, { min, max })

interface NamedPlayset {
  id: string
  displayName?: string | undefined
  scenario?: string | undefined
  variants: readonly string[]
  game: Ref
}

/** The name of a playset. Without one of its own, its scenario, its variants or its game. */
export const refOfPlayset = ({ id, displayName, scenario, variants, game }: NamedPlayset): Ref => ({
  id,
  displayName: displayName ?? scenario ?? (variants.join(', ') || game.displayName),
})
