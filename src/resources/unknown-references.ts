/** Makes violations for ids in a list that were not found. */
import type { Violation } from '../http/problem.ts'
import { unknownReference } from '../http/schema/unknown-reference.ts'

/** `fieldOf` returns the field's name for an index of the list. `right` says what would be right. */
export function unknownReferences(
  ids: readonly string[],
  found: Iterable<string>,
  fieldOf: (index: number) => string,
  right: string,
): Violation[] {
  const foundIds = new Set(found)
  return ids.flatMap((id, index) => (foundIds.has(id) ? [] : [unknownReference(fieldOf(index), right, id)]))
}
