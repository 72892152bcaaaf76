/** The rules for joining and leaving a community. */
import { conflict } from '../../http/problem.ts'
import type { LockedCommunity } from '../communities/store.ts'

export function mustBeOpen({ joinPolicy }: LockedCommunity): void {
  if (joinPolicy === 'OPEN') return
  throw conflict('This community requires its admins’ approval: send a membership request.')
}

export function mustNotOwn({ ownerId }: LockedCommunity, userId: string): void {
  if (ownerId !== userId) return
  throw conflict('The owner of a community stays a member for as long as it exists.')
}
