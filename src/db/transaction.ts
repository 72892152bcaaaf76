/** One transaction. It sends `begin` together with its first statements, and `commit` together with its last ones. */
import type { Connection } from './connection.ts'
import type { CopyTarget } from './copy.ts'
import { atTime } from './in-time.ts'
import { type Queryable, type Traffic, only, withoutTimeout } from './queryable.ts'
import { type Row, type Sql, sql } from './sql.ts'
import { DatabaseUnavailable, isConnectionLoss, tooSlow } from './unavailable.ts'

const BEGIN = sql`begin`
const COMMIT = sql`commit`
const ROLLBACK = sql`rollback`

/** How a transaction publishes the position of its commit in the log. It is used only with standbys. */
export interface CommitPositions {
  /** Selects the position after the commit, and sends it to the other instances. */
  publish: (caller: string) => Sql<{ position: string }>
  /**
   * From now on the caller's reads must see the position. It is undefined if the commit succeeded but we did not receive the
   * position.
   */
  committed: (caller: string, position: string | undefined) => void
}

export class Transaction implements Queryable {
  readonly #connection: Connection
  readonly #traffic: Traffic
  readonly #endless: () => void
  readonly #commits: CommitPositions | undefined
  hurried = true
  /** The first error. After it, all later statements fail with the same error. */
  #failure: unknown
  #state: 'new' | 'open' | 'ended' = 'new'

  /** If the transaction has not ended by `until`, the connection is destroyed. This does not apply after `withoutTimeout`. */
  constructor(connection: Connection, traffic: Traffic, until: number, commits?: CommitPositions) {
    this.#connection = connection
    this.#commits = commits
    this.#traffic = traffic
    this.#endless = atTime(until, () => connection.destroy(tooSlow()))
  }

  async many<R extends Row>(statement: Sql<R>): Promise<R[]> {
    if (statement === withoutTimeout) {
      this.#endless()
      this.hurried = this.#connection.hurried = false
    }
    if (this.#state === 'new') {
      this.#state = 'open'
      const [, rows] = await Promise.all([this.#send(BEGIN), this.#send<R>(statement)])
      return rows
    }
    return this.#send<R>(statement)
  }

  async maybe<R extends Row>(statement: Sql<R>): Promise<R | undefined> {
    return (await this.many<R>(statement))[0]
  }

  async one<R extends Row>(statement: Sql<R>): Promise<R> {
    return only(await this.many<R>(statement))
  }

  /** Copies rows into a table (`copy t (a, b) from stdin`); `write` produces them. If `write` throws, the transaction fails. */
  async copy(statement: string, write: (target: CopyTarget) => Promise<void>): Promise<void> {
    if (this.#state === 'new') throw new Error('A copy needs a transaction that was begun.')
    this.#traffic.statements++
    this.#traffic.roundTrips++
    try {
      await this.#connection.copy(statement, write)
    } catch (error) {
      throw (this.#failure ??= error)
    }
  }

  /** Sends the last statements and the commit in one round trip. With standbys it returns the position after the commit. */
  async commit(last: readonly Sql[] = [], caller?: string): Promise<string | undefined> {
    if (this.#state === 'ended') return undefined
    if (this.#state === 'new' && last.length === 0) {
      this.#state = 'ended'
      return undefined
    }
    const written = last.map((statement) => this.many(statement))
    this.#state = 'ended'
    const committed = Promise.all([...written, this.#send(COMMIT)])
    const position = this.#publishPosition(caller)
    await committed.catch(uncertain)
    return position
  }

  /**
   * Rolls back, because the caller gets a stored answer instead. The returned position makes sure that the caller's next reads
   * show what this answer shows.
   */
  async rollback(caller?: string): Promise<string | undefined> {
    const open = this.#state === 'open' || this.#connection.inTransaction
    this.#state = 'ended'
    if (!open) return undefined
    const rolledBack = this.#send(ROLLBACK)
    const position = this.#publishPosition(caller)
    await rolledBack
    return position
  }

  /**
   * Publishes the position after the transaction has ended. A notification inside the transaction would make commits wait for
   * each other.
   */
  async #publishPosition(caller: string | undefined): Promise<string | undefined> {
    if (this.#commits === undefined || caller === undefined) return undefined
    const rows = await this.#send(this.#commits.publish(caller)).catch(() => [])
    this.#commits.committed(caller, rows[0]?.position)
    return rows[0]?.position
  }

  /** Must be called when the transaction sends nothing more. It ends the time limit. */
  end(): void {
    this.#endless()
    this.#connection.hurried = true
  }

  async #send<R extends Row>(statement: Sql<R>): Promise<R[]> {
    this.#traffic.statements++
    if (this.#connection.inFlight === 0) this.#traffic.roundTrips++
    try {
      return await this.#connection.sendTogether<R>(statement)
    } catch (error) {
      throw (this.#failure ??= error)
    }
  }
}

/**
 * Makes the error of a failed commit. If the connection broke after the commit was sent, nobody knows whether it succeeded. If
 * the server refused the commit, nothing was changed.
 */
function uncertain(error: unknown): never {
  const lost = isConnectionLoss(error) || (error instanceof DatabaseUnavailable && error.reason === 'slow')
  if (!lost) throw error
  throw new DatabaseUnavailable('The answer to a commit was lost.', { cause: error, reason: 'uncertain' })
}
