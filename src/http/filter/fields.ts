/** The fields by which a collection can be filtered, and the SQL of a filter. */
import { meant } from '../nearest.ts'
import { type Sql, allOf, sql } from '../../db/sql.ts'
import { UUID } from '../schema/schema.ts'
import { parseTimestamp } from '../schema/timestamp.ts'
import { type Condition, type Sign, type Within, conditionSql, joined, not, widthOf } from './condition.ts'
import { type Comparison, type RsqlNode, type Value, RsqlError, parseRsql } from './rsql.ts'

export interface Field {
  kind: Kind
  column: Sql
  values?: readonly string[]
  /** The expression by which a list is sorted. It is never null. */
  sortKey: SortKey
  /**
   * If `column` is in other rows, this puts a condition into a subselect of those rows. Undefined if `column` is in the list's
   * own rows.
   */
  where?: Within
  /** An expression that is null in rows without the field. */
  present: Sql | undefined
  /** True for a field of the elements of a collection. A comparison is true if it is true for any of the elements. */
  many: boolean
}

export interface SortKey {
  expression: Sql
  /** Used in place of `expression` in ascending sorts, so that some rows come last in both directions. */
  ascending?: Sql
  /** The type in which PostgreSQL reads the sort key from a cursor. */
  type: 'uuid' | 'text' | 'timestamptz' | 'bigint' | 'boolean'
}

export type Fields = Readonly<Record<string, Field>>

type Kind = 'uuid' | 'text' | 'integer' | 'boolean' | 'timestamp' | 'enumeration'

/** The message says what the collection does accept. */
export class SearchError extends Error {
  override name = 'SearchError'
}

export const uuidField = (column: Sql) => field('uuid', column, 'uuid')
export const integerField = (column: Sql) => field('integer', column, 'bigint')
export const booleanField = (column: Sql) => field('boolean', column, 'boolean')
export const enumField = (column: Sql, values: readonly string[]) => ({
  ...field('enumeration', column, 'text'),
  values,
})

/** Comparisons and sorts ignore capitals. If the column is too long for a cursor, `sortAs` is used for sorting. */
export const textField = (column: Sql, sortAs = column): Field => ({
  ...field('text', column, 'text'),
  sortKey: { expression: sql`folded(${sortAs})`, type: 'text' },
})

/** A sort key must not be null. If the column can be null, `sortAs` is used for sorting. */
export const timestampField = (column: Sql, sortAs = column): Field => ({
  ...field('timestamp', column, 'timestamptz'),
  sortKey: { expression: sortAs, type: 'timestamptz' },
})

/** A field in the row that `reference` names. If there is no such row, `reference` is null. */
export const through = (inner: Field, reference: Sql, where: Within): Field => ({
  ...inner,
  where,
  present: reference,
})

/** A field of the elements of a collection. */
export const some = (inner: Field, where: Within): Field => ({
  ...inner,
  where,
  present: undefined,
  many: true,
})

/** Makes the fields absent in all rows in which the condition is not true. */
export function onlyIf(condition: Sql, fields: Fields): Fields {
  const own: Within = (found) => allOf([condition, found])
  // Fields with the same `where` get the same new `where`, so that their conditions can still be merged.
  const others = new Map<Within, Within>()
  const where = ({ where: inner }: Field): Within => {
    if (!inner) return own
    const known = others.get(inner) ?? ((found) => allOf([condition, inner(found)]))
    others.set(inner, known)
    return known
  }
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      {
        ...field,
        where: where(field),
        present: field.present && sql`case when ${condition} then ${field.present} end`,
      },
    ]),
  )
}

/** Uses other columns for the fields. They must have the same values. */
export const withCopies = (fields: Fields, copies: Readonly<Record<string, Sql>> = {}): Fields => ({
  ...fields,
  ...Object.fromEntries(
    Object.entries(copies).flatMap(([name, column]) => {
      const field = fields[name]
      return field ? [[name, { ...field, column, present: column }]] : []
    }),
  ),
})

/** Turns a filter into SQL. Throws SearchError. */
export function filterCondition(fields: Fields, filter: string): Sql {
  try {
    const condition = nodeCondition(fields, parseRsql(filter))
    mustBeNarrow(condition)
    return conditionSql(condition)
  } catch (error) {
    if (error instanceof RsqlError) throw new SearchError(error.message, { cause: error })
    throw error
  }
}

/**
 * The limits of one filter. Each condition on a collection's elements reads an index for each row; a wildcard may have to read
 * every name (decision 015).
 */
export const MOST_LOOKS = 4
export const MOST_WILDCARDS = 16

function mustBeNarrow(condition: Condition): void {
  const { looks, wildcards } = widthOf(condition)
  if (wildcards > MOST_WILDCARDS) {
    throw new SearchError(
      `This search is too wide: ${wildcards} of its values have a wildcard, and at most ${MOST_WILDCARDS} are allowed.`,
    )
  }
  if (looks > MOST_LOOKS) {
    throw new SearchError(
      `This search is too wide: it has ${looks} conditions on the elements of a collection, and at most ${MOST_LOOKS} are allowed. Conditions on one collection that are joined by a comma count as one.`,
    )
  }
}

