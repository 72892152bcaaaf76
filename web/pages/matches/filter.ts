/** The chips of the history: what is chosen, in the URL and as a filter of the service. */
import type { List } from '../../parts/matches/list.ts'
import { UUID, allOf, exactly } from '../../parts/fields/filter.ts'

export interface Chosen {
  /** Which matches: those one played in, those one recorded, or all that one may see. */
  whose: Whose
  game?: string
  /** A stand-in or a person: the service has a list of the matches of each. */
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

/** What a URL chooses. What makes no sense there is left out, since anybody may have written it. */
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
  // A draft has no result that anybody could dispute.
  if (chosen.drafts) chosen.disputed = false
  return chosen
}

/** The same as the query of a URL, with its question mark; empty where nothing is chosen. */
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

/** Whether any chip narrows the list. */
export const isNarrowed = (chosen: Chosen): boolean => searchOf({ ...chosen, whose: 'played' }) !== ''

/** The list of the service that has these matches, and its filter. `me` is the caller as a user and as a player. */
export function listOf(chosen: Chosen, me: { userId: string; canonicalPlayerId: string }): List {
  const filter = filterOf(chosen, me)
  if (chosen.standIn !== undefined)
    return { id: 'listMatchesOfGhostPlayer', params: { ghostPlayerId: chosen.standIn }, filter }
  if (chosen.person !== undefined)
    return { id: 'listHistory', params: { canonicalPlayerId: chosen.person }, filter }
  // Whoever records a match need not play in it, and a draft belongs to its recorder.
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

/** The year begins where the reader is. */
function startOf(year: number): string {
  const start = new Date(2000, 0, 1)
  start.setFullYear(year)
  return start.toISOString()
}
