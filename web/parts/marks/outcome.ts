/** Who won a match, and by how much, before it is said in words. */
import type { MatchResult, Scoring } from '../../../src/resources/results/finish.ts'

interface Played {
  /** In the order of `result.seats`. */
  seats: readonly { name: string; score?: number | undefined; isOwn: boolean }[]
  result: MatchResult
  winCondition?: Scoring['winCondition']
}

export interface Outcome {
  /**
   * SIDE: the winners are one side. SHARE: they are not. TOGETHER: all have won as one. GAME: all have lost as one. NOBODY: there are
   * results, but no winner.
   */
  kind: 'ONE' | 'SIDE' | 'SHARE' | 'TOGETHER' | 'GAME' | 'ALONE' | 'NOBODY' | 'UNKNOWN'
  /** True if the reader is a winner. */
  isOwn: boolean
  /** The other winners. */
  names: string[]
  /** The distance of the winner’s score from the next one. Absent if the scores do not say it. */
  margin?: number
}

export function outcomeOf({ seats, result, winCondition }: Played): Outcome {
  const ends = seats.map((seat, n) => ({ ...seat, ...result.seats[n] }))
  const winners = ends.filter(({ won }) => won === true)
  const isOwn = winners.some((one) => one.isOwn)
  const names = winners.filter((one) => !one.isOwn).map(({ name }) => name)
  const [winner, ...others] = winners
  const of = (kind: Outcome['kind']): Outcome => ({ kind, isOwn, names })
  if (result.kind === 'TOGETHER') return of(winner ? 'TOGETHER' : 'GAME')
  if (result.kind === 'ALONE') return of(winner ? 'ONE' : 'ALONE')
  if (!winner)
    return of(ends.some(({ place, won }) => place !== undefined || won !== undefined) ? 'NOBODY' : 'UNKNOWN')
  const isSide = winner.side !== undefined && others.every(({ side }) => side === winner.side)
  if (others.length > 0 && !isSide) return of('SHARE')
  const losers = ends.filter(({ won, place }) => won !== true && place !== undefined)
  const next = losers.toSorted((one, other) => (one.place ?? 0) - (other.place ?? 0))[0]?.score
  const lead = winner.score === undefined || next === undefined ? 0 : winner.score - next
  // Somebody may have chosen places by hand against the scores. Then the scores say nothing.
  const isAgainst =
    (winCondition === 'HIGHER_WINS' && lead < 0) || (winCondition === 'LOWER_WINS' && lead > 0)
  const margin = isAgainst ? 0 : Math.abs(lead)
  // Of 0.3 and 0.1, the difference is 0.19999999999999998.
  return { ...of(isSide ? 'SIDE' : 'ONE'), ...(margin > 0 ? { margin: Math.round(margin * 100) / 100 } : {}) }
}
