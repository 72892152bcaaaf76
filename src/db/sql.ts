/** SQL as a value: fragments that can be nested and have their parameters with them. A fragment never changes. */
import { type Prepared, writerOf } from './statement-names.ts'

export type Row = Record<string, unknown>

interface Sending {
  readonly prepared: Prepared
  /**
   * `search`: the cost depends on the request, so the read gets its own connection. `bulk`: the read uses the connections of
   * exports.
   */
  readonly kind: 'plain' | 'search' | 'bulk'
  /** True if no parameter of the request could make the search read less. */
  readonly whole: boolean
  /** The beginning of the name under which PostgreSQL stores the statement. */
  readonly label: string
}

const PLAIN: Sending = { prepared: 'always', kind: 'plain', whole: false, label: 'statement' }

/** A statement or a part of one. `R` is the type of its rows. The text is made when the statement is sent. */
export class Sql<R extends Row = Row> {
  declare readonly row?: R
  /** The text around the parts. The same place in the code always passes the same array. */
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

  /** The text has `$1`, `$2`, … for the parameters. */
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

/** How we send the statements of each template. */
const sendings = new WeakMap<readonly string[], Sending>()

/** The writer of a select states its row type. The compiler does not check column names, but tests do. */
export function sql<R extends Row = Row>(template: readonly string[], ...parts: unknown[]): Sql<R> {
  let sending = sendings.get(template)
  if (sending === undefined) {
    sending = { ...PLAIN, label: writerOf() }
    sendings.set(template, sending)
  }
  return new Sql<R>(template, parts, sending)
}

/** Names a statement that many operations share, so that PostgreSQL's logs show the operation. */
export const named = <R extends Row>(label: string, statement: Sql<R>): Sql<R> => statement.sent({ label })

/** Text that becomes SQL as it is, so it must never come from a client. */
export const raw = (text: string): Sql => new Sql([text], [])

export const empty = raw('')

/** `capped` is for statements whose text often differs, `never` for statements whose best plan depends on the values. */
export const prepared = <R extends Row>(statement: Sql<R>, how: Prepared): Sql<R> =>
  statement.sent({ prepared: how })

/**
 * Marks a read whose cost depends on the request. PostgreSQL plans it for its values. Searches have their own connections, so
 * cheap reads do not wait for them.
 */
export const search = <R extends Row>(statement: Sql<R>): Sql<R> =>
  statement.sent({ kind: 'search', prepared: 'never' })

/** Marks a search that no parameter of the request can make cheaper. So the caller is not to blame if it takes too long. */
export const wholeSearch = <R extends Row>(statement: Sql<R>): Sql<R> =>
  statement.sent({ kind: 'search', prepared: 'never', whole: true })

/** Marks one of the thousands of reads that an export needs. All such reads share two connections. */
export const bulk = <R extends Row>(statement: Sql<R>): Sql<R> =>
  statement.sending.kind === 'search' ? statement : statement.sent({ kind: 'bulk' })

export function join(fragments: readonly Sql[], separator = ', '): Sql {
  if (fragments.length === 0) throw new Error('There must be a fragment to join.')
  return new Sql(templateOf(separator, fragments.length), fragments)
}

/** One template for each separator and length, because templates are recognised by identity. */
const joined = new Map<string, (readonly string[])[]>()

function templateOf(separator: string, parts: number): readonly string[] {
  const known = joined.get(separator) ?? []
  joined.set(separator, known)
  return (known[parts] ??= ['', ...Array<string>(parts - 1).fill(separator), ''])
}

/** Puts parentheses around each condition and around the whole, so that an `or` binds nothing outside its condition. */
export const allOf = (conditions: Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : sql`((${join(conditions, ') and (')}))`

export const anyOf = (conditions: Sql[]): Sql =>
  conditions.length === 0 ? sql`false` : sql`((${join(conditions, ') or (')}))`
