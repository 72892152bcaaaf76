/** Reads the matches of a list page by page, with their total number and the reader's own results. */
import { type ReadonlySignal, computed } from '@preact/signals'
import type { Body, Item } from '../../api/call.ts'
import { type Pages, kept, pages } from '../../api/cache.ts'
import type { Ask } from '../../api/keep-ahead.ts'
import { oneOf } from '../fields/filter.ts'
import type { List } from './list.ts'

export type MatchItem = Item<'listMatches'>
export type ResultItem = Item<'listResults'>

const NEWEST_FIRST = 'playedAt:DESC'

type AskForList<R> = Ask<'listMatches', R> & Ask<'listHistory', R> & Ask<'listMatchesOfGhostPlayer', R>

export function askForMatches<R>(ask: AskForList<R>, list: List, limit: number): R {
  const query = { ...(list.filter === undefined ? {} : { filter: list.filter }), sort: NEWEST_FIRST, limit }
  switch (list.id) {
    case 'listHistory':
      return ask('listHistory', { params: list.params, query })
    case 'listMatchesOfGhostPlayer':
      return ask('listMatchesOfGhostPlayer', { params: list.params, query })
    default:
      return ask('listMatches', { query })
  }
}

export const matchesOf = (list: List, limit: number): Pages<MatchItem> =>
  askForMatches<Pages<MatchItem>>(pages, list, limit)

export function countOf(list: List): ReadonlySignal<number | undefined> {
  const query = list.filter === undefined ? {} : { filter: list.filter }
  const count = () => {
    switch (list.id) {
      case 'listHistory':
        return kept('countHistory', { params: list.params, query })
      case 'listMatchesOfGhostPlayer':
        return kept('countMatchesOfGhostPlayer', { params: list.params, query })
      default:
        return kept('countMatches', { query })
    }
  }
  const counted: ReadonlySignal<{ value?: Body<'countMatches'> }> = count()
  return computed(() => counted.value.value?.count)
}

/** How many matches a page has. One request reads the results for them, and later pages do not change it. */
const AT_ONCE = 20

export const askForResults = <R>(
  ask: Ask<'listResults', R>,
  canonicalPlayerId: string,
  ids: readonly string[],
): R =>
  ask('listResults', {
    params: { canonicalPlayerId },
    query: { filter: `matchId=in=${oneOf(ids)}`, limit: AT_ONCE },
  })

/** The reader's results, by the match's id. Known results are shown until they have been read again. */
export function resultsIn(
  matches: ReadonlySignal<readonly MatchItem[]>,
  canonicalPlayerId: string,
): ReadonlySignal<ReadonlyMap<string, ResultItem>> {
  const known = new Map<string, ResultItem>()
  return computed(() => {
    const ids = matches.value.filter(({ status }) => status === 'FINALIZED').map(({ id }) => id)
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const page = askForResults(kept, canonicalPlayerId, ids.slice(at, at + AT_ONCE))
      for (const result of page.value.value?.items ?? []) known.set(result.match.id, result)
    }
    return new Map(known)
  })
}
