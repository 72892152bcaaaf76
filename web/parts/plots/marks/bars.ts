/** Horizontal bars on one scale. The part that was won comes first. */
import type { Rect } from './mark.ts'

export function barMarks(rows: readonly { count: number; won?: number }[]): Rect[][] {
  const most = Math.max(1, ...rows.map(({ count }) => count))
  return rows.map(({ count, won }) => {
    const parts =
      won === undefined
        ? [{ tone: 'won', count, before: 0 } as const]
        : [
            { tone: 'won', count: won, before: 0 } as const,
            { tone: 'rest', count: count - won, before: won } as const,
          ]
    return parts
      .filter(({ count }) => count > 0)
      .map(({ tone, count, before }) => ({ x: before / most, width: count / most, y: 0, height: 1, tone }))
  })
}
