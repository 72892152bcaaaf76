/** The query parameters of lists and counts, for the OpenAPI document. */
import type { QueryParameter } from '../schema/query-parameter.ts'
import type { Collection } from './collection.ts'
import { type Fields, MOST_LOOKS, MOST_WILDCARDS } from './fields.ts'
import { MAX_COMPARISONS, MAX_LENGTH } from './rsql.ts'

/** A page has at most this number of items. */
export const MOST_ITEMS = 100
export const DEFAULT_ITEMS = 20

export function listParameters(
  of: Pick<Collection<never>, 'fields' | 'sorts' | 'defaultSort'>,
): QueryParameter[] {
  return [
    {
      name: 'limit',
      description: 'The most items that the page may have.',
      schema: { type: 'integer', format: 'int32', minimum: 1, maximum: MOST_ITEMS, default: DEFAULT_ITEMS },
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
    description: `RSQL: \`;\` means and, \`,\` means or. Operators: \`==\` \`!=\` \`=gt=\` \`=ge=\` \`=lt=\` \`=le=\` \`=in=\` \`=out=\` \`=null=\`. In text, \`*\` is a wildcard. A filter may have at most ${MAX_LENGTH.toLocaleString('en')} characters, ${MAX_COMPARISONS} comparisons, and ${MOST_WILDCARDS} values with a wildcard. It may have at most ${MOST_LOOKS} conditions on the elements of a collection (expansions, tags, members); of these, conditions joined by \`,\` count as one. A search that takes 3 seconds ends with 400 \`INVALID_SEARCH\`. Filterable: ${inCode(Object.keys(of.fields))}.`,
    schema: { type: 'string', maxLength: MAX_LENGTH },
    example: exampleOf(of.fields),
  }
}

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
