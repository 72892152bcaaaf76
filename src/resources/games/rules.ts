/** What must hold for a game after a change. */
import type * as z from 'zod'
import { invalid } from '../../http/problem.ts'
import { validate } from '../../http/validate.ts'
import { ChangedGame, type UpdateGame } from './schema.ts'
import type { LockedGame } from './store.ts'

/** The game that the change makes of the one there is; a game that turns WIN_LOSS loses its win condition with it. */
export function changed(game: LockedGame, change: z.output<typeof UpdateGame>): z.output<typeof ChangedGame> {
  const becomesWinLoss = change.scoreType === 'WIN_LOSS' && change.winCondition === undefined
  const result = validate(
    ChangedGame,
    { ...game, ...change, ...(becomesWinLoss ? { winCondition: null } : {}) },
    'body',
  )
  if (result.violations) throw invalid(result.violations)
  return result.value
}
