/** A square for each match of a month. The matches of a day stand on one another, the first at the bottom. */
import type { Finish } from '../../parts/plots/marks/form.ts'
import type { Rect } from '../../parts/plots/marks/mark.ts'

/** `on` is a day, such as 2026-11-15. */
export type DayFinish = Finish & { on: string }

/** The plot has room for as many squares on one another, so that few matches are not drawn large. */
const FEWEST_ROWS = 5

const GAP = 0.14

export function dayMarks(
  newestFirst: readonly DayFinish[],
  month: string,
): { marks: (Omit<Rect, 'tone'> & { tone: DayTone; on: string })[]; days: number } {
  const [year = 0, nth = 0] = month.split('-').map(Number)
  const days = new Date(Date.UTC(year, nth, 0)).getUTCDate()
  const counts = new Map<string, number>()
  for (const { on } of newestFirst) counts.set(on, (counts.get(on) ?? 0) + 1)
  const rows = Math.max(FEWEST_ROWS, ...counts.values())
  const below = new Map<string, number>()
  const marks = newestFirst.toReversed().map((finish) => {
    const { on } = finish
    const row = below.get(on) ?? 0
    below.set(on, row + 1)
    return {
      x: (Number(on.slice(8)) - 1 + GAP / 2) / days,
      y: 1 - (row + 1 - GAP / 2) / rows,
      width: (1 - GAP) / days,
      height: (1 - GAP) / rows,
      tone: toneOf(finish),
      on,
    }
  })
  return { marks, days }
}

type DayTone = 'won' | 'rest' | 'together'

export function toneOf({ kind, won }: Finish): DayTone {
  if (kind === 'TOGETHER') return 'together'
  return kind === 'COMPETITIVE' && won === true ? 'won' : 'rest'
}
