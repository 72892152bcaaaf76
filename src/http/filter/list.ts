/** Lists and counts: limit, filter, sort and cursor of a request, the statement they make, and the page it answers. */
import { type Row, type Sql, allOf, join, prepared, search, sql } from '../../db/sql.ts'
import type { Violation } from '../problem.ts'
import type { Checked } from '../validate.ts'
import { type Cursor, type CursorScope, readCursor, writeCursor } from './cursor.ts'
import { type Field, type Fields, type SortKey, SearchError, cast, filterCondition } from './fields.ts'

/** A resource as it is listed and counted. */
export interface Collection<Context> {
  /** The whitelist of what may be filtered by. */
  fields: Fields
  /** What may be sorted by: of the fields, or of `sortedBy`, which has what may not be filtered by. */
  sorts: readonly string[]
  sortedBy?: Fields
  /** The field that tells a row from the others, by default `id`; it ends every sort. */
  key?: string
  /** Such as `rank:ASC`; by default the newest come first, by `createdAt`. */
  defaultSort?: string
  /** Where the rows are, for this caller. */
  rows: (context: Context) => Rows
}

export interface Rows {
  /** What follows `from`, such as `games g`. */
  from: Sql
  /** Which rows belong to the list, and, without `paths`, may be seen. */
  where: Sql
  /** The ways to the rows that may be seen; without it all rows may be. */
  paths?: RowPath[]
  /** An item's JSON. */
  json: Sql
  /** The list belongs to this row: none is a 404, one whose `visible` is not true a 403. */
  parent?: Sql<{ visible: boolean }>
}

/**
 * A way to rows for which an index has them in order. A condition that says how else they may be seen, after an `or`,
 * would have all rows of the table looked at.
 */
export interface RowPath {
  /** The column that begins the index, and a select of the values that the rows have in it; without it there is one range. */
  range?: { column: Sql; values: Sql }
  /** What follows `from`, where it isn't that of all rows. */
  from?: Sql
  /** Stands in for `from` where nothing is filtered by: it has `where` and `keys`, and all that it finds belong to the list. */
  indexOnly?: Sql | undefined
  /** Which rows are in the range. */
  where: Sql
  /** By field, what the index has in place of the field's sort key. */
  keys?: Readonly<Record<string, Sql>>
  /** True where a row may be in several ranges. */
  mayRepeat?: true
  /** Which of its rows other paths have too, so that they are counted once. */
  countedElsewhere?: Sql
  /** What stands in for the fields that a filter may name, where some are not to be known of these rows. */
  fields?: Fields | undefined
}

/** What a filter demands, of fields or of what stands in for them. */
type Filter = (fields?: Fields) => Sql

export interface ListQuery {
  limit: number
  filter: Filter | undefined
  order: Order[]
  cursor: Cursor | undefined
  scope: CursorScope
  kind: Kind
}

export interface CountQuery {
  /** What tells a row from the others. */
  id: Sql
  filter: Filter | undefined
  kind: Kind
}

interface Order extends SortKey {
  field: string
  descending: boolean
}

/** The facts of a collection that a request is read by. */
type Described = Pick<Collection<never>, 'fields' | 'sorts' | 'sortedBy' | 'key' | 'defaultSort'>

const DEFAULT_LIMIT = 20
const DEFAULT_SORT = 'createdAt:DESC'

/** What a filter asks for is a search; sorts and pages are many, but each has one good plan. */
type Kind = 'fixed' | 'varied' | 'search'

function kindOf(raw: ReadonlyMap<string, string>): Kind {
  if (raw.has('filter')) return 'search'
  return raw.has('sort') || raw.has('cursor') ? 'varied' : 'fixed'
}

const sentAs = <R extends Row>(kind: Kind, statement: Sql<R>): Sql<R> =>
  kind === 'search' ? search(statement) : prepared(statement, kind === 'varied' ? 'capped' : 'always')

