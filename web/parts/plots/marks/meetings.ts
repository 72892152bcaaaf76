/** The matches of two people in order: up if the first was ahead, down if behind, on the line otherwise. */
import { type Rect, slotOf } from './mark.ts'

export type How = 'AHEAD' | 'LEVEL' | 'BEHIND' | 'TOGETHER' | 'UNKNOWN'

export interface MeetingMark extends Rect {
  how: How
}

const FEWEST = 12

/** Half of the height is above the line. */
const SHAPES: Record<How, Pick<Rect, 'y' | 'height' | 'tone'>> = {
  AHEAD: { y: 0, height: 0.5, tone: 'ahead' },
  BEHIND: { y: 0.5, height: 0.5, tone: 'behind' },
  LEVEL: { y: 0.38, height: 0.24, tone: 'level' },
  TOGETHER: { y: 0.3, height: 0.4, tone: 'together' },
  UNKNOWN: { y: 0.47, height: 0.06, tone: 'rest' },
}

/** The newest is on the right. */
export function meetingMarks(newestFirst: readonly { how: How }[]): MeetingMark[] {
  const slots = Math.max(newestFirst.length, FEWEST)
  return newestFirst.map(({ how }, n) => ({ ...slotOf(slots - 1 - n, slots, 0.3), ...SHAPES[how], how }))
}
