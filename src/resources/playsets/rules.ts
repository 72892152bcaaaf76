/** The rules of a playset: its game exists, and its expansions belong to the game. */
import { invalid } from '../../http/problem.ts'
import { expansionViolations } from '../expansions/rules.ts'
import { unknownReference } from '../../http/schema/unknown-reference.ts'
import type { PlaysetReferences } from './store.ts'

export function mustReferToGame({ gameExists }: PlaysetReferences, gameId: string): void {
  if (gameExists) return
  throw invalid([unknownReference('gameId', 'the id of a game', gameId)])
}

export function mustHaveExpansionsOfGame(
  references: PlaysetReferences,
  expansions: string[],
  gameId: string,
): void {
  const violations = expansionViolations(expansions, references.expansions, gameId)
  if (violations.length > 0) throw invalid(violations)
}
