/** Collections whose items have no `id` to be filtered by: what every sort of theirs ends in stands behind the whitelist. */
import type { Field, Fields } from '../http/filter/fields.ts'

/** Sorts find the fields behind it; filters take those of the whitelist alone, as they ask for own properties. */
export function closingWith(behind: { id: Field } & Record<string, Field>, whitelist: Fields): Fields {
  return Object.assign(Object.create(behind) as Record<string, Field>, whitelist)
}
