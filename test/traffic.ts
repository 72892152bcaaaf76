/** Counts the database statements that requests cause. Background work of the service does not count. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from '../src/db/database.ts'

const beside = new AsyncLocalStorage<true>()

/** Starts a service, and does not count what it does by itself, such as reading the log of events. */
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
