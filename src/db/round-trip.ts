/**
 * Sends several statements with one Sync, so that the server answers all of them in one write. If one fails, all later ones fail
 * too.
 */
import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import type { Row } from './sql.ts'

interface StatementText {
  /** A statement without a name is planned each time, for the values that it has. */
  name: string | undefined
  text: string
  values: unknown[]
}

/** The columns that a prepared statement returns. */
export type Columns = { name: string; parse: (text: string) => unknown }[]

interface Statement extends StatementText {
  rows: Row[]
  resolve: (rows: Row[]) => void
  reject: (error: Error) => void
}

/** Functions of `pg` that its types do not declare. */
interface Wire {
  stream: { cork: () => void; uncork: () => void }
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  parse: (statement: { name: string | undefined; text: string }) => void
  bind: (values: { statement: string | undefined; values: unknown[] }) => void
  describe: (portal: { type: 'P'; name: string }) => void
  execute: (portal: { portal: string }) => void
  sync: () => void
}

interface RowDescription {
  fields: { name: string; dataTypeID: number }[]
}

/** With pipelining, `pg` accepts only queries of its own class. */
export class RoundTrip extends pg.Query {
  readonly #statements: Statement[] = []
  /** The columns of the connection's prepared statements, by name of the statement. */
  readonly #known: Map<string, Columns>
  /** The index of the statement whose answer is next. */
  #at = 0
  #columns: Columns = []
  /** `pg` reads the name and the text to record which statements are prepared. */
  declare name: string | undefined
  declare text: string

  constructor(known: Map<string, Columns>) {
    super('')
    this.#known = known
  }

  add<R extends Row>(sent: StatementText): Promise<R[]> {
    const { promise, resolve, reject } = Promise.withResolvers<Row[]>()
    const { name, text } = sent
    const values = sent.values.map((value) => prepareValue(value)) // if a value has no text, this throws before anything is sent
    this.#statements.push({ name, text, values, rows: [], resolve, reject })
    return promise as Promise<R[]>
  }

  override submit = (connection: pg.Connection): void => {
    const wire = connection as unknown as Wire
    this.#begin()
    wire.stream.cork()
    for (const statement of this.#statements) this.#send(statement, wire)
    wire.sync()
    wire.stream.uncork()
  }

  handleRowDescription({ fields }: RowDescription): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: pg.types.getTypeParser(dataTypeID) as Columns[number]['parse'],
    }))
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const row: Row = {}
    let index = 0
    for (const { name, parse } of this.#columns) {
      const value = fields[index++] ?? null
      row[name] = value === null ? null : parse(value)
    }
    this.#statements[this.#at]?.rows.push(row)
  }

  handleCommandComplete(): void {
    if (this.name !== undefined) this.#known.set(this.name, this.#columns)
    this.#at++
    this.#begin()
  }

  handleReadyForQuery(): void {
    for (const { rows, resolve } of this.#statements) resolve(rows)
  }

  handleError(error: Error, { submittedNamedStatements }: Wire): void {
    for (const { rows, resolve } of this.#statements.slice(0, this.#at)) resolve(rows)
    for (const { name, reject } of this.#statements.slice(this.#at)) {
      if (name !== undefined) delete submittedNamedStatements[name] // the server may have skipped the statement, so we must prepare it again
      reject(error)
    }
  }

  #begin(): void {
    const next = this.#statements[this.#at]
    this.name = next?.name
    this.text = next?.text ?? ''
    this.#columns = (next?.name === undefined ? undefined : this.#known.get(next.name)) ?? []
  }

  #send({ name, text, values }: Statement, wire: Wire): void {
    const isParsed =
      name !== undefined && (name in wire.parsedStatements || name in wire.submittedNamedStatements)
    if (!isParsed) {
      wire.parse({ name, text })
      if (name !== undefined) wire.submittedNamedStatements[name] = text
    }
    wire.bind({ statement: name, values })
    if (name === undefined || !this.#known.has(name)) wire.describe({ type: 'P', name: '' })
    wire.execute({ portal: '' })
  }
}
