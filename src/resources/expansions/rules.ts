/** The rule for a body that names expansions: they must exist and belong to the game. */
import type { Violation } from '../../http/problem.ts'
import { unknownReferences } from '../unknown-references.ts'

export function expansionViolations(
  ids: readonly string[],
  found: readonly { id: string; gameId: string }[],
  gameId: string,
  field = 'expansions',
): Violation[] {
  const idsOfGame = found.filter((expansion) => expansion.gameId === gameId).map(({ id }) => id)
  return unknownReferences(
    ids,
    idsOfGame,
    (index) => `${field}[${index}]`,
    'the id of an expansion of the game',
  )
}