/** Reads the query of a list, or says all that is wrong with it. `path` is the list's own, ids included. */
export function listQuery(
  { fields, sorts, sortedBy, key = 'id', defaultSort = DEFAULT_SORT }: Described,
  raw: ReadonlyMap<string, string>,
  path: string,
  secret: Buffer,
): Checked<ListQuery> {
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
    : { value: { limit, filter, order, cursor, scope, kind: kindOf(raw) } }
}

export function countQuery(
  { fields, sortedBy, key = 'id' }: Described,
  raw: ReadonlyMap<string, string>,
): Checked<CountQuery> {
  const violations: Violation[] = unknownParameters(raw, ['filter'])
  const filter = readFilter(fields, raw.get('filter'), violations)
  return violations.length > 0
    ? { violations }
    : { value: { id: fieldOf({ ...fields, ...sortedBy }, key).column, filter, kind: kindOf(raw) } }
}

/** One statement: the page's rows, and one row more where there are more. */
export function listStatement(rows: Rows, query: ListQuery): Sql<PageRow> {
  const statement = rows.paths ? pageOf(rows, rows.paths, query) : pageOfAll(rows, query)
  return sentAs(query.kind, withParent(rows, statement))
}

function pageOfAll({ from, where, json }: Rows, query: ListQuery): Sql<PageRow> {
  const { order } = query
  const keys = order.map(({ expression }, index) => sql`(${expression})::text as ${keyName(index)}`)
  return sql<PageRow>`
    select (${json})::text as item, ${join(keys)}
    from ${from}
    where ${allOf([where, ...asked(query), ...begun(order, query)])}
    order by ${sorting(order, query)}
    limit ${query.limit + 1}`
}

/** The first of each range, of these the first, and only of these the JSON. */
function pageOf(rows: Rows, paths: RowPath[], query: ListQuery): Sql<PageRow> {
  const { order, limit } = query
  const names = order.map((key, index) => ({ ...key, expression: sql`page.${keyName(index)}` }))
  const keys = names.map(({ expression }, index) => sql`(${expression})::text as ${keyName(index)}`)
  const [id, ofPage] = [order, names].map((keyed) => keyed.at(-1)?.expression)
  const found = paths.map((path) => firstOf(path, rows, query))
  return sql<PageRow>`
    select (${rows.json})::text as item, ${join(keys)}
    from (
      select distinct * from (${join(found, ' union all ')}) page order by ${sorting(names, query)} limit ${limit + 1}
    ) page
    join ${rows.from} on ${id} = ${ofPage}
    order by ${sorting(names, query)}`
}

function firstOf(path: RowPath, rows: Rows, query: ListQuery): Sql {
  const { range, keys } = path
  const { from, conditions } = looked(path, rows, query)
  const ofOne = range ? [sql`${range.column} = r.value`] : []
  const order = query.order.map((key) => ({ ...key, expression: keys?.[key.field] ?? key.expression }))
  const selected = order.map(({ expression }, index) => sql`${expression} as ${keyName(index)}`)
  const first = sql`(
    select ${join(selected)}
    from ${from}
    where ${allOf([...ofOne, ...conditions, ...begun(order, query)])}
    order by ${sorting(order, query)}
    limit ${query.limit + 1})`
  return range
    ? sql`select first.* from (${range.values}) r (value) cross join lateral ${first} first`
    : first
}

/** Where the rows of a path are looked for: not in the rows themselves where nothing is asked but that they are there. */
function looked(
  { from, indexOnly, where, fields }: RowPath,
  rows: Rows,
  query: Asked,
): { from: Sql; conditions: Sql[] } {
  return indexOnly && !query.filter
    ? { from: indexOnly, conditions: [where] }
    : { from: from ?? rows.from, conditions: [rows.where, where, ...asked(query, fields)] }
}

type Asked = Pick<CountQuery, 'filter'>

