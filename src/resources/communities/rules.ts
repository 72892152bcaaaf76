/** Who administers a community, and what must hold for its admin group. */
import type { UserCaller } from '../../http/authenticate.ts'
import { forbidden, invalid } from '../../http/problem.ts'
import { unknownReference } from '../references.ts'
import type { AdminGroup, LockedCommunity } from './store.ts'

export const owner = ({ userId }: UserCaller, community: LockedCommunity) => userId === community.ownerId

export const admin = (_caller: UserCaller, community: LockedCommunity) => community.isAdmin

/** The group exists (400) and is the caller's own (403). */
export function mustOwnGroup(
  { userId }: UserCaller,
  group: AdminGroup | undefined,
  adminGroupId: string | null | undefined,
): void {
  if (!adminGroupId) return
  if (!group) throw invalid([unknownReference('adminGroupId', 'the id of a group', adminGroupId)])
  if (group.ownerId !== userId) throw forbidden('The admin group has to be one of your own.')
}

/** Admins who chose the admin group could shut the owner's people out. */
export function mustOwnToChooseAdmins(
  caller: UserCaller,
  community: LockedCommunity,
  adminGroupId: string | null | undefined,
): void {
  if (adminGroupId === undefined || owner(caller, community)) return
  throw forbidden('Only the owner of a community chooses its admin group.')
}
