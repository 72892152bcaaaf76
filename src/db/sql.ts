/** SQL as a value. Fragments can be nested, and carry their parameters with them. A fragment never changes. */
import { type Prepared, writerOf } from './statement-names.ts'

export type Row = Record<string, unknown>

interface Sending {
  readonly prepared: Prepared
  /**
   * `search`: how much it costs depends on the request, so it gets a connection of its own. `bulk`: it uses the connections for
   * exports.
   */
  readonly kind: 'plain' | 'search' | 'bulk'
  /** True for a search that would read as much with any other parameters. */
  readonly whole: boolean
  /** The statement is stored in PostgreSQL under a name that begins with this. */
  readonly label: string
}

const PLAIN: Sending = { prepared: 'always', kind: 'plain', whole: false, label: 'statement' }

/** A statement or a part of a statement. `R` is the type of its rows. Its text is made only when it is sent. */
export class Sql<R extends Row = Row> {
  declare readonly row?: R
  /** The text around the parts. A place in the code always passes the same array, so the array identifies the place. */
  readonly template: readonly string[]
  readonly parts: readonly unknown[]
  readonly sending: Sending

  constructor(template: readonly string[], parts: readonly unknown[], sending = PLAIN) {
    if (template.length !== parts.length + 1)
      throw new Error(`${template.length} texts can't stand around ${parts.length} parts.`)
    this.template = template
    this.parts = parts
    this.sending = sending
  }

  sent(how: Partial<Sending>): Sql<R> {
    return new Sql<R>(this.template, this.parts, { ...this.sending, ...how })
  }

  /** The statement's text, with `$1`, `$2`, … for the parameters. */
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

/** For each template, how its statements are sent. */
const sendings = new WeakMap<readonly string[], Sending>()

/** The writer of a select declares the type of its rows. The compiler cannot check the names of columns, but tests do. */
export function sql<R extends Row = Row>(template: readonly string[], ...parts: unknown[]): Sql<R> {
  let sending = sendings.get(template)
  if (sending === undefined) {
    sending = { ...PLAIN, label: writerOf() }
    sendings.set(template, sending)
  }
  return new Sql<R>(template, parts, sending)
}

/** Gives a statement that many operations use a name, so that PostgreSQL's logs show the operation. */
export const named = <R extends Row>(label: string, statement: Sql<R>): Sql<R> => statement.sent({ label })

/** A text that becomes SQL as it is. It must never come from a client. */
export const raw = (text: string): Sql => new Sql([text], [])

export const empty = raw('')

/**
 * How a statement is prepared. `capped` is for statements with many different texts, `never` for statements whose best plan
 * depends on the values.
 */
export const prepared = <R extends Row>(statement: Sql<R>, how: Prepared): Sql<R> =>
  statement.sent({ prepared: how })

/**
 * Marks a read as a search: its cost depends on the request, and PostgreSQL plans it for its values. Searches have their own
 * connections, so cheap reads do not wait for them.
 */
export const search = <R extends Row>(statement: Sql<R>): Sql<R> =>
  statement.sent({ kind: 'search', prepared: 'never' })

/**
 * Marks a search that the caller could not make cheaper by other parameters. So the caller is not to blame if it takes too long.
 */
export const wholeSearch = <R extends Row>(statement: Sql<R>): Sql<R> =>
  statement.sent({ kind: 'search', prepared: 'never', whole: true })

/** Marks one of the thousands of reads that make an export. All of these share two connections. */
export const bulk = <R extends Row>(statement: Sql<R>): Sql<R> =>
  statement.sending.kind === 'search' ? statement : statement.sent({ kind: 'bulk' })

export function join(fragments: readonly Sql[], separator = ', '): Sql {
  if (fragments.length === 0) throw new Error('There must be a fragment to join.')
  return new Sql(templateOf(separator, fragments.length), fragments)
}

/** One template for each separator and length. They must be reused, because a template is recognised by its identity. */
const joined = new Map<string, (readonly string[])[]>()

function templateOf(separator: string, parts: number): readonly string[] {
  const known = joined.get(separator) ?? []
  joined.set(separator, known)
  return (known[parts] ??= ['', ...Array<string>(parts - 1).fill(separator), ''])
}

/** Joins conditions by `and`. Each condition and the whole are in parentheses, so that an `or` stays inside its condition. */
export const allOf = (conditions: Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : sql`((${join(conditions, ') and (')}))`

export const anyOf = (conditions: Sql[]): Sql =>
  conditions.length === 0 ? sql`false` : sql`((${join(conditions, ') or (')}))`
