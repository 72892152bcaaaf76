/** A search for games by name, tag and number of players: as the URL has it, and as a filter for the service. */
import { allOf, containing, exactly, searchFor } from '../../parts/fields/filter.ts'

export interface Sought {
  name: string
  tag: string
  players?: number
}

/** The largest number of players to choose. No game on the market has more. */
const MOST_PLAYERS = 99

export function soughtIn(search: string): Sought {
  const query = new URLSearchParams(search)
  const players = query.get('players') ?? ''
  const sought: Sought = { name: searchFor(query.get('name') ?? ''), tag: searchFor(query.get('tag') ?? '') }
  return /^[1-9]\d?$/.test(players) && Number(players) <= MOST_PLAYERS
    ? { ...sought, players: Number(players) }
    : sought
}

export function searchOf({ name, tag, players }: Sought): string {
  const query = new URLSearchParams()
  if (name !== '') query.set('name', name)
  if (tag !== '') query.set('tag', tag)
  if (players !== undefined) query.set('players', String(players))
  const written = query.toString()
  return written === '' ? '' : `?${written}`
}

export const filterOf = ({ name, tag, players }: Sought): string | undefined =>
  allOf(
    name !== '' && `name==${containing(name)}`,
    tag !== '' && `tags==${exactly(tag)}`,
    players !== undefined && `minPlayers=le=${exactly(String(players))}`,
    players !== undefined && `maxPlayers=ge=${exactly(String(players))}`,
  )
