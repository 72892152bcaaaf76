/** What a leaderboard is by, in the URL, and which of its places are shared. */

export const METRICS = ['rating', 'wins', 'share'] as const
export type Metric = (typeof METRICS)[number]

/** What makes no sense in a URL is the default. */
export const metricIn = (query: Readonly<Record<string, string>>): Metric =>
  METRICS.find((metric) => metric === query['by']) ?? 'rating'

/** The places that more than one of the entries has. The service gives equal ones the same. */
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
