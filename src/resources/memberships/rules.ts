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

export const stillAdmin = () =>
  conflict(
    'This member is an admin, and would stay one. The owner of the community must end that first; then an admin can remove them.',
  )
