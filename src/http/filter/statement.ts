/** The statements of lists and counts. */
import { type Row, type Sql, allOf, join, prepared, search, sql, wholeSearch } from '../../db/sql.ts'
import type { RowPath, Rows } from './collection.ts'
import type { Cursor } from './cursor.ts'
import { type Fields, cast } from './fields.ts'
import type { PageRow } from './page.ts'
import type { CountQuery, ListQuery, Order } from './query.ts'

/** Selects one row more than the page has. If this row exists, there is a next page. */
export function listStatement(rows: Rows, query: ListQuery): Sql<PageRow> {
  const statement = rows.paths ? pageOf(rows, rows.paths, query) : pageOfAll(rows, query)
  return sentAs(query.kind, withParent(rows, statement))
}

function pageOfAll({ from, where, json, fields }: Rows, query: ListQuery): Sql<PageRow> {
  const { order } = query
  const keys = order.map(({ expression }, index) => sql`(${expression})::text as ${keyName(index)}`)
  return sql<PageRow>`
    select (${json})::text as item, ${join(keys)}
    from ${from}
    where ${allOf([where, ...filterConditions(query, fields), ...cursorConditions(order, query)])}
    order by ${sorting(order, query)}
    limit ${query.limit + 1}`
}

/** Finds the rows of the page in every range, and makes the JSON of only these rows. */
function pageOf(rows: Rows, paths: RowPath[], query: ListQuery): Sql<PageRow> {
  const { order, limit } = query
  const names = order.map((key, index) => ({ ...key, expression: sql`page.${keyName(index)}` }))
  const keys = names.map(({ expression }, index) => sql`(${expression})::text as ${keyName(index)}`)
  const [id, ofPage] = [order, names].map((keyed) => keyed.at(-1)?.expression)
  const found = paths.map((path) => firstRowsOf(path, rows, query))
  return sql<PageRow>`
    select (${rows.json})::text as item, ${join(keys)}
    from (
      select distinct * from (${join(found, ' union all ')}) page order by ${sorting(names, query)} limit ${limit + 1}
    ) page
    join ${rows.from} on ${id} = ${ofPage}
    order by ${sorting(names, query)}`
}

function firstRowsOf(path: RowPath, rows: Rows, query: ListQuery): Sql {
  const { range } = path
  const keys = { ...path.copies, ...path.keys }
  const { from, conditions } = sourceOf(path, rows, query)
  const ofOne = range ? [sql`${range.column} = r.value`] : []
  const order = query.order.map((key) => ({ ...key, expression: keys[key.field] ?? key.expression }))
  const selected = order.map(({ expression }, index) => sql`${expression} as ${keyName(index)}`)
  const first = sql`(
    select ${join(selected)}
    from ${from}
    where ${allOf([...ofOne, ...conditions, ...cursorConditions(order, query)])}
    order by ${sorting(order, query)}
    limit ${query.limit + 1})`
  return range
    ? sql`select first.* from (${range.values}) r (value) cross join lateral ${first} first`
    : first
}

/** Without a filter, a list may need only columns of an index. Then `indexOnly` is used in place of `from`. */
function sourceOf(
  { from, indexOnly, where, fields, copies }: RowPath,
  rows: Rows,
  query: FilterQuery,
): { from: Sql; conditions: Sql[] } {
  return indexOnly && !query.filter
    ? { from: indexOnly, conditions: [where] }
    : {
        from: from ?? rows.from,
        conditions: [rows.where, where, ...filterConditions(query, fields ?? rows.fields, copies)],
      }
}

type FilterQuery = Pick<CountQuery, 'filter'>

const filterConditions = ({ filter }: FilterQuery, fields?: Fields, copies?: RowPath['copies']): Sql[] =>
  filter ? [filter(fields, copies)] : []

const cursorConditions = (order: Order[], { cursor }: ListQuery): Sql[] =>
  cursor ? [isBeyond(order, cursor)] : []

