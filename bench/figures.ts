/** The figures that a measured process reports about itself. */
import type { Traffic } from '../src/db/database.ts'

/** Since the start of the process: the CPU time in microseconds, the statements and the round trips. */
export interface Figures extends Traffic {
  cpu: number
  /** The longest block of the event loop since the last report, in milliseconds. */
  longestHold: number
}

export const spentBetween = (before: Figures, after: Figures): Figures => ({
  cpu: after.cpu - before.cpu,
  statements: after.statements - before.statements,
  roundTrips: after.roundTrips - before.roundTrips,
  longestHold: after.longestHold,
})
