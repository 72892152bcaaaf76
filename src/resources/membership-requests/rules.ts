/** The rules of a membership request: who decides it, who withdraws it, and when. */
import type { UserCaller } from '../../http/caller.ts'
import { conflict } from '../../http/problem.ts'
import type { LockedCommunity } from '../communities/store.ts'
import type { LockedMembershipRequest } from './store.ts'

export const admin = {
  may: (_caller: UserCaller, { isAdmin }: LockedMembershipRequest) => isAdmin,
  refusal:
    'Only the owner of a community and the members of its admin group may decide its membership requests.',
}

export const requester = {
  may: (caller: UserCaller, { userId }: LockedMembershipRequest) => caller.userId === userId,
  refusal: 'Only the user who asked may withdraw a membership request.',
}

export function mustRequireApproval({ joinPolicy }: LockedCommunity): void {
  if (joinPolicy === 'REQUIRES_APPROVAL') return
  throw conflict('This community is open: join it without asking.')
}

export function mustBePending({ status }: LockedMembershipRequest, participle: string): void {
  if (status === 'PENDING') return
  throw conflict(`This membership request is ${status} and can no longer be ${participle}.`)
}
