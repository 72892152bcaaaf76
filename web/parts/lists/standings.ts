/** The order of a leaderboard, as the URL has it, and the places of equal entries. */

export const METRICS = ['rating', 'wins', 'share'] as const
export type Metric = (typeof METRICS)[number]

export const metricIn = (query: Readonly<Record<string, string>>): Metric =>
  METRICS.find((metric) => metric === query['by']) ?? 'rating'

export function tiesIn(entries: readonly { place?: number | undefined }[]): ReadonlySet<number> {
  const seen = new Set<number>()
  const ties = new Set<number>()
  for (const { place } of entries) {
    if (place === undefined) continue
    if (seen.has(place)) ties.add(place)
    seen.add(place)
  }
  return ties
}

/** Whoever has a place comes first in every order. */
export const hasNoPlace = ([first]: readonly { place?: number | undefined }[]): boolean =>
  first?.place === undefined
