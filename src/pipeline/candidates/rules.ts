/** The rules for candidates: which changes are allowed in which state, and what publishing requires. */
import type * as z from 'zod'
import { type Violation, conflict, invalid } from '../../http/problem.ts'
import { unknownReference } from '../../http/schema/unknown-reference.ts'
import { incoherent } from './change.ts'
import type { Fields } from './fields.ts'
import type { ApproveCandidate, RetryCandidate } from './schema.ts'
import type { Base, LockedCandidate } from './store.ts'

/** Reports each field that is missing although every game in the engine needs it. */
export function mustBeComplete(values: Fields, sent: z.output<typeof ApproveCandidate>): void {
  const needed = values.isExpansion
    ? []
    : [
        ...(['description', 'minPlayers', 'maxPlayers', 'scoreType'] as const),
        ...(values.scoreType === 'WIN_LOSS' ? [] : (['winCondition'] as const)),
      ]
  const missing = needed
    .filter((field) => values[field] === null)
    .map((field): Violation => ({
      field,
      code: 'REQUIRED',
      message: `${field} is required to publish a game.`,
    }))
  const violations = [...missing, ...incoherent(values, sent)]
  if (violations.length > 0) throw invalid(violations)
}

export function mustBePending({ status }: LockedCandidate, participle: string): void {
  if (status === 'PENDING') return
  throw conflict(`This candidate is ${status} and cannot be ${participle} any more.`)
}

export function mustNotBeRejected({ status }: LockedCandidate): void {
  if (status === 'REJECTED') throw conflict('This candidate is REJECTED, which is final.')
}

/** Throws if an approved game would become an expansion, or if a published expansion would move to another game. */
export function mustStay(candidate: LockedCandidate, values: Fields, gameId: string | undefined): void {
  if (candidate.status === 'PENDING') return
  if (values.isExpansion !== candidate.isExpansion)
    throw conflict('What was approved as a game or as an expansion cannot become the other.')
  if (candidate.expansionId !== null && gameId !== undefined && gameId !== candidate.gameId)
    throw conflict('This expansion is published under another game, and stays there.')
}

/** Finds the game to which an approved expansion belongs, and whether the expansion must wait until that game is published. */
export function placeOf(
  candidate: LockedCandidate,
  { isExpansion, baseGameCatalogId }: Fields,
  gameId: string | undefined,
  base: Base | undefined,
): { gameId: string | null; waiting: boolean } {
  if (!isExpansion)
    return { gameId: candidate.status === 'PENDING' ? null : candidate.gameId, waiting: false }
  if (candidate.expansionId !== null) return { gameId: candidate.gameId, waiting: false }
  if (gameId !== undefined) return { gameId, waiting: false }
  // A published expansion stays with its game, unless its base game was changed.
  if (candidate.gameId !== null && baseGameCatalogId === candidate.baseGameCatalogId)
    return { gameId: candidate.gameId, waiting: false }
  if (base?.gameId) return { gameId: base.gameId, waiting: false }
  if (base === undefined || baseGameCatalogId === candidate.catalogId)
    throw conflict('The base game of this expansion is not known; give the gameId of the game in the engine.')
  if (base.status === 'REJECTED')
    throw conflict('The base game of this expansion is REJECTED; give the gameId of the game in the engine.')
  return { gameId: null, waiting: true }
}

export function mustBeBaseGame(
  { gameId }: z.output<typeof ApproveCandidate>,
  { isExpansion }: Fields,
  found: boolean,
): void {
  if (gameId === undefined) return
  if (!isExpansion) {
    const message = 'gameId must be absent for a game: only an expansion has a base game.'
    throw invalid([{ field: 'gameId', code: 'INVALID_VALUE', message, rejectedValue: gameId }])
  }
  if (!found) throw invalid([unknownReference('gameId', 'the id of a game', gameId)])
}

export function retried(
  { status, stage, blocked, waiting, hasText }: LockedCandidate,
  { step }: z.output<typeof RetryCandidate>,
): LockedCandidate['stage'] {
  if (status === 'PENDING' && stage === 'FAILED' && step !== 'PUBLISH')
    return hasText && step !== 'COLLECT_RULES' ? 'RULES_COLLECTED' : 'PENDING_RULES'
  if (blocked && waiting)
    throw conflict(
      'The base game of this expansion is REJECTED; approve it with the gameId of its base game.',
    )
  if (status === 'APPROVED' && blocked && (step === undefined || step === 'PUBLISH')) return stage
  if (status === 'REJECTED') throw conflict('This candidate is REJECTED, which is final.')
  const what = step === undefined ? 'nothing' : `no ${step}`
  throw conflict(`This candidate is ${stage} and ${status}: there is ${what} to try again.`)
}
