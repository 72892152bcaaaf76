/** Reads the approved and pending claims on the stand-ins in the list. */
import { kept } from '../../api/cache.ts'
import type { Item } from '../../api/call.ts'
import type { Ask } from '../../api/keep-ahead.ts'
import { exactly, oneOf } from '../../parts/fields/filter.ts'

export type StandIn = Item<'listMyGhostPlayers'>
export type Claim = Item<'listClaimEdges'>
export type Request = Item<'listClaimRequests'>

/** The number of stand-ins in a page of the list, and in one request about claims. */
export const AT_ONCE = 20

interface Relations {
  /** The claims by stand-in. Null means that nobody has claimed the stand-in. Stand-ins that were not read yet are missing. */
  claims: ReadonlyMap<string, Claim | null>
  requests: ReadonlyMap<string, Request[]>
}

export const claimsOf = <R>(ask: Ask<'listClaimEdges', R>, ids: readonly string[]): R =>
  ask('listClaimEdges', {
    query: { filter: `ghostPlayerId=in=${oneOf(ids)};revokedAt=null=true`, limit: 100 },
  })

export const requestsFor = <R>(ask: Ask<'listClaimRequests', R>, ids: readonly string[]): R =>
  ask('listClaimRequests', {
    query: { filter: `ghostPlayerId=in=${oneOf(ids)};status==${exactly('PENDING')}`, limit: 100 },
  })

/** One request for each page of the list, so that a further page does not repeat earlier ones. */
export function relationsOf(items: readonly StandIn[]): Relations {
  const claims = new Map<string, Claim | null>()
  const requests = new Map<string, Request[]>()
  for (let at = 0; at < items.length; at += AT_ONCE) {
    const ids = items.slice(at, at + AT_ONCE).map(({ id }) => id)
    const asking = requestsFor(kept, ids)
    const claimed = claimsOf(kept, ids).value.value?.items
    if (claimed) for (const id of ids) claims.set(id, null)
    for (const edge of claimed ?? []) claims.set(edge.ghostPlayer.id, edge)
    for (const one of asking.value.value?.items ?? [])
      requests.set(one.ghostPlayer.id, [...(requests.get(one.ghostPlayer.id) ?? []), one])
  }
  return { claims, requests }
}
