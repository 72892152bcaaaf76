/** What a person may set of a candidate: what a change makes of it, and what doesn't go together. */
import type * as z from 'zod'
import { type Violation, invalid } from '../../http/problem.ts'
import { EDITABLE, type UpdateCandidate } from './schema.ts'

/** What a person may set, as it is kept. */
export interface Fields {
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
  typed: string[]
  /** The fields whose values are others than they were. */
  differing: string[]
}

/** The candidate that a change makes of the one there is; throws where what it sets doesn't go together. */
export function changed(current: Fields & { typed: readonly string[] }, change: Change): Changed {
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
  const violations = incoherent(values).filter(({ about }) => about.some((field) => touched.includes(field)))
  if (violations.length > 0) throw invalid(violations.map(({ violation }) => violation))
  return {
    values,
    typed: [...new Set([...current.typed, ...touched])],
    differing: EDITABLE.filter((field) => JSON.stringify(values[field]) !== JSON.stringify(current[field])),
  }
}

interface Incoherence {
  about: readonly string[]
  violation: Violation
}

/** What doesn't go together, whichever of it is there. */
export function incoherent(values: Fields): Incoherence[] {
  const { minPlayers, maxPlayers, scoreType, winCondition, isExpansion, baseGameCatalogId } = values
  const found: Incoherence[] = []
  if (minPlayers !== null && maxPlayers !== null && maxPlayers < minPlayers) {
    const message = `maxPlayers has to be at least minPlayers, which is ${minPlayers}.`
    found.push({
      about: ['minPlayers', 'maxPlayers'],
      violation: { field: 'maxPlayers', code: 'OUT_OF_RANGE', message, rejectedValue: maxPlayers },
    })
  }
  if (scoreType === 'WIN_LOSS' && winCondition !== null) {
    const message = 'winCondition has to be absent where scoreType is WIN_LOSS.'
    found.push({
      about: ['scoreType', 'winCondition'],
      violation: { field: 'winCondition', code: 'INVALID_VALUE', message, rejectedValue: winCondition },
    })
  }
  if (!isExpansion && baseGameCatalogId !== null) {
    const message = 'baseGameCatalogId has to be absent unless isExpansion is true.'
    found.push({
      about: ['isExpansion', 'baseGameCatalogId'],
      violation: { field: 'baseGameCatalogId', code: 'INVALID_VALUE', message },
    })
  }
  return found
}

const pick = (current: Fields): Fields =>
  Object.fromEntries(EDITABLE.map((field) => [field, current[field]])) as unknown as Fields

const given = (change: Change): Partial<Fields> =>
  Object.fromEntries(
    EDITABLE.flatMap((field) => (change[field] === undefined ? [] : [[field, change[field]]])),
  )
