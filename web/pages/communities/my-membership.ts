/** Finds the reader's role in a community, to choose which buttons the page shows. The service checks every action again. */
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

/** Reads signals: call this while rendering. The request needs only an id, so it can start early. */
export const ownMembership = (communityId: string) =>
  kept('listMyMemberships', { query: { filter: `communityId==${exactly(communityId)}`, limit: 1 } }).value

/** Undefined while the role is unknown. Reads signals: call this while rendering. */
export function standingIn({ id, owner, adminGroup }: Community, userId: string): Standing | undefined {
  const isOwner = owner.id === userId
  const own = ownMembership(id)
  if (!own.value) return own.state === 'failed' ? { isMember: isOwner, isAdmin: isOwner, isOwner } : undefined
  const [membership] = own.value.items
  if (membership) return { isMember: true, isAdmin: membership.isAdmin, isOwner }
  // A member of the admin group is an admin without being a member of the community.
  if (!adminGroup) return { isMember: false, isAdmin: isOwner, isOwner }
  const groups = kept('countMyGroups', { query: { filter: `id==${exactly(adminGroup.id)}` } }).value
  if (!groups.value)
    return groups.state === 'failed' ? { isMember: false, isAdmin: isOwner, isOwner } : undefined
  return { isMember: false, isAdmin: isOwner || groups.value.count > 0, isOwner }
}

/** Reads again whatever depends on a membership, because members see more names in many places. */
export const refetchCommunities = (): void =>
  refetch(/^\/(communities|users\/me\/(memberships|suggestions)|matches|games|canonical-players)/)