function nodeCondition(fields: Fields, node: RsqlNode): Condition {
  if ('and' in node)
    return joined(
      'all',
      node.and.map((part) => nodeCondition(fields, part)),
    )
  if ('or' in node)
    return joined(
      'any',
      node.or.map((part) => nodeCondition(fields, part)),
    )
  return comparisonCondition(fieldNamed(fields, node.selector), node)
}

function fieldNamed(fields: Fields, name: string): Field {
  const found = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (found) return found
  const known = Object.keys(fields)
  throw new SearchError(`${name} cannot be filtered by; ${known.join(', ')} can.${meant(name, known)}`)
}

function comparisonCondition(field: Field, comparison: Comparison): Condition {
  const { many } = field
  if (comparison.operator === '=null=') return absence(field, comparison)
  const negative = comparison.operator === '!=' || comparison.operator === '=out='
  const condition = positive(field, comparison)
  if (!negative) return inside(field, condition)
  return many ? inside(field, not(condition)) : not(inside(field, condition))
}

const inside = ({ where: within, many }: Field, part: Condition): Condition =>
  within ? { kind: 'inside', within, many, part } : part

const plain = (condition: Sql): Condition => ({ kind: 'plain', sql: condition })

function absence(field: Field, { selector, values }: Comparison): Condition {
  const wanted = values[0]?.text
  if (wanted !== 'true' && wanted !== 'false') throw new SearchError(`${selector}=null= takes true or false.`)
  const present = field.present ? plain(sql`${field.present} is not null`) : inside(field, plain(sql`true`))
  return wanted === 'true' ? not(present) : present
}

function positive(field: Field, comparison: Comparison): Condition {
  const { operator, selector, values } = comparison
  const [first] = values
  if (first === undefined) throw new SearchError(`${selector} is compared with nothing.`)
  const test = (sign: Sign, operands: Sql[]): Condition => ({
    kind: 'test',
    column: field.column,
    text: field.kind === 'text',
    sign,
    values: operands,
  })
  const ordered = (sign: Sign) => {
    if (UNORDERED.has(field.kind)) {
      throw new SearchError(`${selector} does not take ${operator}; it takes ==, !=, =in=, =out= and =null=.`)
    }
    return test(sign, [operand(field, selector, first)])
  }
  switch (operator) {
    case '=in=':
    case '=out=':
      return test(
        '=',
        values.map((value) => operand(field, selector, value)),
      )
    case '==':
    case '!=':
      return field.kind === 'text' && first.parts.length > 1
        ? test('like', [sql`${likePattern(first)}`])
        : test('=', [operand(field, selector, withoutWildcard(field, first))])
    case '=gt=':
      return ordered('>')
    case '=ge=':
      return ordered('>=')
    case '=lt=':
      return ordered('<')
    default:
      return ordered('<=')
  }
}

const UNORDERED: ReadonlySet<Kind> = new Set<Kind>(['uuid', 'boolean', 'enumeration'])

function operand(field: Field, selector: string, value: Value): Sql {
  const text = read(field, selector, value)
  return field.kind === 'text' || field.kind === 'enumeration' ? sql`${text}` : cast(text, field.sortKey.type)
}

/** In a text without a wildcard, `\*` means a star, with quotes or without. */
const withoutWildcard = ({ kind }: Field, value: Value): Value =>
  kind === 'text' ? { ...value, text: value.parts[0] ?? '' } : value

export function cast(text: string, type: SortKey['type']): Sql {
  switch (type) {
    case 'uuid':
      return sql`${text}::uuid`
    case 'timestamptz':
      return sql`${text}::timestamptz`
    case 'bigint':
      return sql`${text}::bigint`
    case 'boolean':
      return sql`${text}::boolean`
    default:
      return sql`${text}::text`
  }
}

/** Checks that PostgreSQL can read the text as a value of the field's kind. Throws `SearchError`. */
function read({ kind, values }: Field, selector: string, { text }: Value): string {
  switch (kind) {
    case 'text':
      return text
    case 'uuid':
      if (UUID.test(text)) return text
      throw bad(selector, text, 'a UUID')
    case 'integer':
      if (/^-?\d{1,18}$/.test(text)) return text
      throw bad(selector, text, 'a whole number')
    case 'boolean':
      if (text === 'true' || text === 'false') return text
      throw bad(selector, text, 'true or false')
    case 'enumeration':
      if (values?.includes(text)) return text
      throw bad(selector, text, `one of ${values?.join(', ')}`)
    case 'timestamp': {
      const parsed = parseTimestamp(text)
      if ('at' in parsed) return parsed.at
      throw new SearchError(`${selector} ${parsed.message}, not '${text}' (in a URL, + is written %2B).`)
    }
  }
}

const bad = (selector: string, text: string, right: string) =>
  new SearchError(`${selector} is compared with ${right}, not '${text}'.`)

const likePattern = ({ parts }: Value) => parts.map((part) => part.replace(/[\\%_]/g, '\\$&')).join('%')

function field(kind: Kind, column: Sql, type: SortKey['type']): Field {
  return { kind, column, sortKey: { expression: column, type }, present: column, many: false }
}
