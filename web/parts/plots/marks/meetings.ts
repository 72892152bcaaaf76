/**
 * Ticks for the matches of two people. A tick goes up if the first person was ahead, and down if behind. Otherwise it lies on the
 * line.
 */
import { type Rect, slotOf } from './mark.ts'

export type How = 'AHEAD' | 'LEVEL' | 'BEHIND' | 'TOGETHER' | 'UNKNOWN'

interface MeetingMark extends Rect {
  how: How
}

const FEWEST = 12

const SHAPES: Record<How, Pick<Rect, 'y' | 'height' | 'tone'>> = {
  AHEAD: { y: 0, height: 0.5, tone: 'ahead' },
  BEHIND: { y: 0.5, height: 0.5, tone: 'behind' },
  LEVEL: { y: 0.38, height: 0.24, tone: 'level' },
  TOGETHER: { y: 0.3, height: 0.4, tone: 'together' },
  UNKNOWN: { y: 0.47, height: 0.06, tone: 'rest' },
}

export function meetingMarks(newestFirst: readonly { how: How }[]): MeetingMark[] {
  const slots = Math.max(newestFirst.length, FEWEST)
  return newestFirst.map(({ how }, n) => ({ ...slotOf(slots - 1 - n, slots, 0.3), ...SHAPES[how], how }))
}
