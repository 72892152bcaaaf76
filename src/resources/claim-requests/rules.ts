/** What must hold for a claim: the ghost player is free, and nobody comes to sit in a match twice. */
import type { UserCaller } from '../../http/authenticate.ts'
import { conflict, invalid } from '../../http/problem.ts'
import { unknownReference } from '../../http/unknown-reference.ts'
import type { ClaimableGhostPlayer, LockedClaimRequest } from './store.ts'

export const owner = {
  may: ({ userId }: UserCaller, { ownerId }: LockedClaimRequest) => userId === ownerId,
  refusal: 'Only the owner of the ghost player decides a claim request for it.',
}

export const claimant = {
  may: (caller: UserCaller, request: LockedClaimRequest) =>
    caller.canonicalPlayerId === request.canonicalPlayerId,
  refusal: 'Only the player who asked may withdraw a claim request.',
}

/** The ghost player exists (400), and may be claimed at all (409). */
export function mustBeClaimable(
  ghostPlayer: ClaimableGhostPlayer | undefined,
  ghostPlayerId: string,
): asserts ghostPlayer {
  if (!ghostPlayer)
    throw invalid([unknownReference('ghostPlayerId', 'the id of a ghost player', ghostPlayerId)])
  if (ghostPlayer.isSelf) throw conflict('A self ghost player represents its owner and cannot be claimed.')
  if (!ghostPlayer.ownerIsThere)
    throw conflict('The owner of this ghost player is gone: nobody is left to decide who it is.')
}

export function mustBePending({ status }: LockedClaimRequest, participle: string): void {
  if (status === 'PENDING') return
  throw conflict(`This claim request is ${status} and cannot be ${participle} any more.`)
}
