/** SQL as a value: fragments that nest and carry their parameters. Only `database.ts` sends them. */
import { type Prepared, writerOf } from './statement-names.ts'

/** A row as `pg` gives it. */
export type Row = Record<string, unknown>

/**
 * A statement or a part of one; `R` is the row it selects. It keeps its template and what stands in it, and becomes text
 * only if it is sent (`text`) and that text isn't known yet (`prepared-statements.ts`).
 */
export class Sql<R extends Row = Row> {
  declare readonly row?: R
  /** The text around the parts: one more than there are parts. The same array whenever the same code has written it. */
  readonly template: readonly string[]
  /** Parameters, and fragments. */
  readonly parts: readonly unknown[]
  prepared: Prepared = 'always'
  search = false
  whole = false
  bulk = false
  /** What the name begins with under which PostgreSQL keeps it. */
  label: string

  constructor(template: readonly string[], parts: readonly unknown[], label = 'statement') {
    if (template.length !== parts.length + 1)
      throw new Error(`${template.length} texts can't stand around ${parts.length} parts.`)
    this.template = template
    this.parts = parts
    this.label = label
  }

  /** With `$1`, `$2`, … where the parameters stand. */
  get text(): string {
    let text = ''
    let parameters = 0
    const write = ({ template, parts }: Sql) => {
      text += template[0]
      for (let n = 0; n < parts.length; n++) {
        const part = parts[n]
        if (isSql(part)) write(part)
        else text += `$${++parameters}`
        text += template[n + 1]
      }
    }
    write(this)
    return text
  }

  /** The parameters in their order. */
  get values(): unknown[] {
    const values: unknown[] = []
    collect(this, values)
    return values
  }
}

export const isSql = (part: unknown): part is Sql => part instanceof Sql

function collect({ parts }: Sql, values: unknown[]): void {
  for (const part of parts)
    if (isSql(part)) collect(part, values)
    else values.push(part)
}

/** The template tag. The writer of a select states its row type: the compiler doesn't see column names, but tests do. */
export function sql<R extends Row = Row>(template: readonly string[], ...parts: unknown[]): Sql<R> {
  return new Sql<R>(template, parts, writerOf(template))
}

/** Names a statement that one function writes for many: PostgreSQL's logs then tell them apart. */
export function named<R extends Row>(label: string, statement: Sql<R>): Sql<R> {
  statement.label = label
  return statement
}

/** Text that is SQL itself; never a client's. */
export const raw = (text: string): Sql => new Sql([text], [])

export const empty = raw('')

/**
 * A statement is prepared by default. If requests make many texts of it, up to a cap (`capped`); if its best plan depends
 * on its values, never: a plan for any value took eight times as long for a filter by name.
 */
export function prepared<R extends Row>(statement: Sql<R>, kept: Prepared): Sql<R> {
  statement.prepared = kept
  return statement
}

/**
 * Marks a read whose cost depends on the filter of the request. PostgreSQL plans it for its values, and it has a connection
 * to itself, so that no cheap read waits behind it.
 */
export function search<R extends Row>(statement: Sql<R>): Sql<R> {
  statement.search = true
  return prepared(statement, 'never')
}

/** Marks a search that no parameter of the request narrows. If it takes too long, that is no fault of the caller. */
export function wholeSearch<R extends Row>(statement: Sql<R>): Sql<R> {
  statement.whole = true
  return search(statement)
}

/** Marks a read of many rows that is one of thousands for one request: two connections serve all of these in turn. */
export function bulk<R extends Row>(statement: Sql<R>): Sql<R> {
  statement.bulk = true
  return statement
}

/** The fragments with a comma, or another word, between them; there is at least one. */
export function join(fragments: readonly Sql[], separator = ', '): Sql {
  if (fragments.length === 0) throw new Error('There must be a fragment to join.')
  return new Sql(templateOf(separator, fragments.length), fragments)
}

/** By separator and number of fragments, because a template is known by its identity. */
const joined = new Map<string, (readonly string[])[]>()

function templateOf(separator: string, parts: number): readonly string[] {
  const known = joined.get(separator) ?? []
  joined.set(separator, known)
  return (known[parts] ??= ['', ...Array<string>(parts - 1).fill(separator), ''])
}

/** The conditions joined by `and`. Each is in parentheses, and so is the whole, so that an `or` can't leave its place. */
export const allOf = (conditions: Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : sql`((${join(conditions, ') and (')}))`

/** The conditions joined by `or`, each in parentheses, and so is the whole. */
export const anyOf = (conditions: Sql[]): Sql =>
  conditions.length === 0 ? sql`false` : sql`((${join(conditions, ') or (')}))`
