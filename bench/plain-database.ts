/** The smallest client for PostgreSQL: pipelined connections for reads, and a connection for each transaction. */
import type { Socket } from 'node:net'
import pg from 'pg'
import type { Traffic } from '../src/db/database.ts'
import type { ServerConnection } from './temporary-server.ts'

export interface PlainStatement {
  text: string
  values: unknown[]
}

/** The same number as in `Database`. */
const READERS = 4
const WRITERS = 12

type Row = { body?: string }

export class PlainDatabase {
  readonly traffic: Traffic = { statements: 0, roundTrips: 0 }
  readonly #readers: pg.Client[]
  readonly #idle: pg.Client[]
  readonly #waiting: ((client: pg.Client) => void)[] = []
  readonly #names = new Map<string, string>()
  #next = 0

  private constructor(clients: pg.Client[]) {
    this.#readers = clients.slice(0, READERS)
    this.#idle = clients.slice(READERS)
  }

  static async open(connection: ServerConnection): Promise<PlainDatabase> {
    const clients = Array.from(
      { length: READERS + WRITERS },
      () => new pg.Client({ ...connection, ...SETTINGS }),
    )
    await Promise.all(clients.map((client) => client.connect()))
    return new PlainDatabase(clients)
  }

  /** Returns the `body` that the last statement selects, or undefined if there is no row. */
  async answer(statements: PlainStatement[]): Promise<string | undefined> {
    this.traffic.roundTrips++
    const [first] = statements
    if (statements.length === 1 && first) return this.#read(first)
    const client =
      this.#idle.pop() ?? (await new Promise<pg.Client>((resolve) => this.#waiting.push(resolve)))
    this.traffic.statements += 2
    try {
      const begun = client.query('begin')
      const sent = statements.map((statement) => this.#send(client, statement))
      const [, ...results] = await Promise.all([begun, ...sent, client.query('commit')])
      return (results.at(-2) as pg.QueryResult<Row>).rows[0]?.body
    } finally {
      const next = this.#waiting.shift()
      if (next) next(client)
      else this.#idle.push(client)
    }
  }

  async #read(statement: PlainStatement): Promise<string | undefined> {
    const client = this.#readers[this.#next++ % READERS] as pg.Client
    gather(client.connection.stream as Socket)
    return (await this.#send(client, statement)).rows[0]?.body
  }

  #send(client: pg.Client, { text, values }: PlainStatement): Promise<pg.QueryResult<Row>> {
    this.traffic.statements++
    return client.query<Row>({ name: this.#nameOf(text), text, values })
  }

  #nameOf(text: string): string {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    const name = `plain ${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}

/** The same settings as in `Database`, because `rfc3339` needs the date style. */
const SETTINGS = {
  pipeline: true,
  options: '-c timezone=UTC -c datestyle=ISO -c jit=off -c random_page_cost=1.1',
}

/** Sends all statements of one round of the event loop in one write, like the reads of `Database`. */
function gather(socket: Socket): void {
  if (socket.writableCorked > 0) return
  socket.cork()
  setImmediate(() => socket.uncork())
}
