/** One transaction. It sends `begin` with its first statements, and can send `commit` with its last. */
import type { Connection } from './connection.ts'
import type { CopyTarget } from './copy.ts'
import { atTime } from './in-time.ts'
import { type Queryable, type Traffic, only, withoutTimeout } from './queryable.ts'
import { type Row, type Sql, sql } from './sql.ts'
import { DatabaseUnavailable, isConnectionLoss, tooSlow } from './unavailable.ts'

const BEGIN = sql`begin`
const COMMIT = sql`commit`
const ROLLBACK = sql`rollback`

/** With standbys: publishes the log position of each commit. */
export interface CommitPositions {
  /** Selects the position after the commit, and notifies the other instances of it. */
  publish: (caller: string) => Sql<{ position: string }>
  /** The caller's next reads must see the position. It is undefined if the commit succeeded but the position was lost. */
  committed: (caller: string, position: string | undefined) => void
}

export class Transaction implements Queryable {
  readonly #connection: Connection
  readonly #traffic: Traffic
  readonly #endless: () => void
  readonly #commits: CommitPositions | undefined
  /** True while it has a time limit. */
  hurried = true
  /** The first error of the transaction. All later statements fail with it, too. */
  #failure: unknown
  #state: 'new' | 'open' | 'ended' = 'new'

  /** Destroys the connection if the transaction has not ended by `until`, except after `withoutTimeout`. */
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

  /**
   * Copies the rows that `write` passes on into a table (`copy t (a, b) from stdin`). Send nothing else meanwhile. If `write`
   * throws, the transaction has failed.
   */
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

  /**
   * Sends `last` and the commit in one round trip; throws if the transaction did not commit. With standbys it returns the
   * position after the commit.
   */
  async commit(last?: Sql, caller?: string): Promise<string | undefined> {
    if (this.#state === 'ended') return undefined
    if (this.#state === 'new' && last === undefined) {
      this.#state = 'ended'
      return undefined
    }
    const written = last && this.many(last)
    this.#state = 'ended'
    const committed = Promise.all([written, this.#send(COMMIT)])
    const position = this.#publishPosition(caller)
    await committed.catch(uncertain)
    return position
  }

  /**
   * With a caller it returns the position: the caller gets a stored answer, and their next reads must see what that answer shows.
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
   * Sent after the transaction, which its errors do not affect. Notifications inside transactions would make commits wait for one
   * another.
   */
  async #publishPosition(caller: string | undefined): Promise<string | undefined> {
    if (this.#commits === undefined || caller === undefined) return undefined
    const rows = await this.#send(this.#commits.publish(caller)).catch(() => [])
    this.#commits.committed(caller, rows[0]?.position)
    return rows[0]?.position
  }

  /** Call it when you send nothing more: it ends the time limit. */
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
 * If the connection broke after we sent the commit, perhaps only its answer was lost. If the server refused the commit, nothing
 * was changed.
 */
function uncertain(error: unknown): never {
  const lost = isConnectionLoss(error) || (error instanceof DatabaseUnavailable && error.reason === 'slow')
  if (!lost) throw error
  throw new DatabaseUnavailable('The answer to a commit was lost.', { cause: error, reason: 'uncertain' })
}
