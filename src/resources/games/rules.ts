/** What must hold for a game after a change. */
import type * as z from 'zod'
import { type Violation, invalid } from '../../http/problem.ts'
import { merge } from '../../http/merge.ts'
import { incoherences, lacksWinCondition, violationOf } from './coherence.ts'
import { type UpdateGame, WIN_CONDITION_REQUIRED } from './schema.ts'
import type { LockedGame } from './store.ts'

/** The game that the change makes of the one there is; a game that turns WIN_LOSS loses its win condition with it. */
export function changed(game: LockedGame, change: z.output<typeof UpdateGame>): LockedGame {
  const becomesWinLoss = change.scoreType === 'WIN_LOSS' && change.winCondition === undefined
  const made = merge(game, becomesWinLoss ? { ...change, winCondition: null } : change)
  const violations: Violation[] = incoherences(made, change).map((found) => violationOf(found, change))
  if (lacksWinCondition(made)) {
    const message = `winCondition ${WIN_CONDITION_REQUIRED}.`
    violations.push({ field: 'winCondition', code: 'REQUIRED', message })
  }
  if (violations.length > 0) throw invalid(violations)
  return made
}
