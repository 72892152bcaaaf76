/** Which days the home page counts, and with which days of the month before it compares them. */
import { localDay } from '../../parts/marks/days.ts'

/** On this day of the month, the month itself begins to say something. */
const FIRST_DAY = 4

export interface Span {
  /** Such as 2026-11. */
  month: string
  /** Its last day, or today. */
  until: string
  /** The same days of the month before. */
  before: { from: string; to: string }
  isOver: boolean
}

export function spanOf(now: Date): Span {
  const isOver = now.getDate() < FIRST_DAY
  const at = (months: number, day: number) =>
    localDay(new Date(now.getFullYear(), now.getMonth() + months, day).toISOString())
  const shown = isOver ? -1 : 0
  const until = isOver ? at(0, 0) : localDay(now.toISOString())
  const lastBefore = at(shown, 0)
  const sameDay = `${lastBefore.slice(0, 8)}${until.slice(8)}`
  return {
    month: until.slice(0, 7),
    until,
    before: { from: at(shown - 1, 1), to: sameDay < lastBefore ? sameDay : lastBefore },
    isOver,
  }
}
