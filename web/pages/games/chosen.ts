/**
 * What the reader has chosen on the page of a game, as the URL has it: a community, a year, a number of players, and a leaderboard
 * with its order.
 */
import { UUID } from '../../parts/fields/filter.ts'
import { type Metric, metricIn } from '../../parts/lists/standings.ts'
import { yearIn } from '../../parts/fields/year.ts'

export interface Chosen {
  communityId?: string
  year?: number
  players?: number
  /** The community whose leaderboard is shown beside figures of all matches, or `EVERYBODY` for the public one. */
  board?: string
  by: Metric
}

export const EVERYBODY = 'everybody'

/** Reads the URL. Values that make no sense are ignored, because anybody can write a URL. */
export function chosenIn(query: Readonly<Record<string, string>>): Chosen {
  const { community = '', players = '', board = '' } = query
  const year = yearIn(query)
  return {
    by: metricIn(query),
    ...(UUID.test(community) ? { communityId: community } : {}),
    ...(year === undefined ? {} : { year }),
    ...(UUID.test(board) || board === EVERYBODY ? { board } : {}),
    ...(/^[1-9]\d?$/.test(players) ? { players: Number(players) } : {}),
  }
}

/** The result begins with a question mark, or is empty. */
export function searchOf({ communityId, year, players, board, by }: Chosen): string {
  const query = new URLSearchParams()
  if (communityId !== undefined) query.set('community', communityId)
  if (year !== undefined) query.set('year', String(year))
  if (players !== undefined) query.set('players', String(players))
  if (board !== undefined) query.set('board', board)
  if (by !== 'rating') query.set('by', by)
  const written = query.toString()
  return written === '' ? '' : `?${written}`
}

export function changed(chosen: Chosen, change: { [K in keyof Chosen]?: Chosen[K] | undefined }): Chosen {
  const all = Object.entries({ ...chosen, ...change }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(all) as unknown as Chosen
}
