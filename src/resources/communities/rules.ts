/** The rules of a community: who administers it, and who may choose its admin group. */
import type { UserCaller } from '../../http/caller.ts'
import { forbidden, invalid } from '../../http/problem.ts'
import { unknownReference } from '../../http/schema/unknown-reference.ts'
import type { AdminGroup, LockedCommunity } from './store.ts'

export const owner = {
  may: ({ userId }: UserCaller, { ownerId }: LockedCommunity) => userId === ownerId,
  refusal: 'Only the owner of a community may delete it.',
}

export const admin = {
  may: (_caller: UserCaller, { isAdmin }: LockedCommunity) => isAdmin,
  refusal: 'Only the owner of a community and the members of its admin group may change it.',
}

export function mustOwnGroup(
  { userId }: UserCaller,
  group: AdminGroup | undefined,
  adminGroupId: string | null | undefined,
): void {
  if (!adminGroupId) return
  if (!group) throw invalid([unknownReference('adminGroupId', 'the id of a group', adminGroupId)])
  if (group.ownerId !== userId) throw forbidden('The admin group must be one of your own.')
}

/**
 * Only the owner changes the admin group, because admins could shut others out. An admin may send the current group again, which
 * changes nothing.
 */
export function mayChooseAdmins(
  caller: UserCaller,
  community: LockedCommunity,
  group: AdminGroup | undefined,
  adminGroupId: string | null | undefined,
): void {
  if (adminGroupId === undefined || adminGroupId === community.adminGroupId) return
  if (!owner.may(caller, community))
    throw forbidden('Only the owner of a community may choose its admin group.')
  mustOwnGroup(caller, group, adminGroupId)
}
