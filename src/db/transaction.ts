/** One transaction. `begin` is sent with its first statements, and `commit` with its last one if the caller asks for that. */
import type { Connection } from './connection.ts'
import type { CopyTarget } from './copy.ts'
import { atTime } from './in-time.ts'
import { type Queryable, type Traffic, only, withoutTimeout } from './queryable.ts'
import { type Row, type Sql, sql } from './sql.ts'
import { DatabaseUnavailable, isConnectionLoss, tooSlow } from './unavailable.ts'

const BEGIN = sql`begin`
const COMMIT = sql`commit`
const ROLLBACK = sql`rollback`

/** Where standbys answer reads: what is to be known of a change once it is committed. */
export interface Changes {
  /** Selects the position behind the commit, and tells the other instances of it. */
  tell: (caller: string) => Sql<{ position: string }>
  /** The position is undefined if only it was lost. */
  changed: (caller: string, position: string | undefined) => void
}

export class Transaction implements Queryable {
  readonly #connection: Connection
  readonly #traffic: Traffic
  readonly #endless: () => void
  readonly #changes: Changes | undefined
  /** True while its time is limited. */
  hurried = true
  /** The first error of the transaction: statements behind it fail for this reason. */
  #failure: unknown
  #state: 'new' | 'open' | 'ended' = 'new'

  /** Destroys the connection if the transaction has not ended by `until`, unless it is withoutTimeout. */
  constructor(connection: Connection, traffic: Traffic, until: number, changes?: Changes) {
    this.#connection = connection
    this.#changes = changes
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
   * Copies rows into a table (`copy t (a, b) from stdin`) while `write` hands them over; nothing else may be sent
   * meanwhile. If `write` throws, the transaction has failed.
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
   * Sends `last` and the commit in one round trip; throws if the transaction did not commit. Where standbys answer reads, the
   * position behind the commit comes with it, for the next reads of the caller.
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
    const position = this.#position(caller)
    await committed.catch(uncertain)
    return position
  }

  /** With a caller it tells the position too: they were told of something that is committed. */
  async rollback(caller?: string): Promise<string | undefined> {
    const open = this.#state === 'open' || this.#connection.inTransaction
    this.#state = 'ended'
    if (!open) return undefined
    const rolledBack = this.#send(ROLLBACK)
    const position = this.#position(caller)
    await rolledBack
    return position
  }

  /** Behind the transaction, which no error of this changes. Notifications inside it would make commits wait for one another. */
  async #position(caller: string | undefined): Promise<string | undefined> {
    if (this.#changes === undefined || caller === undefined) return undefined
    const rows = await this.#send(this.#changes.tell(caller)).catch(() => [])
    this.#changes.changed(caller, rows[0]?.position)
    return rows[0]?.position
  }

  /** To be called when nothing more is sent: ends the time limit. */
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

/** After a commit was sent, perhaps only its answer was lost. If the server refused it, nothing was done. */
function uncertain(error: unknown): never {
  const lost = isConnectionLoss(error) || (error instanceof DatabaseUnavailable && error.reason === 'slow')
  if (!lost) throw error
  throw new DatabaseUnavailable('The answer to a commit was lost.', { cause: error, reason: 'uncertain' })
}
