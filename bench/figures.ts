/** The figures that a measured process reports about itself. */
import type { Traffic } from '../src/db/database.ts'

/** CPU in microseconds, statements and round trips since the start of the process. */
export interface Figures extends Traffic {
  cpu: number
  /** The longest block of the event loop since the previous report, in milliseconds. */
  longestHold: number
}

/** The difference of two reports of a process. */
export const spentBetween = (before: Figures, after: Figures): Figures => ({
  cpu: after.cpu - before.cpu,
  statements: after.statements - before.statements,
  roundTrips: after.roundTrips - before.roundTrips,
  longestHold: after.longestHold,
})
