/** What the URL of a game's page chooses: a community and a year for its figures, a size of table, and the order of its leaderboard. */
import { UUID } from '../../parts/fields/filter.ts'
import { type Metric, metricIn } from '../../parts/lists/standings.ts'
import { yearIn } from '../../parts/fields/year.ts'

export interface Chosen {
  communityId?: string
  year?: number
  /** How many took part. */
  players?: number
  by: Metric
}

/** What makes no sense there is left out, since anybody may have written it. */
export function chosenIn(query: Readonly<Record<string, string>>): Chosen {
  const { community = '', players = '' } = query
  const year = yearIn(query)
  return {
    by: metricIn(query),
    ...(UUID.test(community) ? { communityId: community } : {}),
    ...(year === undefined ? {} : { year }),
    ...(/^[1-9]\d?$/.test(players) ? { players: Number(players) } : {}),
  }
}

/** The same as the query of a URL, with its question mark; empty where nothing is chosen. */
export function searchOf({ communityId, year, players, by }: Chosen): string {
  const query = new URLSearchParams()
  if (communityId !== undefined) query.set('community', communityId)
  if (year !== undefined) query.set('year', String(year))
  if (players !== undefined) query.set('players', String(players))
  if (by !== 'rating') query.set('by', by)
  const written = query.toString()
  return written === '' ? '' : `?${written}`
}

/** Chosen, without what is undefined in the change. */
export function changed(chosen: Chosen, change: { [K in keyof Chosen]?: Chosen[K] | undefined }): Chosen {
  const all = Object.entries({ ...chosen, ...change }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(all) as unknown as Chosen
}
