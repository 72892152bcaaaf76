/** The limits of the fields that requests send, read from the schemas of the OpenAPI document. */
import { type Row, type Table, count, listed, several } from './quantities.ts'

interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  maxLength?: number
  maxItems?: number
  minimum?: number
  maximum?: number
}

/** The names of the schemas for request bodies. */
const SENT =
  /^(?:Create|Update|Approve|Write|Import|Publish|Dispute)(?=[A-Z])|^(?=KeyCatalog$|EnrichRequest$)/
const NOUNS: Record<string, string> = {
  me: 'user',
  'key catalog': 'import of keys',
  'enrich request': 'request to enrich',
  participant: 'dispute',
}

/**
 * Fields without a limit of their own: lists of scopes or roles end with their enumeration, and cryptography limits the parts of
 * a key.
 */
const WITHOUT_LIMIT = new Set(['scopes', 'roles'])
const WHOLE = 'publicKeys'

/** Larger bounds, such as those of int32 and int64, are not limits of the field. */
const LARGEST = 1_000_000_000

interface Limit {
  field: string
  size: number
  words: string
  beyond: string
}

/** Makes a row for each limit, with the fields that have it. */
export function fields(schemas: Record<string, unknown>): Table {
  const found = Object.entries(schemas)
    .filter(([name]) => SENT.test(name))
    .flatMap(([name, schema]) => {
      const noun = name
        .replace(SENT, '')
        .replaceAll(/(?<=[a-z])[A-Z]/g, ' $&')
        .toLowerCase()
      return [...limitsOf(schema as Schema)].map((limit) => ({ ...limit, noun: NOUNS[noun] ?? noun }))
    })
    .toSorted((one, other) => other.beyond.localeCompare(one.beyond) || one.size - other.size)
  return {
    heading: 'Fields',
    lead: 'Characters are those of Unicode, however many bytes each takes.',
    rows: [...Map.groupBy(found, ({ words }) => words)].map(([words, fieldsOfRow]): Row => {
      const what = [...Map.groupBy(fieldsOfRow, ({ field }) => field)]
        .map(([field, all]) => `${field} (${listed([...new Set(all.map(({ noun }) => noun))].toSorted())})`)
        .toSorted()
      return [what.join(', '), words, fieldsOfRow[0]?.beyond ?? '']
    }),
  }
}

function* limitsOf(schema: Schema, field = ''): Generator<Limit> {
  const { properties = {}, items, anyOf = [], maxLength, maxItems, minimum = 0, maximum } = schema
  if (maxLength !== undefined)
    yield { field, size: maxLength, words: several(maxLength, 'character'), beyond: '400 `VALUE_TOO_LONG`' }
  if (maxItems !== undefined)
    yield { field, size: maxItems, words: several(maxItems, 'item'), beyond: '400 `TOO_MANY_ITEMS`' }
  if (maximum !== undefined && maximum < LARGEST) {
    const words = `${count(minimum)} to ${count(maximum)}`
    yield { field, size: maximum, words, beyond: '400 `OUT_OF_RANGE`' }
  }
  for (const each of anyOf) yield* limitsOf(each, field)
  if (items && field !== `\`${WHOLE}\``) yield* limitsOf(items, `each of ${field}`)
  for (const [name, property] of Object.entries(properties))
    if (!WITHOUT_LIMIT.has(name)) yield* limitsOf(property, `\`${name}\``)
}