function sorting(order: Order[], { cursor }: ListQuery): Sql {
  const backwards = cursor?.towards === 'before'
  return join(
    order.map(({ expression, descending }) =>
      descending === backwards ? sql`${expression} asc` : sql`${expression} desc`,
    ),
  )
}

export function countStatement(rows: Rows, query: CountQuery): Sql<CountRow> {
  const { from, where, paths, fields } = rows
  const counts = paths?.map((path) => countOf(path, rows, query))
  const count = counts
    ? sql`select sum(rows)::bigint from (${join(counts, ' union all ')}) paths`
    : sql`select count(*) from ${from} where ${allOf([where, ...filterConditions(query, fields)])}`
  const statement = sql<CountRow>`select json_object('count': (${count}))::text as body`
  return sentAs(query.kind, withParent(rows, statement))
}

function countOf(path: RowPath, rows: Rows, query: CountQuery): Sql {
  const { range, copies, mayRepeat, countedElsewhere } = path
  const { from, conditions } = sourceOf(path, rows, query)
  // One index scan for all ranges takes half the time of one scan for each range.
  const ofAny = range ? [sql`${range.column} = any (array(${range.values}))`] : []
  const uncounted = countedElsewhere ? [sql`(${countedElsewhere}) is not true`] : []
  const counted = mayRepeat ? sql`count(distinct ${copies?.[query.key] ?? query.id})` : sql`count(*)`
  return sql`select ${counted} as rows from ${from} where ${allOf([...ofAny, ...conditions, ...uncounted])}`
}

type CountRow = {
  body: string
  visible?: boolean
}

/** Selects the parent together with the page. `offset 0` makes PostgreSQL first check whether the parent is visible. */
function withParent<R extends Row>({ parent }: Rows, statement: Sql<R>): Sql<R> {
  return parent
    ? sql<R>`
        select * from (${parent} offset 0) parent
        left join lateral (select * from (${statement}) rows where parent.visible offset 0) page on true`
    : statement
}

/** A condition for the rows after the cursor, or before the cursor if it leads back. */
function isBeyond(order: Order[], { towards, inclusive, keys }: Cursor): Sql {
  const values = order.map(({ type }, index) => cast(keys[index] ?? '', type))
  const expressions = order.map(({ expression }) => expression)
  const downwards = order.map(({ descending }) => descending === (towards === 'after'))
  if (downwards.every((down) => down === downwards[0])) {
    const sign = downwards[0] ? (inclusive ? sql`<=` : sql`<`) : inclusive ? sql`>=` : sql`>`
    return sql`(${join(expressions)}) ${sign} (${join(values)})`
  }
  return isBeyondMixed(expressions, values, downwards, inclusive)
}

/**
 * For sorts with mixed directions: a > x or (a = x and (b < y or …)). We add a >= x, so that PostgreSQL can start at this place
 * of the index.
 */
function isBeyondMixed(expressions: Sql[], values: Sql[], downwards: boolean[], inclusive: boolean): Sql {
  const [expression = sql`true`, ...otherExpressions] = expressions
  const [value = sql`true`, ...otherValues] = values
  const [down, ...others] = downwards
  const strict = sql`${expression} ${down ? sql`<` : sql`>`} ${value}`
  const bound = sql`${expression} ${down ? sql`<=` : sql`>=`} ${value}`
  if (otherExpressions.length === 0) return inclusive ? bound : strict
  const rest = isBeyondMixed(otherExpressions, otherValues, others, inclusive)
  return sql`${bound} and (${strict} or (${expression} = ${value} and (${rest})))`
}

function sentAs<R extends Row>(kind: ListQuery['kind'], statement: Sql<R>): Sql<R> {
  if (kind === 'whole') return wholeSearch(statement)
  return kind === 'search' ? search(statement) : prepared(statement, kind === 'varied' ? 'capped' : 'always')
}

const KEY_NAMES = [sql`k0`, sql`k1`, sql`k2`, sql`k3`, sql`k4`, sql`k5`, sql`k6`, sql`k7`, sql`k8`]
const keyName = (index: number): Sql => KEY_NAMES[index] ?? sql`k9`
