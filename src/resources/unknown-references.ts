/** Violations for the ids in a list that were not found. */
import type { Violation } from '../http/problem.ts'
import { unknownReference } from '../http/schema/unknown-reference.ts'

/** `fieldOf` names the field of an element by its index. `right` says what the field must be. */
export function unknownReferences(
  ids: readonly string[],
  found: Iterable<string>,
  fieldOf: (index: number) => string,
  right: string,
): Violation[] {
  const foundIds = new Set(found)
  return ids.flatMap((id, index) => (foundIds.has(id) ? [] : [unknownReference(fieldOf(index), right, id)]))
}
