/** Runs searches: each has its own connection for a limited time, and ends when nobody waits for its answer. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Connection } from './connection.ts'
import { inTime } from './in-time.ts'
import type { Requester, Pool } from './pool.ts'
import type { Row, Sql } from './sql.ts'
import { Abandoned, SearchTooWide, brokenOrOwn, tooSlow } from './unavailable.ts'

/** The time between two attempts to cancel a search, in milliseconds. */
const AGAIN = 50

export class Searches {
  readonly #pool: Pool
  readonly #timeout: number
  readonly #limit: number
  readonly #cancel: (pid: number | null) => Promise<unknown>

  /**
   * The server ends a search after `timeout`. A server that does not answer within `limit` has failed. Both are in milliseconds.
   */
  constructor(pool: Pool, timeout: number, limit: number, cancel: (pid: number | null) => Promise<unknown>) {
    this.#pool = pool
    this.#timeout = timeout
    this.#limit = limit
    this.#cancel = cancel
  }

  /** Waits for a connection until `until`. The search's own time begins only when it has the connection. */
  async send<R extends Row>(statement: Sql<R>, until: number, requester: Requester = {}): Promise<R[]> {
    const { gone } = requester
    const connection = await this.#pool.take(until, requester).catch(brokenOrOwn)
    const begun = performance.now()
    const answer = connection.send(statement)
    let cancelling: Promise<unknown> | undefined
    const cancel = () => {
      cancelling = this.#end(connection, answer)
    }
    if (gone?.aborted) cancel()
    else gone?.addEventListener('abort', cancel, { once: true })
    const give = async () => {
      gone?.removeEventListener('abort', cancel)
      await cancelling // otherwise it could end the next search on this connection
      this.#pool.give(connection)
    }
    answer.then(give, give)
    return inTime(answer, begun + this.#limit, tooSlow).catch((error: unknown) => {
      if (!isCancelled(error)) return brokenOrOwn(error)
      if (gone?.aborted) throw new Abandoned('Nobody waits for this search any more.', { cause: error })
      // An operator can cancel a search, too, before its time is over.
      if (performance.now() - begun < this.#timeout) throw error
      throw new SearchTooWide(this.#timeout, { cause: error, isWhole: statement.sending.whole })
    })
  }

  /** Cancels until there is an answer: a server that has not begun the search yet ignores a cancellation. */
  async #end(connection: Connection, answer: Promise<unknown>): Promise<void> {
    const answered = answer.then(
      () => true,
      () => true,
    )
    try {
      do await this.#cancel(connection.pid)
      while (!(await Promise.race([answered, sleep(AGAIN, false)])))
    } catch {
      connection.outdated = true // a late cancellation could hit another search on this connection
    }
  }
}

/** query_canceled */
const isCancelled = (error: unknown) => error instanceof pg.DatabaseError && error.code === '57014'
