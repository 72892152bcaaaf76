/** Searches: each has a connection to itself for a limited time, and is ended when nobody waits for its answer. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Connection } from './connection.ts'
import { inTime } from './in-time.ts'
import type { Asking, Pool } from './pool.ts'
import type { Row, Sql } from './sql.ts'
import { Abandoned, SearchTooWide, brokenOrOwn, tooSlow } from './unavailable.ts'

/** Milliseconds until a search that has not ended is cancelled again. */
const AGAIN = 50

export class Searches {
  readonly #pool: Pool
  readonly #timeout: number
  readonly #limit: number
  readonly #cancel: (pid: number | null) => Promise<unknown>

  /** The server ends a search after `timeout`; a server that says nothing by `limit` has failed. Both in milliseconds. */
  constructor(pool: Pool, timeout: number, limit: number, cancel: (pid: number | null) => Promise<unknown>) {
    this.#pool = pool
    this.#timeout = timeout
    this.#limit = limit
    this.#cancel = cancel
  }

  /** Waits for a connection until `until`; the search itself has its whole time from then on. */
  async send<R extends Row>(statement: Sql<R>, until: number, asking: Asking = {}): Promise<R[]> {
    const { gone } = asking
    const connection = await this.#pool.take(until, asking).catch(brokenOrOwn)
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
      await cancelling // it would end the next search of this connection
      this.#pool.give(connection)
    }
    answer.then(give, give)
    return inTime(answer, begun + this.#limit, tooSlow).catch((error: unknown) => {
      if (!isCancelled(error)) return brokenOrOwn(error)
      if (gone?.aborted) throw new Abandoned('Nobody waits for this search any more.', { cause: error })
      // An operator may end a search too, earlier.
      if (performance.now() - begun < this.#timeout) throw error
      throw new SearchTooWide(this.#timeout, { cause: error, isWhole: statement.whole })
    })
  }

  /** Cancels until there is an answer: a server that has not yet begun with the search passes over a cancellation. */
  async #end(connection: Connection, answer: Promise<unknown>): Promise<void> {
    const answered = answer.then(
      () => true,
      () => true,
    )
    try {
      do await this.#cancel(connection.pid)
      while (!(await Promise.race([answered, sleep(AGAIN, false)])))
    } catch {
      connection.outdated = true // the server may hear of it later, when another search would have the connection
    }
  }
}

/** query_canceled */
const isCancelled = (error: unknown) => error instanceof pg.DatabaseError && error.code === '57014'
