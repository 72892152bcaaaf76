/** The query parameters of lists and counts, for the OpenAPI document. */
import type { QueryParameter } from '../schema/query-parameter.ts'
import type { Collection } from './collection.ts'
import { type Fields, MOST_LOOKS, MOST_WILDCARDS } from './fields.ts'

export function listParameters(
  of: Pick<Collection<never>, 'fields' | 'sorts' | 'defaultSort'>,
): QueryParameter[] {
  return [
    {
      name: 'limit',
      description: 'The most items that the page may have.',
      schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 100, default: 20 },
    },
    {
      name: 'cursor',
      description:
        'The `nextCursor` or `prevCursor` of a page of this list with the same filter and sort. Without it, the answer is the first page.',
      schema: { type: 'string' },
    },
    filterParameter(of),
    {
      name: 'sort',
      description: `Fields with an optional direction, the most important first: \`field[:ASC|:DESC]\`, comma-separated. Sortable: ${inCode(of.sorts)}.`,
      schema: { type: 'string', default: of.defaultSort ?? 'createdAt:DESC' },
      example: of.defaultSort ?? 'createdAt:DESC',
    },
  ]
}

export function filterParameter(of: Pick<Collection<never>, 'fields'>): QueryParameter {
  return {
    name: 'filter',
    description: `RSQL: \`;\` means and, \`,\` means or. Operators: \`==\` \`!=\` \`=gt=\` \`=ge=\` \`=lt=\` \`=le=\` \`=in=\` \`=out=\` \`=null=\`. In text, \`*\` is a wildcard. At most 4,000 characters, 64 comparisons, ${MOST_WILDCARDS} values with a wildcard, and ${MOST_LOOKS} conditions on the elements of a collection (expansions, tags, members); conditions joined by \`,\` together count as one. A search that takes 3 seconds ends with 400 \`INVALID_SEARCH\`. Filterable: ${inCode(Object.keys(of.fields))}.`,
    schema: { type: 'string', maxLength: 4000 },
    example: exampleOf(of.fields),
  }
}

/** A filter by the time of creation if the collection has one, else by the first field whose kind has an example. */
function exampleOf(fields: Fields): string {
  if (Object.hasOwn(fields, 'createdAt')) return `createdAt${EXAMPLES.timestamp}`
  for (const [kind, example] of Object.entries(EXAMPLES)) {
    const name = Object.keys(fields).find((field) => fields[field]?.kind === kind)
    if (name !== undefined) return name + example
  }
  throw new Error(`No example of a filter by ${Object.keys(fields).join(', ')}.`)
}

const EXAMPLES = { text: '==a*', timestamp: '=ge=2026-01-01T00:00:00Z', integer: '=ge=2' }

const inCode = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ')
