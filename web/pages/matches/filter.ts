/** The choices above the list of matches, as a URL and as a filter of the service. */
import type { List } from '../../parts/matches/list.ts'
import { UUID, allOf, exactly } from '../../parts/fields/filter.ts'

export interface Chosen {
  whose: Whose
  game?: string
  /** If `standIn` or `person` is set, another operation lists the matches: `listMatchesOfGhostPlayer` or `listHistory`. */
  standIn?: string
  person?: string
  community?: string
  year?: number
  drafts: boolean
  disputed: boolean
}

export const WHOSE = ['played', 'recorded', 'all'] as const
export type Whose = (typeof WHOSE)[number]

const IDS = ['game', 'standIn', 'person', 'community'] as const

/** Ignores values that make no sense, because anybody can write a URL. */
export function chosenIn(search: string): Chosen {
  const query = new URLSearchParams(search)
  const whose = WHOSE.find((known) => known === query.get('whose')) ?? 'played'
  const chosen: Chosen = { whose, drafts: query.has('drafts'), disputed: query.has('disputed') }
  for (const name of IDS) {
    const id = query.get(name)
    if (id !== null && UUID.test(id)) chosen[name] = id
  }
  if (chosen.standIn !== undefined) delete chosen.person
  const year = query.get('year')
  if (year !== null && /^[12]\d{3}$/.test(year)) chosen.year = Number(year)
  // A draft has no result that could be disputed.
  if (chosen.drafts) chosen.disputed = false
  return chosen
}

/** The result begins with a question mark, or is empty. */
export function searchOf({ whose, year, drafts, disputed, ...ids }: Chosen): string {
  const query = new URLSearchParams()
  if (whose !== 'played') query.set('whose', whose)
  for (const name of IDS) if (ids[name] !== undefined) query.set(name, ids[name])
  if (year !== undefined) query.set('year', String(year))
  if (drafts) query.set('drafts', '')
  if (disputed) query.set('disputed', '')
  const written = query.toString().replaceAll(/=(?=&|$)/g, '')
  return written === '' ? '' : `?${written}`
}

export const isNarrowed = (chosen: Chosen): boolean => searchOf({ ...chosen, whose: 'played' }) !== ''

/** `me` has the reader's ids as a user and as a player. */
export function listOf(chosen: Chosen, me: { userId: string; canonicalPlayerId: string }): List {
  const filter = filterOf(chosen, me)
  if (chosen.standIn !== undefined)
    return { id: 'listMatchesOfGhostPlayer', params: { ghostPlayerId: chosen.standIn }, filter }
  if (chosen.person !== undefined)
    return { id: 'listHistory', params: { canonicalPlayerId: chosen.person }, filter }
  // Recorded matches and drafts need not be in the reader's own history.
  return chosen.whose === 'played' && !chosen.drafts
    ? { id: 'listHistory', params: { canonicalPlayerId: me.canonicalPlayerId }, filter }
    : { id: 'listMatches', filter }
}

function filterOf(chosen: Chosen, { userId }: { userId: string }): string | undefined {
  const { whose, game, community, year, drafts } = chosen
  return allOf(
    game !== undefined && `gameId==${exactly(game)}`,
    community !== undefined && `communityId==${exactly(community)}`,
    year !== undefined && `playedAt=ge=${exactly(startOf(year))}`,
    year !== undefined && `playedAt=lt=${exactly(startOf(year + 1))}`,
    (drafts || whose === 'recorded') && `recorderId==${exactly(userId)}`,
    `finalizedAt=null=${drafts}`,
  )
}

function startOf(year: number): string {
  const start = new Date(2000, 0, 1)
  start.setFullYear(year)
  return start.toISOString()
}
