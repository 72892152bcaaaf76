/** How well the catalogue and the rulebooks agree. */
import type { InterpretedValues } from './outside/services.ts'

/** Zero, null and absent all mean that the value is unknown. */
export type CatalogueValues = { [field in Field]?: number | null | undefined }

interface ReliabilityCheck {
  field: Field
  catalogValue: string
  llmValue: string
  matches: boolean
}

type Reliability = 'HIGH' | 'MEDIUM' | 'LOW' | 'UNVERIFIED'

export const COMPARED = ['minPlayers', 'maxPlayers', 'yearPublished', 'playingTime', 'minAge'] as const
type Field = (typeof COMPARED)[number]

/** Compares each field that both sides know. */
export function reliabilityOf(
  catalogue: CatalogueValues,
  interpreted: Partial<InterpretedValues>,
): { reliability: Reliability; checks: ReliabilityCheck[] } {
  const checks = COMPARED.flatMap((field) => {
    const ours = catalogue[field]
    const theirs = rangeOf(interpreted[field]?.value)
    if (!ours || !theirs) return []
    const { from, to } = theirs
    return {
      field,
      catalogValue: String(ours),
      llmValue: from === to ? String(from) : `${from}-${to}`,
      matches: from <= ours && ours <= to,
    }
  })
  return { reliability: summed(checks), checks }
}

function rangeOf(value: number | { from: number; to: number } | undefined) {
  const range = typeof value === 'number' ? { from: value, to: value } : value
  return range && (range.from !== 0 || range.to !== 0) ? range : undefined
}

function summed(checks: ReliabilityCheck[]): Reliability {
  if (checks.length === 0) return 'UNVERIFIED'
  if (checks.some((check) => !check.matches)) return 'LOW'
  return checks.length >= 3 ? 'HIGH' : 'MEDIUM'
}