const asked = ({ filter }: Asked, fields?: Fields): Sql[] => (filter ? [filter(fields)] : [])

const begun = (order: Order[], { cursor }: ListQuery): Sql[] => (cursor ? [beyond(order, cursor)] : [])

function sorting(order: Order[], { cursor }: ListQuery): Sql {
  const backwards = cursor?.towards === 'before'
  return join(
    order.map(({ expression, descending }) =>
      descending === backwards ? sql`${expression} asc` : sql`${expression} desc`,
    ),
  )
}

export function countStatement(rows: Rows, query: CountQuery): Sql<CountRow> {
  const { from, where, paths } = rows
  const counts = paths?.map((path) => countOf(path, rows, query))
  const count = counts
    ? sql`select sum(rows)::bigint from (${join(counts, ' union all ')}) paths`
    : sql`select count(*) from ${from} where ${allOf([where, ...asked(query)])}`
  const statement = sql<CountRow>`select json_object('count': (${count}))::text as body`
  return sentAs(query.kind, withParent(rows, statement))
}

function countOf(path: RowPath, rows: Rows, query: CountQuery): Sql {
  const { range, keys, mayRepeat, countedElsewhere } = path
  const { from, conditions } = looked(path, rows, query)
  // One scan of the index goes through an array's ranges in half the time of a scan for each.
  const ofAny = range ? [sql`${range.column} = any (array(${range.values}))`] : []
  const once = countedElsewhere ? [sql`(${countedElsewhere}) is not true`] : []
  const counted = mayRepeat ? sql`count(distinct ${keys?.['id'] ?? query.id})` : sql`count(*)`
  return sql`select ${counted} as rows from ${from} where ${allOf([...ofAny, ...conditions, ...once])}`
}

type CountRow = {
  body: string
  visible?: boolean
}

export type PageRow = {
  /** Null in the one row that a parent without items has. */
  item: string | null
  /** What the row is sorted by, as text. */
  [sortKey: `k${number}`]: string
  visible?: boolean
}

/** The body of a list: `{limit, prevCursor, nextCursor, items}`. */
export function pageBody(found: PageRow[], { limit, order, cursor, scope }: ListQuery): string {
  const rows = found.filter((row) => row.item !== null)
  const more = rows.length > limit
  const page = rows.slice(0, limit)
  const backwards = cursor?.towards === 'before'
  if (backwards) page.reverse()
  const write = (towards: Cursor['towards'], row: PageRow | undefined) => {
    if (row) return writeCursor({ towards, inclusive: false, keys: keysOf(row, order) }, scope)
    // The page is empty, as its rows are gone: the way back begins where this page was to begin.
    return cursor ? writeCursor({ towards, inclusive: true, keys: cursor.keys }, scope) : null
  }
  const hasPrevious = backwards ? more : cursor !== undefined
  const hasNext = backwards || more
  const prevCursor = hasPrevious ? write('before', page[0]) : null
  const nextCursor = hasNext ? write('after', page.at(-1)) : null
  const items = page.map((row) => row.item).join(',')
  return `{"limit":${limit},"prevCursor":${JSON.stringify(prevCursor)},"nextCursor":${JSON.stringify(nextCursor)},"items":[${items}]}`
}

/** The parent and its page in one statement: a row even where the page is empty, and none where there is no parent. */
function withParent<R extends Row>({ parent }: Rows, statement: Sql<R>): Sql<R> {
  return parent
    ? sql<R>`select * from (${parent}) parent left join lateral (${statement}) page on true`
    : statement
}

/** Beyond the cursor's row in the order of the list, or before it where it leads back. */
function beyond(order: Order[], { towards, inclusive, keys }: Cursor): Sql {
  const values = order.map(({ type }, index) => cast(keys[index] ?? '', type))
  const expressions = order.map(({ expression }) => expression)
  const downwards = order.map(({ descending }) => descending === (towards === 'after'))
  if (downwards.every((down) => down === downwards[0])) {
    const sign = downwards[0] ? (inclusive ? sql`<=` : sql`<`) : inclusive ? sql`>=` : sql`>`
    return sql`(${join(expressions)}) ${sign} (${join(values)})`
  }
  return mixedBeyond(expressions, values, downwards, inclusive)
}

