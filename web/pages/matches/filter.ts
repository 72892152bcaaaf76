/** The chips of the history: what is chosen, in the URL and as a filter of the service. */
import type { List } from '../../parts/matches/list.ts'
import { UUID, allOf, exactly } from '../../parts/fields/filter.ts'

export interface Chosen {
  /** The reader's own matches, the matches that they recorded, or all that they may see. */
  whose: Whose
  game?: string
  /** A stand-in or a person; the service has a list of matches for each of them. */
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

/** The choices in a URL. Leaves out what makes no sense, because anybody can write a URL. */
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
  // A draft has no result to dispute.
  if (chosen.drafts) chosen.disputed = false
  return chosen
}

/** The choices as the query of a URL, with its question mark; empty without choices. */
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

/** Whether any filter is chosen. */
export const isNarrowed = (chosen: Chosen): boolean => searchOf({ ...chosen, whose: 'played' }) !== ''

/** The list operation with these matches, and its filter. `me` has the reader's ids as a user and as a player. */
export function listOf(chosen: Chosen, me: { userId: string; canonicalPlayerId: string }): List {
  const filter = filterOf(chosen, me)
  if (chosen.standIn !== undefined)
    return { id: 'listMatchesOfGhostPlayer', params: { ghostPlayerId: chosen.standIn }, filter }
  if (chosen.person !== undefined)
    return { id: 'listHistory', params: { canonicalPlayerId: chosen.person }, filter }
  // A recorder need not play in the match, and a draft belongs to its recorder.
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

/** The start of a year in the reader's time zone. */
function startOf(year: number): string {
  const start = new Date(2000, 0, 1)
  start.setFullYear(year)
  return start.toISOString()
}
