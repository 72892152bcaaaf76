/** The figures of a community, of one year if that is chosen; the page asks for them before it has loaded what shows them. */
import { kept } from '../../api/cache.ts'
import { timeZone } from '../../parts/marks/numbers.ts'
import { daysOf } from '../../parts/fields/year.ts'

/** Reads signals. */
export const figuresOf = (communityId: string, year: number | undefined) =>
  kept('getCommunityStatistics', {
    params: { communityId },
    query: { timeZone: timeZone(), ...daysOf(year) },
  }).value
