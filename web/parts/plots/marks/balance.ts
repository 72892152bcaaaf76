/** A balance: behind is left of the middle, ahead is right of it, and what was level lies over it. */
import type { Rect } from './mark.ts'

export interface Balance {
  ahead: number
  level: number
  behind: number
}

/** How far the longest of them reaches from the middle. */
export const reachOf = (balances: readonly Balance[]): number =>
  Math.max(1, ...balances.map(({ ahead, level, behind }) => level / 2 + Math.max(ahead, behind)))

/** One bar each for behind, level and ahead, where there are any; bars of one reach can be compared. */
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
