/** Counts what requests send to the database, without what a service sends beside them. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from '../src/db/database.ts'

const beside = new AsyncLocalStorage<true>()

/** Starts a service. The traffic of what it starts by itself is not counted, such as the loop that reads the log of events. */
export function countingRequests<T>(db: Pick<Database, 'traffic'>, start: () => T): T {
  for (const count of ['statements', 'roundTrips'] as const) {
    let counted = db.traffic[count]
    Object.defineProperty(db.traffic, count, {
      configurable: true,
      enumerable: true,
      get: () => counted,
      set(value: number) {
        if (!beside.getStore()) counted = value
      },
    })
  }
  return beside.run(true, start)
}
