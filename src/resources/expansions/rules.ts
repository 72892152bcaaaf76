/** What must hold for the expansions that a playset or match refers to: they exist, and are of its game. */
import type { Violation } from '../../http/problem.ts'

/** One violation for each of `ids` that isn't among the expansions `found` of the game. */
export function expansionViolations(
  ids: readonly string[],
  found: readonly { id: string; gameId: string }[],
  gameId: string,
): Violation[] {
  const ofGame = new Set(found.filter((expansion) => expansion.gameId === gameId).map(({ id }) => id))
  return ids.flatMap((id, index): Violation[] => {
    if (ofGame.has(id)) return []
    const field = `expansions[${index}]`
    return [
      {
        field,
        code: 'INVALID_REFERENCE',
        message: `${field} has to be the id of an expansion of the game.`,
        rejectedValue: id,
      },
    ]
  })
}
