/** The lines of a finished sheet: sides with their players, and players without a side. */
import type { MatchResult } from '../../../src/resources/results/finish.ts'
import { sideOf } from '../marks/side-name.ts'

interface Played {
  score?: number | undefined
  loadout?: { attributes: Record<string, unknown> } | undefined
}

interface SheetLine {
  /** The name of the side. */
  side: string | undefined
  /** True if no two players of the line have different scores. */
  isOneScore: boolean
  score: number | undefined
  /** The numbers of the players, in the order of `participants`. */
  seats: number[]
}

/** In the order of places. Lines with the same place, or without one, stand in the order of seats. */
export function sheetLines(participants: readonly Played[], result: MatchResult | undefined): SheetLine[] {
  const isContest = result?.kind === 'COMPETITIVE'
  const numbers = participants.map((_, n) => n)
  const groups = Map.groupBy(numbers, (n) => (isContest && result.seats[n]?.side) || `${n}`)
  const lines = [...groups.values()].map((seats): SheetLine => {
    const [first = 0] = seats
    const side =
      isContest && result.seats[first]?.side ? sideOf(participants[first]?.loadout?.attributes) : undefined
    const scores = new Set(seats.flatMap((n) => participants[n]?.score ?? []))
    const [score] = scores
    return { side, score, isOneScore: scores.size <= 1, seats }
  })
  const placeOf = ({ seats: [first = 0] }: SheetLine) => result?.seats[first]?.place ?? 1e9
  return lines.toSorted((one, other) => placeOf(one) - placeOf(other))
}
