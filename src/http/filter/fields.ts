/** Turns the tree of a filter into SQL, through the whitelist of fields that a collection may be filtered by. */
import { type Sql, allOf, anyOf, sql } from '../../db/sql.ts'
import { UUID } from '../schema.ts'
import { parseTimestamp } from '../timestamp.ts'
import { type Comparison, type RsqlNode, type Value, RsqlError, parseRsql } from './rsql.ts'

/** A field of the whitelist: the type of its values, and their column. */
export interface Field {
  kind: Kind
  column: Sql
  /** The values of an enumeration. */
  values?: readonly string[]
  /** The expression that a list is sorted by; never null. */
  sortKey: SortKey
  /** Puts a condition on `column` into the subselect that has the column, if it is not one of the row. */
  where?: (condition: Sql) => Sql
  /** An expression that is null if the field is absent. */
  present: Sql | undefined
  /** True for a field of many elements: a comparison holds if it holds for any of them. */
  many: boolean
}

export interface SortKey {
  expression: Sql
  /** The type that a cursor's text is cast to. */
  type: 'uuid' | 'text' | 'timestamptz' | 'bigint' | 'boolean'
}

export type Fields = Readonly<Record<string, Field>>

type Kind = 'uuid' | 'text' | 'integer' | 'boolean' | 'timestamp' | 'enumeration'

/** A filter or sort that this collection doesn't take; the message says which it takes. */
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

/** Text compares and sorts without regard to case. `sortAs` replaces a column that is too long for a cursor. */
export const textField = (column: Sql, sortAs = column): Field => ({
  ...field('text', column, 'text'),
  sortKey: { expression: sql`folded(${sortAs})`, type: 'text' },
})

/** `sortAs` replaces a column that may be null in a sort. */
export const timestampField = (column: Sql, sortAs = column): Field => ({
  ...field('timestamp', column, 'timestamptz'),
  sortKey: { expression: sortAs, type: 'timestamptz' },
})

/** A field of a referenced row; `reference` is null if there is none. */
export const through = (inner: Field, reference: Sql, where: (condition: Sql) => Sql): Field => ({
  ...inner,
  where,
  present: reference,
})

/** A field of the elements of a collection: `where` says that some element meets the condition. */
export const some = (inner: Field, where: (condition: Sql) => Sql): Field => ({
  ...inner,
  where,
  present: undefined,
  many: true,
})

/** A field that is absent where the condition doesn't hold. */
export const onlyIf = (condition: Sql, inner: Field): Field => ({
  ...inner,
  where: (found) => allOf([condition, (inner.where ?? itself)(found)]),
  present: inner.present && sql`case when ${condition} then ${inner.present} end`,
})

/** The fields, some of them read from other columns that repeat theirs. */
export const withCopies = (fields: Fields, copies: Readonly<Record<string, Sql>> = {}): Fields => ({
  ...fields,
  ...Object.fromEntries(
    Object.entries(copies).flatMap(([name, column]) => {
      const field = fields[name]
      return field ? [[name, { ...field, column, present: column }]] : []
    }),
  ),
})

/** The condition that `filter` states, in parentheses; throws SearchError. */
export function filterCondition(fields: Fields, filter: string): Sql {
  try {
    return nodeCondition(fields, parseRsql(filter))
  } catch (error) {
    if (error instanceof RsqlError) throw new SearchError(error.message, { cause: error })
    throw error
  }
}

function nodeCondition(fields: Fields, node: RsqlNode): Sql {
  if ('and' in node) return allOf(node.and.map((part) => nodeCondition(fields, part)))
  if ('or' in node) return anyOf(node.or.map((part) => nodeCondition(fields, part)))
  return comparisonCondition(fieldNamed(fields, node.selector), node)
}

function fieldNamed(fields: Fields, name: string): Field {
  const found = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (found) return found
  throw new SearchError(`${name} cannot be filtered by; ${Object.keys(fields).join(', ')} can.`)
}

