/**
 * Runs searches. Each search has a connection of its own for a limited time. It is stopped when nobody waits for its answer any
 * more.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from './connection.ts'
import { inTime } from './in-time.ts'
import type { Requester, Pool } from './pool.ts'
import type { Row, Sql } from './sql.ts'
import { Abandoned, SearchTooWide, brokenOrOwn, isCancelled, tooSlow } from './unavailable.ts'

/** The pause between two attempts to cancel a search, in milliseconds. */
const AGAIN = 50

export class Searches {
  readonly #pool: Pool
  readonly #timeout: number
  readonly #limit: number
  readonly #cancel: (pid: number | null) => Promise<unknown>

  /**
   * Both times are in milliseconds. The server stops a search after `timeout`. If it has not answered after `limit`, the server
   * has failed.
   */
  constructor(pool: Pool, timeout: number, limit: number, cancel: (pid: number | null) => Promise<unknown>) {
    this.#pool = pool
    this.#timeout = timeout
    this.#limit = limit
    this.#cancel = cancel
  }

  /** Waits for a connection until `until`. The search's own time limit begins when the search has a connection. */
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
      await cancelling // because a late cancellation could stop the next search on this connection
      this.#pool.give(connection)
    }
    answer.then(give, give)
    return inTime(answer, begun + this.#limit, tooSlow).catch((error: unknown) => {
      if (!isCancelled(error)) return brokenOrOwn(error)
      if (gone?.aborted) throw new Abandoned('Nobody waits for this search any more.', { cause: error })
      // If the time limit was not reached, an operator cancelled the search.
      if (performance.now() - begun < this.#timeout) throw error
      throw new SearchTooWide(this.#timeout, { cause: error, isWhole: statement.sending.whole })
    })
  }

  /** Sends cancellations until the search has ended, because a server ignores a cancellation that arrives before the search. */
  async #end(connection: Connection, answer: Promise<unknown>): Promise<void> {
    const answered = answer.then(
      () => true,
      () => true,
    )
    try {
      do await this.#cancel(connection.pid)
      while (!(await Promise.race([answered, sleep(AGAIN, false)])))
    } catch {
      connection.outdated = true // because a late cancellation could stop another search on this connection
    }
  }
}
