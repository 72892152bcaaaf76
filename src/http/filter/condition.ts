/** The comparisons of a filter, joined so that each set of rows and each text is looked at once, and their SQL. */
import { type Sql, allOf, anyOf, join, sql } from '../../db/sql.ts'

/** Puts a condition into the subselect that has the column. Conditions with the same function are about the same rows. */
export type Within = (condition: Sql) => Sql

export type Condition = Plain | Test | Not | Junction | Inside

interface Plain {
  kind: 'plain'
  sql: Sql
}

/** Holds if `column` compares so with any of the values. */
interface Test {
  kind: 'test'
  column: Sql
  /** True if the column and the values compare by `folded`. */
  text: boolean
  sign: Sign
  /** Each with its type. Those of a text are not folded yet. */
  values: Sql[]
}

export type Sign = '=' | '>' | '>=' | '<' | '<=' | 'like'

/** Holds if the part is not true: an absent value is not equal to anything. */
interface Not {
  kind: 'not'
  part: Condition
}

interface Junction {
  kind: Connective
  parts: Condition[]
}

type Connective = 'any' | 'all'

/** Holds if the condition holds for some of the rows. */
interface Inside {
  kind: 'inside'
  within: Within
  /** True if there may be several rows. */
  many: boolean
  part: Condition
}

/** Joins conditions, and puts those together that one look can answer. */
export function joined(kind: Connective, parts: Condition[]): Condition {
  const flat = parts.flatMap((part) => (part.kind === kind ? part.parts : [part]))
  const merged = mergedTests(kind, mergedRows(kind, flat))
  return merged.length === 1 && merged[0] ? merged[0] : { kind, parts: merged }
}

/** Not the same as false: `not` of an unknown holds. Of several parts it goes inside, where they can be put together. */
export const not = (part: Condition): Condition => (part.kind === 'not' ? part : { kind: 'not', part })

const OTHER: Record<Connective, Connective> = { any: 'all', all: 'any' }

/**
 * One subselect for all conditions about the same rows, where that is the same: if there is one row at most, always; if
 * there are many, for alternatives that hold, and for demands that do not.
 */
function mergedRows(kind: Connective, parts: Condition[]): Condition[] {
  const merged: Condition[] = []
  const done = new Set<Within>()
  for (const part of parts) {
    const { inside } = insideOf(part)
    if (!inside) {
      merged.push(part)
      continue
    }
    if (done.has(inside.within)) continue
    done.add(inside.within)
    const same = parts.map(insideOf).filter(({ inside: other }) => other?.within === inside.within)
    const held = same.flatMap(({ inside: other, negated }) => (other && !negated ? [other.part] : []))
    const denied = same.flatMap(({ inside: other, negated }) => (other && negated ? [other.part] : []))
    merged.push(...(inside.many ? ofMany(kind, inside, held, denied) : ofOne(kind, inside, held, denied)))
  }
  return merged
}

function insideOf(part: Condition): { inside?: Inside; negated: boolean } {
  if (part.kind === 'inside') return { inside: part, negated: false }
  return part.kind === 'not' && part.part.kind === 'inside'
    ? { inside: part.part, negated: true }
    : { negated: false }
}

/** One row has all of `held`, or any, and with it none of `denied`; where there is no row, nothing is held. */
function ofOne(kind: Connective, inside: Inside, held: Condition[], denied: Condition[]): Condition[] {
  if (denied.length === 0) return [{ ...inside, part: joined(kind, held) }]
  const none = joined(OTHER[kind], denied)
  if (held.length === 0) return [not({ ...inside, part: none })]
  const some = joined(kind, held)
  return kind === 'all'
    ? [{ ...inside, part: joined('all', [some, not(none)]) }]
    : [not({ ...inside, part: joined('all', [none, not(some)]) })]
}

function ofMany(kind: Connective, inside: Inside, held: Condition[], denied: Condition[]): Condition[] {
  const apart = (found: Condition[]): Condition[] => found.map((part) => ({ ...inside, part }))
  const together = (found: Condition[]): Condition[] =>
    found.length > 0 ? [{ ...inside, part: joined('any', found) }] : []
  return kind === 'any'
    ? [...together(held), ...apart(denied).map(not)]
    : [...apart(held), ...together(denied).map(not)]
}

/**
 * One comparison with several values for several comparisons of a column. Of demands, the first stays alone, as an index
 * finds no rows for all values of a list.
 */
