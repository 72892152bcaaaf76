/** The parameters that start a draft: `/record?game=ID&players=ID,ID&community=ID&playset=ID`. */
import { call } from '../../api/call.ts'
import { oneOf } from '../../parts/fields/filter.ts'
import { refOfPlayset } from './facts.ts'
import { type Sheet, factsOf, newSheet, seated, withGame } from '../../drafts/sheet.ts'

type Query = Readonly<Record<string, string>>

export const isAsked = (query: Query): boolean => query['game'] !== undefined && UUID.test(query['game'])

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The largest page of a list. */
const MOST = 100

/** Leaves out people and things that no longer exist. */
export async function sheetAsked(query: Query): Promise<{ sheet: Sheet; selfId: string | undefined }> {
  const ids = (query['players'] ?? '')
    .split(',')
    .filter((id) => UUID.test(id))
    .slice(0, MOST)
  const [{ body: game }, people, playset, { body: suggestions }] = await Promise.all([
    call('getGame', { params: { gameId: query['game'] ?? '' } }),
    ids.length === 0 ? [] : standIns(ids),
    UUID.test(query['playset'] ?? '') ? playsetOf(query['playset'] ?? '') : undefined,
    call('getSuggestions'),
  ])
  const community = suggestions.communities.find(({ id }) => id === query['community'])
  const sheet = withGame(newSheet(new Date()), factsOf(game), { playset, community })
  return {
    sheet: seated(sheet, people),
    selfId: suggestions.ghostPlayers.find(({ isSelf }) => isSelf)?.id,
  }
}

/** In the order of the address. */
async function standIns(ids: readonly string[]) {
  const { body } = await call('listGhostPlayers', { query: { filter: `id=in=${oneOf(ids)}`, limit: MOST } })
  return ids.flatMap((id) => body.items.find((one) => one.id === id) ?? [])
}

async function playsetOf(id: string) {
  const { body } = await call('listPlaysets', { query: { filter: `id==${id}`, limit: 1 } })
  const [found] = body.items
  return found && refOfPlayset(found)
}
