/**
 * SQL as a value: fragments that nest and carry their parameters. A statement never changes; `named`, `search` and so on return
 * another one.
 */
import { type Prepared, writerOf } from './statement-names.ts'

/** A row of an answer. */
export type Row = Record<string, unknown>

/** How a statement is sent. */
interface Sending {
  readonly prepared: Prepared
  /**
   * `search`: its cost depends on the request, and it gets a connection to itself. `bulk`: it uses the connections of exports.
   */
  readonly kind: 'plain' | 'search' | 'bulk'
  /** True for a search that no parameter of the request narrows. */
  readonly whole: boolean
  /** The beginning of the name under which PostgreSQL stores it. */
  readonly label: string
}

const PLAIN: Sending = { prepared: 'always', kind: 'plain', whole: false, label: 'statement' }

/**
 * A statement or a part of one; `R` is the row it selects. It has its template and the parts inside, and becomes text only when
 * it is sent (`text`) and that text is not known yet (`prepared-statements.ts`).
 */
export class Sql<R extends Row = Row> {
  declare readonly row?: R
  /** The text around the parts, with one element more than there are parts. The same code always has the same array. */
  readonly template: readonly string[]
  /** Parameters, and fragments. */
  readonly parts: readonly unknown[]
  readonly sending: Sending

  constructor(template: readonly string[], parts: readonly unknown[], sending = PLAIN) {
    if (template.length !== parts.length + 1)
      throw new Error(`${template.length} texts can't stand around ${parts.length} parts.`)
    this.template = template
    this.parts = parts
    this.sending = sending
  }

  /** The same statement, sent in another way. */
  sent(how: Partial<Sending>): Sql<R> {
    return new Sql<R>(this.template, this.parts, { ...this.sending, ...how })
  }

  /** The text with `$1`, `$2`, … for the parameters. */
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

  /** The parameters, in order. */
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

/** The sending of each template, whose label is the function that has the template. */
const sendings = new WeakMap<readonly string[], Sending>()

/** The template tag. The writer of a select states its row type: the compiler does not check column names, but tests do. */
export function sql<R extends Row = Row>(template: readonly string[], ...parts: unknown[]): Sql<R> {
  let sending = sendings.get(template)
  if (sending === undefined) {
    sending = { ...PLAIN, label: writerOf() }
    sendings.set(template, sending)
  }
  return new Sql<R>(template, parts, sending)
}

/** Names a statement that a shared function writes for many operations, so that PostgreSQL's logs show which one it is. */
export const named = <R extends Row>(label: string, statement: Sql<R>): Sql<R> => statement.sent({ label })

/** A text that is SQL. It must never come from a client. */
export const raw = (text: string): Sql => new Sql([text], [])

export const empty = raw('')

/**
 * A statement is prepared by default. `capped` is for one that has a different text for many requests. `never` is for one whose
 * best plan depends on its values: a plan for any value took eight times as long for a filter by name.
 */
export const prepared = <R extends Row>(statement: Sql<R>, how: Prepared): Sql<R> =>
  statement.sent({ prepared: how })

/**
 * A read whose cost depends on the filter of the request. PostgreSQL plans it for its values, and it has a connection to itself,
 * so that no cheap read waits behind it.
 */
export const search = <R extends Row>(statement: Sql<R>): Sql<R> =>
  statement.sent({ kind: 'search', prepared: 'never' })

/** A search that no parameter of the request narrows. If it takes too long, that is no fault of the caller. */
export const wholeSearch = <R extends Row>(statement: Sql<R>): Sql<R> =>
  statement.sent({ kind: 'search', prepared: 'never', whole: true })

/**
 * A read of many rows, one of thousands for one request. Two connections serve all such reads in turn. A search stays a search.
 */
export const bulk = <R extends Row>(statement: Sql<R>): Sql<R> =>
  statement.sending.kind === 'search' ? statement : statement.sent({ kind: 'bulk' })

/** The fragments with a comma, or another separator, between them. There must be at least one. */
export function join(fragments: readonly Sql[], separator = ', '): Sql {
  if (fragments.length === 0) throw new Error('There must be a fragment to join.')
  return new Sql(templateOf(separator, fragments.length), fragments)
}

/** One template for each separator and number of fragments, because we recognize templates by their identity. */
const joined = new Map<string, (readonly string[])[]>()

function templateOf(separator: string, parts: number): readonly string[] {
  const known = joined.get(separator) ?? []
  joined.set(separator, known)
  return (known[parts] ??= ['', ...Array<string>(parts - 1).fill(separator), ''])
}

/** The conditions, joined by `and`. Each is in parentheses, and so is the whole, so that an `or` inside stays inside. */
export const allOf = (conditions: Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : sql`((${join(conditions, ') and (')}))`

/** The conditions, joined by `or`, with the same parentheses. */
export const anyOf = (conditions: Sql[]): Sql =>
  conditions.length === 0 ? sql`false` : sql`((${join(conditions, ') or (')}))`
