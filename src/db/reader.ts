/** One connection that is used by many reads at once. It is opened for the first read, and again after it has broken. */
import type { Connection } from './connection.ts'
import type { Connector } from './connector.ts'
import { Deadlines, inTime } from './in-time.ts'
import type { Row, Sql } from './sql.ts'
import { brokenOrOwn, tooSlow } from './unavailable.ts'

export class Reader {
  readonly #connector: Connector
  #connection: Connection | undefined
  #opening: Promise<Connection> | undefined
  #waiting = 0
  readonly #deadlines = new Deadlines(tooSlow)

  constructor(connector: Connector) {
    this.#connector = connector
  }

  /** The number of statements that the server is working on, including those that nobody waits for any more. */
  get inFlight(): number {
    return this.#waiting + (this.#connection?.inFlight ?? 0)
  }

  /** Waits for the rows until `until`. If they are later, only this read fails; the other reads on the connection go on. */
  async send<R extends Row>(statement: Sql<R>, until: number): Promise<R[]> {
    const connection = this.#usable ?? (await this.#opened(until))
    return this.#deadlines.within(connection.send(statement), until).catch(brokenOrOwn)
  }

  async sendBoth<F extends Row, S extends Row>(
    first: Sql<F>,
    second: Sql<S>,
    until: number,
  ): Promise<[F[], S[]]> {
    const connection = this.#usable ?? (await this.#opened(until))
    return this.#deadlines.within(connection.sendBoth(first, second), until).catch(brokenOrOwn)
  }

  /** Ends the connection after its reads. Later statements use a new connection. */
  async renew(): Promise<void> {
    const connection = this.#connection
    this.#connection = undefined
    await connection?.end()
  }

  /** Waits for running statements, but not longer than `until`. */
  async close(until: number): Promise<void> {
    await inTime(this.renew(), until, tooSlow).catch(() => {}) // the connector ends the connections that hang
  }

  get #usable(): Connection | undefined {
    const connection = this.#connection
    return connection?.broken || connection?.outdated ? undefined : connection
  }

  async #opened(until: number): Promise<Connection> {
    this.#waiting++
    try {
      return await inTime(this.#open(), until, tooSlow).catch(brokenOrOwn)
    } finally {
      this.#waiting--
    }
  }

  #open(): Promise<Connection> {
    this.#opening ??= this.#connector
      .connect('reader')
      .then((connection) => (this.#connection = connection))
      .finally(() => (this.#opening = undefined))
    return this.#opening
  }
}
