/**
 * What the reader has chosen on the page of a community, as the URL has it: a year, a game for the leaderboard, and the order of
 * the leaderboard.
 */
import { UUID } from '../../parts/fields/filter.ts'
import { type Metric, metricIn } from '../../parts/lists/standings.ts'
import { yearIn } from '../../parts/fields/year.ts'

export interface Chosen {
  year?: number
  gameId?: string
  by: Metric
}

type Query = Readonly<Record<string, string>>

/** Reads the URL. Values that make no sense are ignored, because anybody can write a URL. */
export function chosenIn(query: Query): Chosen {
  const year = yearIn(query)
  const game = query['game'] ?? ''
  return {
    by: metricIn(query),
    ...(year === undefined ? {} : { year }),
    ...(UUID.test(game) ? { gameId: game } : {}),
  }
}

/** The result begins with a question mark, or is empty. */
export function searchOf({ year, gameId, by }: Chosen): string {
  const query = new URLSearchParams()
  if (year !== undefined) query.set('year', String(year))
  if (gameId !== undefined) query.set('game', gameId)
  if (by !== 'rating') query.set('by', by)
  const written = query.toString()
  return written === '' ? '' : `?${written}`
}