function mergedTests(kind: Connective, parts: Condition[]): Condition[] {
  const merged: Condition[] = []
  const done = new Set<Condition>()
  for (const part of parts) {
    if (done.has(part)) continue
    const test = testOf(part)
    if (!test) {
      merged.push(part)
      continue
    }
    const negated = part.kind === 'not'
    // What is denied by each of several is denied together, so it holds for none.
    const same = parts.filter((other) => (other.kind === 'not') === negated && isLike(test, testOf(other)))
    if ((kind === 'any') === negated || same.length === 1) {
      merged.push(part)
      continue
    }
    for (const other of same) done.add(other)
    const values = same.flatMap((other) => testOf(other)?.values ?? [])
    merged.push(negated ? not({ ...test, values }) : { ...test, values })
  }
  return merged
}

const testOf = (part: Condition): Test | undefined =>
  part.kind === 'test' ? part : part.kind === 'not' && part.part.kind === 'test' ? part.part : undefined

const isLike = (one: Test, other: Test | undefined) =>
  other !== undefined && other.column === one.column && other.sign === one.sign

/** More comparisons than this of one text, and it is folded before, once a row, instead of for each. */
const FOLDED_EACH = 3

export function written(condition: Condition): Sql {
  const columns = Map.groupBy(testsOf(condition), ({ column }) => column)
  const often = [...columns.keys()].filter((column) => (columns.get(column) ?? []).length > FOLDED_EACH)
  if (often.length === 0) return plain(condition, new Map())
  const names = new Map(often.map((column, n) => [column, FOLDED[n] ?? folded(column)]))
  const values = often.slice(0, FOLDED.length).map((column, n) => sql`${folded(column)} as ${NAMES[n]}`)
  // `offset 0` keeps the planner from putting the expressions back into each comparison.
  return sql`(select ${plain(condition, names)} from (select ${join(values)} offset 0) texts)`
}

const NAMES = [sql`f0`, sql`f1`, sql`f2`, sql`f3`, sql`f4`, sql`f5`]
const FOLDED = NAMES.map((name) => sql`texts.${name}`)

/** The comparisons of text, but for those of other rows. */
function testsOf(condition: Condition): Test[] {
  if (condition.kind === 'test') return condition.text ? [condition] : []
  if (condition.kind === 'not') return testsOf(condition.part)
  return 'parts' in condition ? condition.parts.flatMap(testsOf) : []
}

function plain(condition: Condition, names: ReadonlyMap<Sql, Sql>): Sql {
  switch (condition.kind) {
    case 'plain':
      return condition.sql
    case 'test':
      return comparison(condition, names.get(condition.column))
    case 'not':
      return sql`(${plain(condition.part, names)}) is not true`
    case 'inside':
      return condition.within(written(condition.part))
    case 'any':
      return anyOf(condition.parts.map((part) => plain(part, names)))
    default:
      return allOf(condition.parts.map((part) => plain(part, names)))
  }
}

function comparison({ column, text, sign, values }: Test, name: Sql | undefined): Sql {
  const left = text ? (name ?? folded(column)) : column
  const right = text ? values.map(folded) : values
  const [only] = right
  return right.length === 1 && only
    ? sql`${left} ${SIGNS[sign]} ${only}`
    : sql`${left} ${SIGNS[sign]} any (array[${join(right)}])`
}

const folded = (text: Sql) => sql`folded(${text})`

const SIGNS: Record<Sign, Sql> = {
  '=': sql`=`,
  '>': sql`>`,
  '>=': sql`>=`,
  '<': sql`<`,
  '<=': sql`<=`,
  like: sql`like`,
}

/** How much a filter asks for. */
export interface Width {
  /** Looks into the elements of a collection. */
  looks: number
  /** Values with a wildcard. */
  wildcards: number
}

export function widthOf(condition: Condition): Width {
  const parts =
    'parts' in condition ? condition.parts : 'part' in condition ? [condition.part] : ([] as Condition[])
  const inner = parts.map(widthOf)
  const sum = (of: keyof Width) => inner.reduce((total, width) => total + width[of], 0)
  return {
    looks: sum('looks') + (condition.kind === 'inside' && condition.many ? 1 : 0),
    wildcards:
      sum('wildcards') +
      (condition.kind === 'test' && condition.sign === 'like' ? condition.values.length : 0),
  }
}
