/** The rules of a claim request: who decides it, who withdraws it, and which ghost players can be claimed. */
import type { UserCaller } from '../../http/caller.ts'
import { conflict, invalid } from '../../http/problem.ts'
import { unknownReference } from '../../http/schema/unknown-reference.ts'
import type { ClaimableGhostPlayer, LockedClaimRequest } from './store.ts'

export const owner = {
  may: ({ userId }: UserCaller, { ownerId }: LockedClaimRequest) => userId === ownerId,
  refusal: 'Only the owner of the ghost player may decide a claim request for it.',
}

export const claimant = {
  may: (caller: UserCaller, request: LockedClaimRequest) =>
    caller.canonicalPlayerId === request.canonicalPlayerId,
  refusal: 'Only the player who asked may withdraw a claim request.',
}

export function mustBeClaimable(
  ghostPlayer: ClaimableGhostPlayer | undefined,
  ghostPlayerId: string,
): asserts ghostPlayer {
  if (!ghostPlayer)
    throw invalid([unknownReference('ghostPlayerId', 'the id of a ghost player', ghostPlayerId)])
  if (ghostPlayer.isSelf) throw selfGhostPlayer()
  if (!ghostPlayer.ownerIsThere)
    throw conflict('The owner of this ghost player has erased their account: nobody can decide the claim.')
}

export const selfGhostPlayer = () =>
  conflict('A self ghost player represents its owner and cannot be claimed.')

export function mustBePending({ status }: LockedClaimRequest, participle: string): void {
  if (status === 'PENDING') return
  throw conflict(`This claim request is ${status} and can no longer be ${participle}.`)
}
