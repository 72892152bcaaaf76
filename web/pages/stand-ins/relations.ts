/** Reads the approved and pending claims on the stand-ins in the list. */
import { kept } from '../../api/cache.ts'
import type { Item } from '../../api/call.ts'
import type { Ask } from '../../api/keep-ahead.ts'
import { exactly, oneOf } from '../../parts/fields/filter.ts'

export type StandIn = Item<'listMyGhostPlayers'>
export type Claim = Item<'listClaimEdges'>
export type Request = Item<'listClaimRequests'>

/** How many stand-ins there are in a page of the list, and in a request about claims. */
export const AT_ONCE = 20

interface Relations {
  /** The claim on each stand-in. Null means that nobody has claimed it. A stand-in that is missing was not read yet. */
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

/** Makes one request for each page of the list, so that a new page does not repeat earlier requests. */
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
