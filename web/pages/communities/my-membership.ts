/** Finds out what the reader is in a community, to decide which buttons are shown. The service checks every action by itself. */
import type { Body, Item } from '../../api/call.ts'
import { kept, refetch } from '../../api/cache.ts'
import { exactly } from '../../parts/fields/filter.ts'

export type Community = Body<'getCommunity'>
export type OwnMembership = Item<'listMyMemberships'>

export interface Standing {
  isMember: boolean
  isAdmin: boolean
  isOwner: boolean
}

/** The reader's membership. It needs only an id, so it can be requested early. It reads signals, so call it while rendering. */
export const ownMembership = (communityId: string) =>
  kept('listMyMemberships', { query: { filter: `communityId==${exactly(communityId)}`, limit: 1 } }).value

/** What the reader is in the community. Undefined until that is known. It reads signals, so call it while rendering. */
export function standingIn({ id, owner, adminGroup }: Community, userId: string): Standing | undefined {
  const isOwner = owner.id === userId
  const own = ownMembership(id)
  if (!own.value) return own.state === 'failed' ? { isMember: isOwner, isAdmin: isOwner, isOwner } : undefined
  const [membership] = own.value.items
  if (membership) return { isMember: true, isAdmin: membership.isAdmin, isOwner }
  // Somebody in the admin group is an admin even if they are not a member of the community.
  if (!adminGroup) return { isMember: false, isAdmin: isOwner, isOwner }
  const groups = kept('countMyGroups', { query: { filter: `id==${exactly(adminGroup.id)}` } }).value
  if (!groups.value)
    return groups.state === 'failed' ? { isMember: false, isAdmin: isOwner, isOwner } : undefined
  return { isMember: false, isAdmin: isOwner || groups.value.count > 0, isOwner }
}

/** Reads everything again that depends on a membership, because members see more names in many places. */
export const refetchCommunities = (): void =>
  refetch(/^\/(communities|users\/me\/(memberships|suggestions)|matches|games|canonical-players)/)
