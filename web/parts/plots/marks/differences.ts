/** Score differences as dots to both sides of zero: on the right, the first person was better. */
import type { Tone } from './mark.ts'

export interface Difference {
  /** Positive if the first person was better. */
  by: number
  how: 'AHEAD' | 'LEVEL' | 'BEHIND' | 'TOGETHER' | 'UNKNOWN'
}

export interface DifferenceMark {
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

/** The lower median, as the service computes it; undefined for an empty list. */
export const middleOf = (values: readonly number[]): number | undefined =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1]
