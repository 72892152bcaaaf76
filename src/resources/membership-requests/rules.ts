/** What must hold for a membership request. */
import type { UserCaller } from '../../http/authenticate.ts'
import { conflict } from '../../http/problem.ts'
import type { LockedCommunity } from '../communities/store.ts'
import type { LockedMembershipRequest } from './store.ts'

export const admin = (_caller: UserCaller, request: LockedMembershipRequest) => request.isAdmin

export const requester = ({ userId }: UserCaller, request: LockedMembershipRequest) =>
  userId === request.userId

export function mustRequireApproval({ joinPolicy }: LockedCommunity): void {
  if (joinPolicy === 'REQUIRES_APPROVAL') return
  throw conflict('This community is open: join it without asking.')
}

export function mustBePending({ status }: LockedMembershipRequest, participle: string): void {
  if (status === 'PENDING') return
  throw conflict(`This membership request is ${status} and cannot be ${participle} any more.`)
}

export const alreadyAsked = () => conflict('You have a pending membership request for this community.')
