/** What the URL of a community's page chooses: the year of its figures, the game of its leaderboard, and what that is by. */
import { UUID } from '../../parts/fields/filter.ts'
import { type Metric, metricIn } from '../../parts/lists/standings.ts'
import { yearIn } from '../../parts/fields/year.ts'

export interface Chosen {
  year?: number
  gameId?: string
  by: Metric
}

type Query = Readonly<Record<string, string>>

/** What makes no sense there is left out, since anybody may have written it. */
export function chosenIn(query: Query): Chosen {
  const year = yearIn(query)
  const game = query['game'] ?? ''
  return {
    by: metricIn(query),
    ...(year === undefined ? {} : { year }),
    ...(UUID.test(game) ? { gameId: game } : {}),
  }
}

/** The same as the query of a URL, with its question mark; empty where nothing is chosen. */
export function searchOf({ year, gameId, by }: Chosen): string {
  const query = new URLSearchParams()
  if (year !== undefined) query.set('year', String(year))
  if (gameId !== undefined) query.set('game', gameId)
  if (by !== 'rating') query.set('by', by)
  const written = query.toString()
  return written === '' ? '' : `?${written}`
}
