/** The stand-ins of other people that the reader has claimed. */
import type { Item } from '../../api/call.ts'
import type { Ask } from '../../api/keep-ahead.ts'

export type Claimed = Item<'listClaimedGhostPlayers'>

export const claimedOfOthers = <R>(
  ask: Ask<'listClaimedGhostPlayers', R>,
  canonicalPlayerId: string,
  userId: string,
): R =>
  ask('listClaimedGhostPlayers', {
    params: { canonicalPlayerId },
    query: { filter: `ownerId!="${userId}"`, sort: 'name:ASC', limit: 50 },
  })
