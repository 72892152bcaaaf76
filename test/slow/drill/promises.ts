/** Compares the outcome of a drill with the promises about a failover. */
import type { Kept } from './compared.ts'
import type { Outcome } from './drill.ts'
import type { WalkOutcome } from './patroni.ts'

/** In milliseconds. The promise is 2 s. A busy machine gets five times as long. */
const FOUND_WITHIN = 10_000

/** In milliseconds: the promises of docs/scale.md for three machines. */
const CHANGES_WITHIN = 35_000
const READS_WITHIN = 2_000

/** The share of changes that may be on their way when a server goes away. */
const MOST_WITHOUT_POSITION = 0.02

type Promises = [isKept: boolean, sentence: string][]

/** Returns a sentence for each broken promise. */
export function broken(outcome: Outcome, { synchronous }: { synchronous: boolean }): string[] {
  const slowest = Math.max(0, ...outcome.foundAfter.flat())
  return brokenOf([
    ...forClients(outcome),
    neverBack(outcome),
    [!synchronous || outcome.lost === 0, `${outcome.lost} acknowledged changes are lost.`],
    [
      outcome.lostThoughReplicated === 0,
      `${outcome.lostThoughReplicated} acknowledged changes are lost that the promoted standby had.`,
    ],
    writtenTo(outcome),
    [slowest < FOUND_WITHIN, `An instance found the new primary ${slowest} ms after its promotion.`],
    [outcome.readsAtStandbys > 0, 'No read was answered by a standby.'],
  ])
}

/** The same for a walk of the drill with Patroni. */
export function brokenIn(outcome: WalkOutcome): string[] {
  const { promise, changesAway, readsAway, readsAfterPromotion, refusals } = outcome
  const reads = promise === 'another primary' ? (readsAfterPromotion ?? Infinity) : readsAway
  return brokenOf([
    ...forClients(outcome),
    ...(outcome.mayGoBack ? [] : [neverBack(outcome)]),
    [outcome.lost === 0, `${outcome.lost} acknowledged changes are lost.`],
    writtenTo(outcome),
    [
      promise === undefined || changesAway < CHANGES_WITHIN,
      `No change was acknowledged for ${changesAway} ms.`,
    ],
    [promise === undefined || reads < READS_WITHIN, `An instance answered no read for ${reads} ms.`],
    [
      promise !== undefined || (refusals.length > 0 && refusals.every((text) => REFUSAL.test(text))),
      `An instance did not say why it refused a replaced primary: ${refusals.join(' ')}`,
    ],
  ])
}

const REFUSAL =
  /older than one that the service has used.* says that it is the primary, on timeline \d+, but this instance has used a newer one/

const forClients = (outcome: Kept): Promises => [
  [outcome.acknowledged > 0 && outcome.pairs > 0 && outcome.answers > 0, 'Nothing was written or read.'],
  [
    outcome.withoutPosition <= outcome.acknowledged * MOST_WITHOUT_POSITION,
    `${outcome.withoutPosition} of ${outcome.acknowledged} changes had no position.`,
  ],
  [outcome.doubled === 0, `${outcome.doubled} changes were made twice.`],
  [outcome.missed === 0, `${outcome.missed} reads missed what their caller had changed.`],
]

const neverBack = ({ backwards }: Kept): Promises[number] => [
  backwards === 0,
  `${backwards} answers counted less than the one before.`,
]

const writtenTo = ({ writtenToReplaced }: { writtenToReplaced: number }): Promises[number] => [
  writtenToReplaced === 0,
  `${writtenToReplaced} changes were sent to a primary that was replaced.`,
]

const brokenOf = (promises: Promises): string[] =>
  promises.filter(([isKept]) => !isKept).map(([, sentence]) => sentence)
