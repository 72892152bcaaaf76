/** Compares the outcome of a drill with the promises about a failover. */
import type { Outcome } from './drill.ts'

/** In milliseconds. The promise is 2 s. A busy machine gets five times as long. */
const FOUND_WITHIN = 10_000

/** Returns a sentence for each broken promise. */
export function broken(outcome: Outcome, { synchronous }: { synchronous: boolean }): string[] {
  const slowest = Math.max(0, ...outcome.foundAfter.flat())
  const promises: [boolean, string][] = [
    [outcome.acknowledged > 0 && outcome.pairs > 0 && outcome.answers > 0, 'Nothing was written or read.'],
    [!synchronous || outcome.lost === 0, `${outcome.lost} acknowledged changes are lost.`],
    [
      outcome.lostThoughReplicated === 0,
      `${outcome.lostThoughReplicated} acknowledged changes are lost that the promoted standby had.`,
    ],
    [outcome.doubled === 0, `${outcome.doubled} changes were made twice.`],
    [outcome.missed === 0, `${outcome.missed} reads missed what their caller had changed.`],
    [outcome.backwards === 0, `${outcome.backwards} answers counted less than the one before.`],
    [
      outcome.writtenToReplaced === 0,
      `${outcome.writtenToReplaced} changes were sent to a primary that was replaced.`,
    ],
    [slowest < FOUND_WITHIN, `An instance found the new primary ${slowest} ms after its promotion.`],
    [outcome.readsAtStandbys > 0, 'No read was answered by a standby.'],
  ]
  return promises.filter(([kept]) => !kept).map(([, sentence]) => sentence)
}
