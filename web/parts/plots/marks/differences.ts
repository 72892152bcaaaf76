/** Score differences as dots on both sides of zero. On the right are those in which the first person did better. */
import type { Tone } from './mark.ts'

export interface Difference {
  /** The difference. It is positive if the first person did better. */
  by: number
  how: 'AHEAD' | 'LEVEL' | 'BEHIND' | 'TOGETHER' | 'UNKNOWN'
}

interface DifferenceMark {
  x: number
  tone: Tone
}

const TONES: Record<Difference['how'], Tone> = {
  AHEAD: 'ahead',
  LEVEL: 'level',
  BEHIND: 'behind',
  TOGETHER: 'together',
  UNKNOWN: 'rest',
}

export function differenceMarks(differences: readonly Difference[]): DifferenceMark[] {
  const reach = Math.max(1e-9, ...differences.map(({ by }) => Math.abs(by)))
  return differences.map(({ by, how }) => ({ x: 0.5 + by / reach / 2, tone: TONES[how] }))
}

export const middleOf = (values: readonly number[]): number | undefined =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1]
