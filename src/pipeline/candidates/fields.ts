/** What a person may set of a candidate: what a change makes of it, and what doesn't go together. */
import type * as z from 'zod'
import { type Violation, invalid } from '../../http/problem.ts'
import { incoherences, violationOf } from '../../resources/games/coherence.ts'
import { EDITABLE, type UpdateCandidate } from './schema.ts'

/** What a person may set, as it is kept. */
export type Fields = {
  displayName: string
  description: string | null
  minPlayers: number | null
  maxPlayers: number | null
  playingTime: number | null
  minAge: number | null
  yearPublished: number | null
  imageUrl: string | null
  tags: string[]
  isExpansion: boolean
  baseGameCatalogId: string | null
  scoreType: 'SCORE' | 'TIME' | 'TURNS' | 'WIN_LOSS' | null
  winCondition: 'HIGHER_WINS' | 'LOWER_WINS' | null
}

export const NOTHING: Omit<Fields, 'displayName'> = {
  description: null,
  minPlayers: null,
  maxPlayers: null,
  playingTime: null,
  minAge: null,
  yearPublished: null,
  imageUrl: null,
  tags: [],
  isExpansion: false,
  baseGameCatalogId: null,
  scoreType: null,
  winCondition: null,
}

type Change = z.output<typeof UpdateCandidate>

export interface Changed {
  values: Fields
  /** What a person has set by now. */
  manuallySet: string[]
  /** The fields whose values are others than they were. */
  differing: string[]
}

/** The candidate that a change makes of the one there is; throws where what it sets doesn't go together. */
export function changed(current: Fields & { manuallySet: readonly string[] }, change: Change): Changed {
  const values = { ...pick(current), ...given(change) }
  const implied: string[] = []
  // What can't be any more goes with what it depended on.
  if (change.scoreType === 'WIN_LOSS' && change.winCondition === undefined) {
    values.winCondition = null
    implied.push('winCondition')
  }
  if (change.isExpansion === false && change.baseGameCatalogId === undefined) {
    values.baseGameCatalogId = null
    implied.push('baseGameCatalogId')
  }
  const touched = [...Object.keys(given(change)), ...implied]
  const violations = incoherent(values, change).filter(({ field }) => touched.includes(field))
  if (violations.length > 0) throw invalid(violations)
  return {
    values,
    manuallySet: [...new Set([...current.manuallySet, ...touched])],
    differing: EDITABLE.filter((field) => JSON.stringify(values[field]) !== JSON.stringify(current[field])),
  }
}

/** What doesn't go together, whichever of it is there; said of what was sent, where something was. */
export function incoherent(values: Fields, sent: Change): Violation[] {
  const found = incoherences(values, sent).map((incoherence) => violationOf(incoherence, sent))
  if (!values.isExpansion && values.baseGameCatalogId !== null) {
    const message = 'baseGameCatalogId must be absent unless isExpansion is true.'
    found.push({ field: 'baseGameCatalogId', code: 'INVALID_VALUE', message })
  }
  return found
}

const pick = (current: Fields): Fields =>
  Object.fromEntries(EDITABLE.map((field) => [field, current[field]])) as unknown as Fields

const given = (change: Change): Partial<Fields> =>
  Object.fromEntries(
    EDITABLE.flatMap((field) => (change[field] === undefined ? [] : [[field, change[field]]])),
  )
