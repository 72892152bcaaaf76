/** What must hold where somebody names a user. */
import { invalid } from '../../http/problem.ts'
import { unknownReference } from '../../http/unknown-reference.ts'

/** `user` is what `store.references` found of `userId`: undefined where nobody has that id, or has it no more. */
export function mustReferToUser(user: { id: string } | undefined, userId: string): void {
  if (user) return
  throw invalid([unknownReference('userId', 'the id of a user', userId)])
}
