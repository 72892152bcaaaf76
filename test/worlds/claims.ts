/** Who may claim a ghost player, and what follows when they do, or when the ghost player goes. */
import { type Name, type World, claimantOf, get } from './model.ts'

/** True if the ghost player is free, and the person would not sit in a match twice. */
export function mayBe(world: World, person: Name, ghost: Name): boolean {
  if (claimantOf(world, ghost) !== undefined) return false
  return ![...world.matches.values()].some(
    ({ seats, deleted }) =>
      !deleted && seats.has(ghost) && [...seats.keys()].some((other) => claimantOf(world, other) === person),
  )
}

export function approve(world: World, claim: Name, by: Name): void {
  const { player, ghost } = get(world.claims, claim)
  for (const other of world.claims.values())
    if (other.ghost === ghost && other.status === 'PENDING')
      Object.assign(other, { status: 'REJECTED', decidedBy: by })
  Object.assign(get(world.claims, claim), { status: 'APPROVED', decidedBy: by })
  for (const invitation of world.invitations.values())
    if (invitation.ghost === ghost && invitation.uses.length === 0) invitation.ended = true
  world.edges.set(`edge of ${claim}`, { player, ghost, claim, revokedBy: undefined })
}

export function cancelClaims(world: World, which: (claim: { player: Name; ghost: Name }) => boolean): void {
  for (const claim of world.claims.values())
    if (claim.status === 'PENDING' && which(claim)) claim.status = 'CANCELLED'
}

export function cancelRequests(
  world: World,
  which: (request: { user: Name; community: Name }) => boolean,
): void {
  for (const request of world.requests.values())
    if (request.status === 'PENDING' && which(request)) request.status = 'CANCELLED'
}
