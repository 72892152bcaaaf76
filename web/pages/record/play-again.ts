/** Starts a draft from a URL: `/record?game=ID&players=ID,ID&sides=1,2&community=ID&playset=ID&expansions=ID,ID`. */
import { call } from '../../api/call.ts'
import { divided } from '../../drafts/sides.ts'
import { UUID, oneOf } from '../../parts/fields/filter.ts'
import { refOfPlayset } from './facts.ts'
import { onlyCommunity } from './only-community.ts'
import { selfIn } from './self-in.ts'
import { type Sheet, factsOf, newSheet } from '../../drafts/sheet.ts'
import { seated, withGame } from '../../drafts/sheet-changes.ts'

type Query = Readonly<Record<string, string>>

const MOST = 100

/** The sheet that the URL asks for. People and things that no longer exist are left out. */
export async function sheetAsked(query: Query): Promise<{ sheet: Sheet; selfId: string | undefined }> {
  const ids = idsIn(query['players'])
  const [{ body: game }, people, playset, { body: suggestions }] = await Promise.all([
    call('getGame', { params: { gameId: query['game'] ?? '' } }),
    ids.length === 0 ? [] : standIns(ids),
    UUID.test(query['playset'] ?? '') ? playsetOf(query['playset'] ?? '') : undefined,
    call('getSuggestions'),
  ])
  const { communities, games } = suggestions
  const community =
    communities.find(({ id }) => id === query['community']) ??
    (query['players'] === undefined
      ? onlyCommunity(
          communities,
          games.find(({ id }) => id === game.id),
        )
      : undefined)
  const asked = idsIn(query['expansions'])
  const sheet: Sheet = {
    ...withGame(newSheet(new Date()), factsOf(game), { playset, community }),
    expansions: game.expansions.filter(({ id }) => asked.includes(id)),
  }
  return {
    sheet: divided(seated(sheet, people), sidesIn(query)),
    selfId: selfIn(suggestions.ghostPlayers),
  }
}

const idsIn = (list = ''): string[] =>
  list
    .split(',')
    .filter((id) => UUID.test(id))
    .slice(0, MOST)

/** The sides stand in the order of the players. */
function sidesIn({ players = '', sides = '' }: Query): ReadonlyMap<string, string> {
  const names = sides.split(',').map(decoded)
  const found = players.split(',').map((id, n): [string, string] => [id, names[n] ?? ''])
  return new Map(found.filter(([, side]) => side !== ''))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

async function standIns(ids: readonly string[]) {
  const { body } = await call('listGhostPlayers', { query: { filter: `id=in=${oneOf(ids)}`, limit: MOST } })
  return ids.flatMap((id) => body.items.find((one) => one.id === id) ?? [])
}

async function playsetOf(id: string) {
  const { body } = await call('listPlaysets', { query: { filter: `id==${id}`, limit: 1 } })
  const [found] = body.items
  return found && refOfPlayset(found)
}