/** Keys that run in different directions don't compare as a row: a > x or (a = x and (b < y or …)), bounded by a >= x for the index. */
function mixedBeyond(expressions: Sql[], values: Sql[], downwards: boolean[], inclusive: boolean): Sql {
  const [expression = sql`true`, ...otherExpressions] = expressions
  const [value = sql`true`, ...otherValues] = values
  const [down, ...others] = downwards
  const strict = sql`${expression} ${down ? sql`<` : sql`>`} ${value}`
  const bound = sql`${expression} ${down ? sql`<=` : sql`>=`} ${value}`
  if (otherExpressions.length === 0) return inclusive ? bound : strict
  const rest = mixedBeyond(otherExpressions, otherValues, others, inclusive)
  return sql`${bound} and (${strict} or (${expression} = ${value} and (${rest})))`
}

function readLimit(text: string | undefined, violations: Violation[]): number {
  if (text === undefined) return DEFAULT_LIMIT
  const limit = /^-?(?:0|[1-9]\d*)$/.test(text) ? Number(text) : Number.NaN // as JSON writes whole numbers
  if (limit >= 1 && limit <= 100) return limit
  const code = Number.isNaN(limit) ? 'INVALID_TYPE' : 'OUT_OF_RANGE'
  violations.push({
    field: 'limit',
    code,
    message: 'limit has to be a whole number from 1 to 100.',
    rejectedValue: text,
  })
  return DEFAULT_LIMIT
}

function readFilter(fields: Fields, text: string | undefined, violations: Violation[]): Filter | undefined {
  if (text === undefined) return undefined
  const condition = searching(violations, () => filterCondition(fields, text)) ?? sql`true`
  return (others) => (others ? filterCondition(others, text) : condition)
}

/** Every sort ends in the id, in the direction of the key before it, so that an index serves it in one direction. */
function readSort(fields: Fields, sorts: readonly string[], key: string, text: string): Order[] {
  const order: Order[] = []
  const seen = new Set<string>()
  for (const part of text.split(',')) {
    const match = /^(\w+)(?::(ASC|DESC))?$/.exec(part)
    const name = match?.[1] ?? ''
    const field = fields[name]
    if (!match) throw new SearchError(`sort has to be like field:ASC,other:DESC; '${part}' is not.`)
    if (!field || !sorts.includes(name))
      throw new SearchError(`${name} cannot be sorted by; ${sorts.join(', ')} can.`)
    if (seen.has(name)) throw new SearchError(`${name} stands in the sort twice.`)
    seen.add(name)
    order.push({ ...field.sortKey, field: name, descending: match[2] === 'DESC' })
  }
  if (seen.has(key)) return order
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
      'cursor has to be one that this list gave for the same filter and sort; leave it out for the first page.'
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

/** A misspelt `filter` that was passed over would answer with everything. */
export function unknownParameters(raw: ReadonlyMap<string, string>, known: readonly string[]): Violation[] {
  return [...raw.keys()]
    .filter((name) => !known.includes(name))
    .map((name) => ({
      field: name,
      code: 'UNKNOWN_PROPERTY',
      message: `${name} is not a query parameter here; ${known.length > 0 ? known.join(', ') : 'there are none'}.`,
    }))
}

const keysOf = (row: PageRow, order: Order[]) => order.map((_, index) => String(row[`k${index}`]))

const KEY_NAMES = [sql`k0`, sql`k1`, sql`k2`, sql`k3`, sql`k4`, sql`k5`, sql`k6`, sql`k7`, sql`k8`]
const keyName = (index: number): Sql => KEY_NAMES[index] ?? sql`k9`
