/** Applies a person's change to a candidate, and finds values in it that contradict each other. */
import type * as z from 'zod'
import { type Violation, invalid } from '../../http/problem.ts'
import { incoherences, violationOf } from '../../resources/games/coherence.ts'
import { FIELD_NAMES, type Fields } from './fields.ts'
import type { UpdateCandidate } from './schema.ts'

type Change = z.output<typeof UpdateCandidate>

export interface CandidateChange {
  values: Fields
  /** The fields that a person has set, now or earlier. */
  manuallySet: string[]
  /** The fields whose values are others now. */
  differing: string[]
}

export function changed(
  current: Fields & { manuallySet: readonly string[] },
  change: Change,
): CandidateChange {
  const values = { ...fieldsOf(current), ...sentIn(change) }
  const implied: string[] = []
  // If a value depends on a changed value, it is cleared.
  if (change.scoreType === 'WIN_LOSS' && change.winCondition === undefined) {
    values.winCondition = null
    implied.push('winCondition')
  }
  if (change.isExpansion === false && change.baseGameCatalogId === undefined) {
    values.baseGameCatalogId = null
    implied.push('baseGameCatalogId')
  }
  const touched = [...Object.keys(sentIn(change)), ...implied]
  const violations = incoherent(values, change).filter(({ field }) => touched.includes(field))
  if (violations.length > 0) throw invalid(violations)
  return {
    values,
    manuallySet: [...new Set([...current.manuallySet, ...touched])],
    differing: FIELD_NAMES.filter((name) => JSON.stringify(values[name]) !== JSON.stringify(current[name])),
  }
}

/** Reports each contradiction. If possible, the violation names a field that the client has sent. */
export function incoherent(values: Fields, sent: Change): Violation[] {
  const found = incoherences(values, sent).map((incoherence) => violationOf(incoherence, sent))
  if (!values.isExpansion && values.baseGameCatalogId !== null) {
    const message = 'baseGameCatalogId must be absent unless isExpansion is true.'
    found.push({ field: 'baseGameCatalogId', code: 'INVALID_VALUE', message })
  }
  return found
}

const fieldsOf = (current: Fields): Fields =>
  Object.fromEntries(FIELD_NAMES.map((name) => [name, current[name]])) as Fields

const sentIn = (change: Change): Partial<Fields> =>
  Object.fromEntries(
    FIELD_NAMES.flatMap((name) => (change[name] === undefined ? [] : [[name, change[name]]])),
  )
