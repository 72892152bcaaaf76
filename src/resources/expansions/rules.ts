/** What must hold for the expansions that something refers to: they exist, and are of its game. */
import type { Violation } from '../../http/problem.ts'
import { unknownReference } from '../../http/unknown-reference.ts'

/** One violation for each of `ids` that isn't among the expansions `found` of the game. */
export function expansionViolations(
  ids: readonly string[],
  found: readonly { id: string; gameId: string }[],
  gameId: string,
  field = 'expansions',
): Violation[] {
  const ofGame = new Set(found.filter((expansion) => expansion.gameId === gameId).map(({ id }) => id))
  return ids.flatMap((id, index) =>
    ofGame.has(id) ? [] : [unknownReference(`${field}[${index}]`, 'the id of an expansion of the game', id)],
  )
}
