/** A column for each of a person's latest matches. Its height is the share of players who finished behind. */
import { LEAST, type Rect, type Tone, slotOf, standing } from './mark.ts'

export interface Finish {
  kind: 'ALONE' | 'TOGETHER' | 'COMPETITIVE' | 'UNKNOWN'
  place?: number | undefined
  of: number
  won?: boolean | undefined
}

/** If there are fewer matches than this, columns are as narrow as with this number. */
const FEWEST = 12

export function formMarks(newestFirst: readonly Finish[]): Rect[] {
  const slots = Math.max(newestFirst.length, FEWEST)
  return newestFirst.map((finish, n) => ({
    ...slotOf(slots - 1 - n, slots),
    ...standing(Math.max(LEAST, leftBehind(finish) ?? 0)),
    tone: toneOf(finish),
  }))
}

export function leftBehind({ place, of, won }: Finish): number | undefined {
  if (won === true) return 1
  if (place !== undefined && of > 1) return Math.max(0, (of - place) / (of - 1))
  return won === false ? 0 : undefined
}

function toneOf({ kind, won }: Finish): Tone {
  if (kind === 'TOGETHER') return 'together'
  return won === true ? 'won' : 'rest'
}
