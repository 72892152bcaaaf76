/**
 * The requests that the growth check sends to each read: one for each sort, each filter, each range of days and each id, and one
 * for a page in the middle of the list.
 */
import { createSecretKey, randomBytes } from 'node:crypto'
import type { Sql } from '../../src/db/sql.ts'
import type { ListQuery } from '../../src/http/filter/query.ts'
import type { Operation } from '../../src/http/operation/operation.ts'
import type { Asker, Things } from './situation.ts'

export interface Asked {
  operation: string
  /** The variant of the request, such as `by playedAt, halfway`. */
  what: string
  kind: Kind
  who: string
  statement: Sql
}

/** The cost of a count depends on the rows that it counts, and the cost of a filter on the rows that it skips. */
export type Kind = 'get' | 'list' | 'count' | 'filter'

/** The requests of one caller for one operation. Throws for an unknown parameter. */
export function requestsOf(operation: Operation, asker: Asker, things: Things): Asked[] {
  const { handling, path, query } = operation
  if (handling.kind !== 'read') return []
  const names = query.parameters.map(({ name }) => name)
  const strange = names.filter((name) => !KNOWN.has(name))
  if (strange.length > 0)
    throw new Error(
      `Say in bench/growth/requests.ts how ${operation.id} is asked with ${strange.join(', ')}.`,
    )
  return paramsOf(operation, asker, things).flatMap(([which, params]) =>
    queriesOf(operation).map(({ what, kind, raw, from }) => {
      const { value, violations } = query.read(new Map(Object.entries(raw)), path, SECRET)
      if (violations) throw new Error(`${operation.id} ${what}: ${JSON.stringify(violations)}`)
      const asked = from ? { ...(value as ListQuery), cursor: from } : value
      const input = { caller: asker.caller, params, query: asked, body: undefined }
      return {
        operation: operation.id,
        what: [which, what].filter(Boolean).join(', '),
        kind,
        who: asker.who,
        statement: handling.statement(input),
      }
    }),
  )
}

const SECRET = createSecretKey(randomBytes(32))
const KNOWN = new Set([
  'limit',
  'cursor',
  'filter',
  'sort',
  'from',
  'to',
  'timeZone',
  'gameId',
  'communityId',
  'fallback',
  'size',
  'digest',
])

/**
 * Makes a request for each id. With several parameters, the parameter with the most ids counts. The first person is the caller.
 */
function paramsOf(
  { id, path }: Operation,
  { caller }: Asker,
  things: Things,
): [string, Record<string, string>][] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  if (names.length === 0) return [['', {}]]
  const values = names.map((name): Things[string] => {
    const known = things[name]
    if (!known) throw new Error(`Say in bench/growth/situation.ts which {${name}} ${id} is asked for.`)
    return name === 'canonicalPlayerId' ? [['oneself', caller.canonicalPlayerId], ...known] : known
  })
  return Array.from({ length: Math.max(...values.map(({ length }) => length)) }, (_, n) => {
    const chosen = values.map((some) => some[n % some.length] ?? ['', ''])
    return [
      chosen.map(([word]) => word).join(' and '),
      Object.fromEntries(names.map((name, at) => [name, chosen[at]?.[1] ?? ''])),
    ]
  })
}

interface Query {
  what: string
  kind: Kind
  raw: Record<string, string>
  from?: ListQuery['cursor']
}

type QueryFacts = Operation['query']['of']

/** A place in a list by time. Its second key is the least id that the list can have. */
const halfway = (of: QueryFacts): ListQuery['cursor'] => ({
  towards: 'after',
  inclusive: false,
  keys: [
    '2024-01-01T00:00:00Z',
    of?.fields[of.key ?? 'id']?.sortKey.type === 'bigint' ? '0' : '00000000-0000-0000-0000-000000000000',
  ],
})
const MONTH = { from: '2024-03-01', to: '2024-03-31', timeZone: 'Europe/Berlin' }

function queriesOf({ query: { parameters, of } }: Operation): Query[] {
  const parameter = (name: string) => parameters.find((one) => one.name === name)
  const [filter, sort] = [parameter('filter'), parameter('sort')]
  if (!filter) return figuresOf(new Set(parameters.map(({ name }) => name)))
  const kind = sort ? 'list' : 'count'
  const filtered = filtersOf(filter.description, String(filter.example)).map((text): Query => ({
    what: `where ${text}`,
    kind: 'filter',
    raw: { filter: text },
  }))
  return [{ what: '', kind, raw: {} }, ...sortsOf(sort?.description ?? '', of), ...filtered]
}

/** One direction of each sort is enough, because an index serves both. A sort by time is also asked from the middle. */
const sortsOf = (description: string, of: QueryFacts): Query[] =>
  wordsAfter('Sortable: ', description).flatMap((field): Query[] => {
    const isTime = field.endsWith('At')
    const raw = { sort: `${field}:${isTime ? 'DESC' : 'ASC'}` }
    const begun: Query = { what: `by ${field}`, kind: 'list', raw }
    return isTime ? [begun, { ...begun, what: `by ${field}, halfway`, from: halfway(of) }] : [begun]
  })

const filtersOf = (description: string, example: string): string[] => [
  example,
  ...(wordsAfter('Filterable: ', description).includes('gameName') ? ["gameName=='game 190'"] : []),
]

const wordsAfter = (label: string, description: string): string[] =>
  [...(description.split(label)[1] ?? '').matchAll(/`(\w+)`/g)].map(([, word = '']) => word)

/** For a read that is not a list: one request for all time, and one for a month. */
const figuresOf = (parameters: Set<string>): Query[] => [
  { what: '', kind: 'get', raw: {} },
  ...(parameters.has('from') ? [{ what: 'of a month', kind: 'get', raw: MONTH } as const] : []),
]