function comparisonCondition(field: Field, comparison: Comparison): Sql {
  const { where = itself } = field
  if (comparison.operator === '=null=') return absence(field, comparison)
  const negative = comparison.operator === '!=' || comparison.operator === '=out='
  const condition = positive(field, comparison)
  if (!negative) return where(condition)
  return field.many ? where(not(condition)) : not(where(condition))
}

const itself = (condition: Sql) => condition

/** An absent value is not equal to anything, so a negation holds for it. */
const not = (condition: Sql) => sql`(${condition}) is not true`

function absence(field: Field, { selector, values }: Comparison): Sql {
  const wanted = values[0]?.text
  if (wanted !== 'true' && wanted !== 'false') throw new SearchError(`${selector}=null= takes true or false.`)
  const present = field.present ? sql`${field.present} is not null` : (field.where ?? itself)(sql`true`)
  return wanted === 'true' ? sql`not (${present})` : present
}

function positive(field: Field, comparison: Comparison): Sql {
  const [first] = comparison.values
  if (first === undefined) throw new SearchError(`${comparison.selector} is compared with nothing.`)
  switch (comparison.operator) {
    case '=in=':
    case '=out=':
      return anyValue(field, comparison)
    case '==':
    case '!=':
      if (field.kind === 'text' && first.parts.length > 1)
        return sql`folded(${field.column}) like folded(${likePattern(first)})`
      return sql`${comparable(field)} = ${operand(field, comparison.selector, plain(field, first))}`
    case '=gt=':
      return ordered(field, comparison, first, sql`>`)
    case '=ge=':
      return ordered(field, comparison, first, sql`>=`)
    case '=lt=':
      return ordered(field, comparison, first, sql`<`)
    default:
      return ordered(field, comparison, first, sql`<=`)
  }
}

const UNORDERED: ReadonlySet<Kind> = new Set<Kind>(['uuid', 'boolean', 'enumeration'])

function ordered(field: Field, { selector, operator }: Comparison, value: Value, sign: Sql): Sql {
  if (UNORDERED.has(field.kind)) {
    throw new SearchError(`${selector} does not take ${operator}; it takes ==, !=, =in=, =out= and =null=.`)
  }
  return sql`${comparable(field)} ${sign} ${operand(field, selector, value)}`
}

const comparable = (field: Field) => (field.kind === 'text' ? sql`folded(${field.column})` : field.column)

function operand(field: Field, selector: string, value: Value): Sql {
  const text = read(field, selector, value)
  switch (field.kind) {
    case 'text':
      return sql`folded(${text})`
    case 'enumeration':
      return sql`${text}`
    default:
      return cast(text, field.sortKey.type)
  }
}

/** Without a wildcard, `\*` in a text is a star, with or without quotes. */
const plain = ({ kind }: Field, value: Value): Value =>
  kind === 'text' ? { ...value, text: value.parts[0] ?? '' } : value

/** One array parameter, so that the statement's text is the same for every length of the list. */
function anyValue(field: Field, { selector, values }: Comparison): Sql {
  const texts = values.map((value) => read(field, selector, value))
  if (field.kind === 'text')
    return sql`${comparable(field)} = any (array(select folded(v) from unnest(${texts}::text[]) v))`
  if (field.kind === 'enumeration') return sql`${field.column} = any (${texts}::text[])`
  return sql`${field.column} = any (${arrayCast(texts, field.sortKey.type)})`
}

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

function arrayCast(texts: string[], type: SortKey['type']): Sql {
  switch (type) {
    case 'uuid':
      return sql`${texts}::uuid[]`
    case 'timestamptz':
      return sql`${texts}::timestamptz[]`
    case 'bigint':
      return sql`${texts}::bigint[]`
    default:
      return sql`${texts}::boolean[]`
  }
}

/** Checks the text of a value for its kind, so that PostgreSQL can read it; throws SearchError. */
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
