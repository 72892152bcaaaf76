/** The rules for a change of a game. */
import type * as z from 'zod'
import { type Violation, invalid } from '../../http/problem.ts'
import { merge } from '../../http/operation/merge.ts'
import { incoherences, lacksWinCondition, violationOf } from './coherence.ts'
import { type UpdateGame, WIN_CONDITION_REQUIRED } from './schema.ts'
import type { LockedGame } from './store.ts'

export function changedGame(game: LockedGame, change: z.output<typeof UpdateGame>): LockedGame {
  const becomesWinLoss = change.scoreType === 'WIN_LOSS' && change.winCondition === undefined
  const result = merge(game, becomesWinLoss ? { ...change, winCondition: null } : change)
  const violations: Violation[] = incoherences(result, change).map((found) => violationOf(found, change))
  if (lacksWinCondition(result)) {
    const message = `winCondition ${WIN_CONDITION_REQUIRED}.`
    violations.push({ field: 'winCondition', code: 'REQUIRED', message })
  }
  if (violations.length > 0) throw invalid(violations)
  return result
}
