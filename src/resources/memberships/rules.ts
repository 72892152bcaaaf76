/** What must hold for somebody to join a community, and to leave it. */
import { conflict } from '../../http/problem.ts'
import type { LockedCommunity } from '../communities/store.ts'

export function mustBeOpen({ joinPolicy }: LockedCommunity): void {
  if (joinPolicy === 'OPEN') return
  throw conflict('This community is joined with its admins’ approval: send a membership request.')
}

export function mustNotOwn({ ownerId }: LockedCommunity, userId: string): void {
  if (ownerId !== userId) return
  throw conflict('The owner of a community is a member for as long as it exists.')
}
