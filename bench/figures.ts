/** What a measured process tells of itself. */
import type { Traffic } from '../src/db/database.ts'

/** Since its start: CPU in microseconds, statements and round trips. */
export interface Figures extends Traffic {
  cpu: number
  /** The longest that nothing else could go on since the last time this was asked, in milliseconds. */
  longestHold: number
}

/** What a process spent between two times. */
export const spentBetween = (before: Figures, after: Figures): Figures => ({
  cpu: after.cpu - before.cpu,
  statements: after.statements - before.statements,
  roundTrips: after.roundTrips - before.roundTrips,
  longestHold: after.longestHold,
})
