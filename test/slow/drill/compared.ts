/** Compares what clients were answered with what the database has. */
import type { Entry } from '../../torture/journal.ts'
import { acknowledgedIn } from './acknowledged.ts'
import type { Crowd } from './crowd.ts'

/** What clients rely on, in numbers. */
export interface Kept extends Compared {
  withoutPosition: number
  /** Pairs through the same instance or with the position. `missed` counts the reads that did not show the write. */
  pairs: number
  missed: number
  /** Pairs through another instance without the position, where a read may be too early. */
  pairsElsewhere: number
  missedElsewhere: number
  /** Answers to readers that stay at one instance. `backwards` counts the answers with a lower count than the one before. */
  answers: number
  backwards: number
  /** Answers to readers that change the instance each time. */
  answersElsewhere: number
  backwardsElsewhere: number
}

interface Compared {
  acknowledged: number
  /** The number of changes that were answered only when they were sent again with the same key. */
  retried: number
  /** Acknowledged changes that are missing: all, and those that the promoted standby should have had by their position. */
  lost: number
  lostThoughReplicated: number
  doubled: number
}

/** A name of what the clients have made, and how often it is there. */
export type Made = { name: string; n: number }

export const MADE = `select display_name as name, count(*)::int as n from ghost_players where not is_self group by 1`

/** `forks` are the positions at which a standby was promoted. */
export function compared(
  rows: readonly Made[],
  entries: readonly Entry[],
  forks: readonly bigint[],
): Compared {
  const there = new Map(rows.map(({ name, n }) => [name, n]))
  const acknowledged = [...acknowledgedIn(entries)]
  const lost = acknowledged.filter(({ name }) => !there.has(name))
  // When a change was acknowledged, the log was at its position. So a standby with that part of the log has the change.
  const replicated = lost.filter(({ position, forksBefore }) => {
    const fork = forks[forksBefore]
    return fork === undefined || position <= fork
  })
  return {
    acknowledged: acknowledged.length,
    retried: acknowledged.filter(({ attempts }) => attempts > 1).length,
    lost: lost.length,
    lostThoughReplicated: replicated.length,
    doubled: rows.filter(({ n }) => n > 1).length,
  }
}

export const kept = ({ pairs, counts: { here, elsewhere } }: Crowd): Omit<Kept, keyof Compared> => ({
  withoutPosition: pairs.withoutPosition,
  pairs: pairs.strict.all,
  missed: pairs.strict.missed,
  pairsElsewhere: pairs.elsewhere.all,
  missedElsewhere: pairs.elsewhere.missed,
  answers: here.answers,
  backwards: here.backwards,
  answersElsewhere: elsewhere.answers,
  backwardsElsewhere: elsewhere.backwards,
})
