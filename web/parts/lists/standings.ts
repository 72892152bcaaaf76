/** The order of a leaderboard in the URL, and its shared places. */

export const METRICS = ['rating', 'wins', 'share'] as const
export type Metric = (typeof METRICS)[number]

/** An invalid value in the URL gives the default. */
export const metricIn = (query: Readonly<Record<string, string>>): Metric =>
  METRICS.find((metric) => metric === query['by']) ?? 'rating'

/** The places that several entries share. */
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
