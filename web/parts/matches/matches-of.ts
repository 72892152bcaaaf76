/** The matches that the chips choose, page by page, with how many there are and one's own result in each. */
import { type ReadonlySignal, computed } from '@preact/signals'
import type { Body, Item } from '../../api/call.ts'
import { type Pages, kept, pages } from '../../api/cache.ts'
import { oneOf } from '../fields/filter.ts'
import type { List } from './list.ts'

export type MatchItem = Item<'listMatches'>
export type ResultItem = Item<'listResults'>

const NEWEST_FIRST = 'playedAt:DESC'

export function matchesOf(list: List, limit: number): Pages<MatchItem> {
  const query = { ...(list.filter === undefined ? {} : { filter: list.filter }), sort: NEWEST_FIRST, limit }
  switch (list.id) {
    case 'listHistory':
      return pages('listHistory', { params: list.params, query })
    case 'listMatchesOfGhostPlayer':
      return pages('listMatchesOfGhostPlayer', { params: list.params, query })
    default:
      return pages('listMatches', { query })
  }
}

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

/** As many as a page of matches has, so that the results of a page are asked for once, whatever comes after it. */
const AT_ONCE = 20

/** By the match's id; a match in which the player has no part has none. What was known stays until it is read again. */
export function resultsIn(
  matches: ReadonlySignal<readonly MatchItem[]>,
  canonicalPlayerId: string,
): ReadonlySignal<ReadonlyMap<string, ResultItem>> {
  const known = new Map<string, ResultItem>()
  return computed(() => {
    const ids = matches.value.filter(({ status }) => status === 'FINALIZED').map(({ id }) => id)
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const filter = `matchId=in=${oneOf(ids.slice(at, at + AT_ONCE))}`
      const page = kept('listResults', { params: { canonicalPlayerId }, query: { filter, limit: AT_ONCE } })
      for (const result of page.value.value?.items ?? []) known.set(result.match.id, result)
    }
    return new Map(known)
  })
}
