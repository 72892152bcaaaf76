/** Requests the figures of a community before the page has loaded the part that shows them. */
import { kept } from '../../api/cache.ts'
import { timeZone } from '../../parts/marks/numbers.ts'
import { daysOf } from '../../parts/fields/year.ts'

/** Reads signals: call this while rendering. */
export const figuresOf = (communityId: string, year: number | undefined) =>
  kept('getCommunityStatistics', {
    params: { communityId },
    query: { timeZone: timeZone(), ...daysOf(year) },
  }).value
