/** The rule for a body with a user: the user exists. */
import { invalid } from '../../http/problem.ts'
import { unknownReference } from '../../http/schema/unknown-reference.ts'

export function mustReferToUser(user: { id: string } | undefined, userId: string): void {
  if (user) return
  throw invalid([unknownReference('userId', 'the id of a user', userId)])
}
