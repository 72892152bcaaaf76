/** Reads several games by their ids in one request. */
import type { Item } from '../../api/call.ts'
import { kept } from '../../api/cache.ts'
import { oneOf } from '../fields/filter.ts'

export type Game = Item<'listGames'>

export function gamesIn(ids: readonly string[]): ReadonlyMap<string, Game> {
  if (ids.length === 0) return new Map()
  const query = { filter: `id=in=${oneOf(ids)}`, limit: ids.length }
  const games = kept('listGames', { query }).value.value?.items ?? []
  return new Map(games.map((game) => [game.id, game]))
}
