/** The figures of a community, or of one year. The page asks for them before it has loaded the part that shows them. */
import { kept } from '../../api/cache.ts'
import { timeZone } from '../../parts/marks/numbers.ts'
import { daysOf } from '../../parts/fields/year.ts'

/** Reads signals. */
export const figuresOf = (communityId: string, year: number | undefined) =>
  kept('getCommunityStatistics', {
    params: { communityId },
    query: { timeZone: timeZone(), ...daysOf(year) },
  }).value
