/** Reads and checks the query of a list or count: limit, filter, sort and cursor. */
import { meant } from '../nearest.ts'
import type { KeyObject } from 'node:crypto'
import { type Sql, sql } from '../../db/sql.ts'
import type { Violation } from '../problem.ts'
import { unknownParameters } from '../query.ts'
import type { CheckResult } from '../schema/validate.ts'
import type { Collection, RowPath } from './collection.ts'
import { type Cursor, type CursorScope, readCursor } from './cursor.ts'
import { type Field, type Fields, SearchError, type SortKey, filterCondition, withCopies } from './fields.ts'
import { DEFAULT_ITEMS, MOST_ITEMS } from './parameters.ts'

type Filter = (fields?: Fields, copies?: RowPath['copies']) => Sql

export interface ListQuery {
  limit: number
  filter: Filter | undefined
  order: Order[]
  cursor: Cursor | undefined
  scope: CursorScope
  kind: Kind
}

export interface CountQuery {
  /** The field that identifies a row. */
  key: string
  id: Sql
  filter: Filter | undefined
  kind: Kind
}

export interface Order extends Pick<SortKey, 'expression' | 'type'> {
  field: string
  descending: boolean
}

type CollectionFacts = Pick<
  Collection<never>,
  'fields' | 'sorts' | 'sortedBy' | 'key' | 'defaultSort' | 'costly'
>

const DEFAULT_SORT = 'createdAt:DESC'

/**
 * How expensive a request can be. A `varied` request has a sort or a cursor, a `search` has a filter, and `whole` is for
 * collections that are always expensive.
 */
type Kind = 'fixed' | 'varied' | 'search' | 'whole'

function kindOf(raw: ReadonlyMap<string, string>, costly = false): Kind {
  if (costly) return 'whole'
  if (raw.has('filter')) return 'search'
  return raw.has('sort') || raw.has('cursor') ? 'varied' : 'fixed'
}

/** Reads the query of a list. It throws all violations of the query at once. `path` is the list's path, including ids. */
export function listQuery(
  { fields, sorts, sortedBy, key = 'id', defaultSort = DEFAULT_SORT, costly }: CollectionFacts,
  raw: ReadonlyMap<string, string>,
  path: string,
  secret: KeyObject,
): CheckResult<ListQuery> {
  const violations: Violation[] = unknownParameters(raw, ['limit', 'cursor', 'filter', 'sort'])
  const scope: CursorScope = { secret, path, filter: raw.get('filter') ?? '', sort: raw.get('sort') ?? '' }
  const limit = readLimit(raw.get('limit'), violations)
  const filter = readFilter(fields, raw.get('filter'), violations)
  const order =
    searching(violations, () =>
      readSort({ ...fields, ...sortedBy }, sorts, key, raw.get('sort') ?? defaultSort),
    ) ?? []
  const cursor = readCursorParameter(raw.get('cursor'), scope, violations)
  return violations.length > 0
    ? { violations }
    : { value: { limit, filter, order, cursor, scope, kind: kindOf(raw, costly) } }
}

export function countQuery(
  { fields, sortedBy, key = 'id', costly }: CollectionFacts,
  raw: ReadonlyMap<string, string>,
): CheckResult<CountQuery> {
  const violations: Violation[] = unknownParameters(raw, ['filter'])
  const filter = readFilter(fields, raw.get('filter'), violations)
  return violations.length > 0
    ? { violations }
    : {
        value: {
          key,
          id: fieldOf({ ...fields, ...sortedBy }, key).column,
          filter,
          kind: kindOf(raw, costly),
        },
      }
}

function readLimit(text: string | undefined, violations: Violation[]): number {
  if (text === undefined) return DEFAULT_ITEMS
  const limit = /^-?(?:0|[1-9]\d*)$/.test(text) ? Number(text) : Number.NaN // whole numbers as JSON writes them
  if (limit >= 1 && limit <= MOST_ITEMS) return limit
  const code = Number.isNaN(limit) ? 'INVALID_TYPE' : 'OUT_OF_RANGE'
  violations.push({
    field: 'limit',
    code,
    message: `limit must be a whole number from 1 to ${MOST_ITEMS}.`,
    rejectedValue: text,
  })
  return DEFAULT_ITEMS
}

function readFilter(fields: Fields, text: string | undefined, violations: Violation[]): Filter | undefined {
  if (text === undefined) return undefined
  const condition = searching(violations, () => filterCondition(fields, text)) ?? sql`true`
  return (others, copies) =>
    others || copies ? filterCondition(withCopies(others ?? fields, copies), text) : condition
}

/**
 * Reads the sort and adds the id, because a cursor needs it. The id gets the direction of the last field, so that one index
 * serves both.
 */
function readSort(fields: Fields, sorts: readonly string[], key: string, text: string): Order[] {
  const order: Order[] = []
  const seen = new Set<string>()
  for (const part of text.split(',')) {
    const match = /^(\w+)(?::(ASC|DESC))?$/.exec(part)
    const name = match?.[1] ?? ''
    const field = fields[name]
    if (!match) throw new SearchError(`sort must be like field:ASC,other:DESC; '${part}' is not.`)
    if (!field || !sorts.includes(name))
      throw new SearchError(`${name} cannot be sorted by; ${sorts.join(', ')} can.${meant(name, sorts)}`)
    if (seen.has(name)) throw new SearchError(`${name} is in the sort twice.`)
    seen.add(name)
    const { expression, ascending = expression, type } = field.sortKey
    const descending = match[2] === 'DESC'
    order.push({ expression: descending ? expression : ascending, type, field: name, descending })
  }
  const at = order.findIndex(({ field }) => field === key)
  if (at >= 0) return order.slice(0, at + 1)
  return [
    ...order,
    { ...fieldOf(fields, key).sortKey, field: key, descending: order.at(-1)?.descending ?? true },
  ]
}

function fieldOf(fields: Fields, name: string): Field {
  const field = fields[name]
  if (!field) throw new Error(`A collection needs the field ${name}.`)
  return field
}

function readCursorParameter(
  text: string | undefined,
  scope: CursorScope,
  violations: Violation[],
): Cursor | undefined {
  if (text === undefined) return undefined
  const cursor = readCursor(text, scope)
  if (!cursor) {
    const message =
      'cursor must be one that this list gave for the same filter and sort; leave it out for the first page.'
    violations.push({ field: 'cursor', code: 'INVALID_CURSOR', message, rejectedValue: text })
  }
  return cursor
}

function searching<T>(violations: Violation[], work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof SearchError)) throw error
    violations.push({ field: 'query', code: 'INVALID_SEARCH', message: error.message })
    return undefined
  }
}
