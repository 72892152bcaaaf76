/**
 * A balance bar. Matches in which the player finished behind are on the left, those ahead on the right, and ties in the middle.
 */
import type { Rect } from './mark.ts'

export interface Balance {
  ahead: number
  level: number
  behind: number
}

export const reachOf = (balances: readonly Balance[]): number =>
  Math.max(1, ...balances.map(({ ahead, level, behind }) => level / 2 + Math.max(ahead, behind)))

/** Bars with the same `reach` have the same scale. */
export function balanceMarks({ ahead, level, behind }: Balance, reach: number): Rect[] {
  const wide = (count: number) => count / (2 * reach)
  const parts = [
    { tone: 'behind', count: behind, from: 0.5 - wide(level / 2 + behind) },
    { tone: 'level', count: level, from: 0.5 - wide(level / 2) },
    { tone: 'ahead', count: ahead, from: 0.5 + wide(level / 2) },
  ] as const
  return parts
    .filter(({ count }) => count > 0)
    .map(({ tone, count, from }) => ({ x: from, width: wide(count), y: 0, height: 1, tone }))
}
