/** The reader's role in a community: member, admin or owner. The service has the last word. */
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

/** The reader's own membership. Needs only the community's id. Reads signals. */
export const ownMembership = (communityId: string) =>
  kept('listMyMemberships', { query: { filter: `communityId==${exactly(communityId)}`, limit: 1 } }).value

/** The reader's role; undefined until it is known. Reads signals. */
export function standingIn({ id, owner, adminGroup }: Community, userId: string): Standing | undefined {
  const isOwner = owner.id === userId
  const own = ownMembership(id)
  if (!own.value) return own.state === 'failed' ? { isMember: isOwner, isAdmin: isOwner, isOwner } : undefined
  const [membership] = own.value.items
  if (membership) return { isMember: true, isAdmin: membership.isAdmin, isOwner }
  // Members of the admin group decide without being members of the community.
  if (!adminGroup) return { isMember: false, isAdmin: isOwner, isOwner }
  const groups = kept('countMyGroups', { query: { filter: `id==${exactly(adminGroup.id)}` } }).value
  if (!groups.value)
    return groups.state === 'failed' ? { isMember: false, isAdmin: isOwner, isOwner } : undefined
  return { isMember: false, isAdmin: isOwner || groups.value.count > 0, isOwner }
}

/**
 * Refetches everything that depends on a community's members: the community, its lists and figures, and what members see of
 * each other.
 */
export const refetchCommunities = (): void =>
  refetch(/^\/(communities|users\/me\/(memberships|suggestions)|matches|games|canonical-players)/)
