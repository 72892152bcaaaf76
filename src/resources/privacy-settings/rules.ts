/** The rule for the groups of a privacy setting: they belong to the caller. */
import type { UserCaller } from '../../http/caller.ts'
import { forbidden, invalid } from '../../http/problem.ts'
import { unknownReferences } from '../unknown-references.ts'
import type { NamedGroups } from './store.ts'

export function mustOwnGroups({ userId }: UserCaller, groupIds: string[], { groups }: NamedGroups): void {
  const violations = unknownReferences(
    groupIds,
    groups.map(({ id }) => id),
    (index) => `groupIds[${index}]`,
    'the id of a group',
  )
  if (violations.length > 0) throw invalid(violations)
  if (groups.some(({ ownerId }) => ownerId !== userId)) {
    throw forbidden('The groups in a privacy setting must be your own.')
  }
}
