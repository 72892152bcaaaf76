/**
 * The conditions of a filter and their SQL. Conditions merge if one subselect or one comparison can answer them.
 * `tag(…)` is a subselect of a game's tags, `game(…)` is a subselect of a match's game:
 *   tags=='a',tags=='b'             tag(name = a) or tag(name = b)                    becomes  tag(name = any (a, b))
 *   tags=='a';tags=='b'             tag(name = a) and tag(name = b)                   stays: a game can have two tags
 *   game.name=='x';game.name!='y'   game(name = x) and (game(name = y)) is not true   becomes  game(name = x and (name = y) is not true)
 */
import { type Sql, allOf, anyOf, join, sql } from '../../db/sql.ts'

/** Puts a condition into a subselect of certain rows. Each set of rows has one such function. */
export type Within = (condition: Sql) => Sql

export type Condition = Plain | Test | Not | Junction | Inside

interface Plain {
  kind: 'plain'
  sql: Sql
}

/** Compares a column with several values. It is true if one of the comparisons is true. */
interface Test {
  kind: 'test'
  column: Sql
  /** True if the comparison ignores capitals. */
  text: boolean
  sign: Sign
  /** SQL expressions with a type. Texts are folded later, when the SQL is made. */
  values: Sql[]
}

export type Sign = '=' | '>' | '>=' | '<' | '<=' | 'like'

/** True if its part is false or null: a value that is absent is equal to nothing. */
interface Not {
  kind: 'not'
  part: Condition
}

interface Junction {
  kind: Connective
  parts: Condition[]
}

type Connective = 'any' | 'all'

/** True if its part is true for at least one row of the subselect. */
interface Inside {
  kind: 'inside'
  within: Within
  /** True if the subselect can have several rows. */
  many: boolean
  part: Condition
}

export function joined(kind: Connective, parts: Condition[]): Condition {
  const flat = parts.flatMap((part) => (part.kind === kind ? part.parts : [part]))
  const merged = mergedTests(kind, mergedRows(kind, flat))
  return merged.length === 1 && merged[0] ? merged[0] : { kind, parts: merged }
}

/** Means `is not true` in SQL. Two of them cancel each other out. */
export const not = (part: Condition): Condition => (part.kind === 'not' ? part : { kind: 'not', part })

const OTHER: Record<Connective, Connective> = { any: 'all', all: 'any' }

/**
 * Merges subselects of the same rows. If a subselect can have many rows, only "some row has a or b" and "no row has a or b" can
 * be merged.
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

/** Merges conditions on a subselect that has one row at most. In this row `held` must be true, and `denied` must not be true. */
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

/** Merges comparisons of the same column: `name = a or name = b` becomes `name = any (a, b)`. */
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
    // `not a and not b` means `not (a or b)`. So negated comparisons can be merged too.
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

/** PostgreSQL folds a column again for each comparison. With more comparisons than this, we fold the column once for each row. */
const FOLDED_EACH = 3

export function conditionSql(condition: Condition): Sql {
  const columns = Map.groupBy(testsOf(condition), ({ column }) => column)
  const often = [...columns.keys()].filter((column) => (columns.get(column) ?? []).length > FOLDED_EACH)
  if (often.length === 0) return sqlOf(condition, new Map())
  const names = new Map(often.map((column, n) => [column, FOLDED[n] ?? folded(column)]))
  const values = often.slice(0, FOLDED.length).map((column, n) => sql`${folded(column)} as ${NAMES[n]}`)
  // `offset 0` makes PostgreSQL fold each text once, and not again in each comparison.
  return sql`(select ${sqlOf(condition, names)} from (select ${join(values)} offset 0) texts)`
}

const NAMES = [sql`f0`, sql`f1`, sql`f2`, sql`f3`, sql`f4`, sql`f5`]
const FOLDED = NAMES.map((name) => sql`texts.${name}`)

/** All comparisons outside of subselects. */
function testsOf(condition: Condition): Test[] {
  if (condition.kind === 'test') return condition.text ? [condition] : []
  if (condition.kind === 'not') return testsOf(condition.part)
  return 'parts' in condition ? condition.parts.flatMap(testsOf) : []
}

function sqlOf(condition: Condition, names: ReadonlyMap<Sql, Sql>): Sql {
  switch (condition.kind) {
    case 'plain':
      return condition.sql
    case 'test':
      return comparison(condition, names.get(condition.column))
    case 'not':
      return sql`(${sqlOf(condition.part, names)}) is not true`
    case 'inside':
      return condition.within(conditionSql(condition.part))
    case 'any':
      return anyOf(condition.parts.map((part) => sqlOf(part, names)))
    default:
      return allOf(condition.parts.map((part) => sqlOf(part, names)))
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

interface Width {
  /** The number of subselects that read the elements of a collection. */
  looks: number
  /** The number of values with a wildcard. */
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
