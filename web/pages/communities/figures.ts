/** Requests the figures of a community, before the part of the page that shows them is loaded. */
import { kept } from '../../api/cache.ts'
import { timeZone } from '../../parts/marks/numbers.ts'
import { daysOf } from '../../parts/fields/year.ts'

/** It reads signals, so call it while rendering. */
export const figuresOf = (communityId: string, year: number | undefined) =>
  kept('getCommunityStatistics', {
    params: { communityId },
    query: { timeZone: timeZone(), ...daysOf(year) },
  }).value
