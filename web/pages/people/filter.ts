/** What the reader has chosen on the pages of people, as the URL and the requests have it. */
import { UUID, allOf, exactly } from '../../parts/fields/filter.ts'

export interface Chosen {
  game?: string
  community?: string
  year?: number
}

const IDS = ['game', 'community'] as const

/** Reads the URL. Values that make no sense are ignored, because anybody can write a URL. */
export function chosenIn(search: string): Chosen {
  const query = new URLSearchParams(search)
  const chosen: Chosen = {}
  for (const name of IDS) {
    const id = query.get(name)
    if (id !== null && UUID.test(id)) chosen[name] = id
  }
  const year = query.get('year') ?? ''
  if (/^[12]\d{3}$/.test(year)) chosen.year = Number(year)
  return chosen
}

/** The result begins with a question mark, or is empty. */
export function searchOf({ game, community, year }: Chosen): string {
  const query = new URLSearchParams({
    ...(game === undefined ? {} : { game }),
    ...(community === undefined ? {} : { community }),
    ...(year === undefined ? {} : { year: String(year) }),
  }).toString()
  return query === '' ? '' : `?${query}`
}

export const isNarrowed = (chosen: Chosen): boolean => searchOf(chosen) !== ''

/** The query for figures of two people, which cannot be narrowed to a community. */
export const spanOf = ({ game, year }: Chosen, timeZone: string) => ({
  timeZone,
  ...(year === undefined ? {} : { from: `${year}-01-01`, to: `${year}-12-31` }),
  ...(game === undefined ? {} : { gameId: game }),
})

export const resultsBetween = ({ game, community }: Chosen, { from, to }: { from: Date; to: Date }): string =>
  allOf(
    `playedAt=ge=${exactly(from.toISOString())}`,
    `playedAt=lt=${exactly(to.toISOString())}`,
    game !== undefined && `gameId==${exactly(game)}`,
    community !== undefined && `communityId==${exactly(community)}`,
  ) ?? ''

/** The year and the one before. If the year is not over, both end on today's date. */
export function yearsToCompare(year: number, now: Date): [Between, Between] {
  const until = (one: number) => {
    if (now.getFullYear() > year) return new Date(one + 1, 0, 1)
    const to = new Date(now)
    to.setFullYear(one)
    // The time is midnight, so that the request stays the same for the whole day and can be cached.
    to.setHours(24, 0, 0, 0)
    return to
  }
  const between = (one: number): Between => ({ from: new Date(one, 0, 1), to: until(one) })
  return [between(year), between(year - 1)]
}

interface Between {
  from: Date
  to: Date
}
