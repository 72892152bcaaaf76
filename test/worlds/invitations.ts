/** Invitations by the model: in lists, looked up by their secret, and requests that are refused. */
import { ref } from './action.ts'
import { mayAsk, secretOf } from './invitation-actions.ts'
import {
  type Invitation,
  type Name,
  type World,
  claimantOf,
  get,
  isGood,
  isMember,
  isOpen,
  matchesOf,
  mayEndInvitation,
  nameOf,
  trusts,
} from './model.ts'
import type { Json } from './shown.ts'
import type { Attempt, Single, Whole } from './views.ts'

const named = (id: Name, displayName = id) => ({ id, displayName })
const ghostNamed = (world: World, ghost: Name) => named(ghost, get(world.ghosts, ghost).called)

export function invitationRow(world: World, name: Name): Whole {
  const found = get(world.invitations, name)
  const { kind, inviter, recipient, ghost, community, uses, mostUses, unread, declined, ended } = found
  return {
    name,
    item: {
      id: name,
      kind,
      inviter: named(inviter, nameOf(world, inviter)),
      recipient: recipient === undefined ? undefined : named(recipient, nameOf(world, recipient)),
      ghostPlayer: ghost === undefined ? undefined : ghostNamed(world, ghost),
      community: community === undefined ? undefined : named(community),
      state: stateOf(world, found),
      uses: uses.length,
      mostUses,
      unread: unread.length + (declined === 'unread' ? 1 : 0),
      lastUsedAt: uses.length > 0 ? 'set' : undefined,
      expiresAt: 'set',
      endedAt: ended ? 'set' : undefined,
    },
  }
}

function stateOf(world: World, invitation: Invitation): string {
  if (invitation.uses.length === invitation.mostUses) return 'USED'
  if (invitation.declined !== 'no') return 'DECLINED'
  return isOpen(world, invitation) ? 'OPEN' : 'ENDED'
}

/** With the secret of a good invitation everybody can read who invites, and to what. Any other secret answers 404. */
export const lookUps = (
  world: World,
  resultRow: (world: World, match: Name, ghosts: readonly Name[]) => Whole,
): Single[] =>
  [...world.invitations]
    .filter(([, { recipient }]) => recipient === undefined)
    .map(([name, invitation]): Single => {
      const asked = { path: '/invitations/look-up', body: { secret: ref(secretOf(name)) } }
      if (!isGood(world, invitation)) return { ...asked, status: 404 }
      const { kind, inviter, ghost, community } = invitation
      const item = {
        kind,
        inviter: named(inviter, nameOf(world, inviter)),
        expiresAt: 'set',
        ...(community === undefined ? {} : { community: named(community) }),
        ...(ghost === undefined ? {} : playedBy(world, ghost, resultRow)),
      }
      return { ...asked, status: 200, item, isNoResource: true }
    })

/** The name of a ghost player, the number of its matches, and the newest three. All have the same time, so the newest was recorded last. */
export function playedBy(
  world: World,
  ghost: Name,
  resultRow: (world: World, match: Name, ghosts: readonly Name[]) => Whole,
): { [field: string]: Json } {
  const matches = [...world.matches].filter(
    ([, match]) => matchesOf(world).includes(match) && match.final && match.seats.has(ghost),
  )
  const newest = matches.toReversed().slice(0, 3)
  return {
    ghostPlayer: ghostNamed(world, ghost),
    matches: matches.length,
    newest: newest.map(([name, { game, seats }]): Json => {
      const { kind, place, of, tied, won } = resultRow(world, name, [ghost]).item
      const others = [...seats.keys()].filter((other) => other !== ghost).slice(0, 10)
      return {
        game: named(game),
        kind,
        ...(place === undefined ? {} : { place }),
        of,
        tied,
        won,
        others: others.map((other) => ghostNamed(world, other)),
      }
    }),
  }
}

/** Changes of invitations that are refused: because of the caller, an old version, or the state of the invitation. */
export function invitationAttempts(world: World, viewer: Name): Attempt[] {
  const found: Attempt[] = []
  for (const [ghost, { owner, deleted }] of world.ghosts)
    if (owner !== viewer || deleted)
      found.push({
        method: 'POST',
        path: `/ghost-players/${ref(ghost)}/invitations`,
        status: deleted ? 404 : 403,
      })
    else
      for (const person of world.people.keys())
        if (!mayAsk(world, viewer, person))
          found.push({
            method: 'POST',
            path: `/ghost-players/${ref(ghost)}/user-invitations`,
            body: { userId: ref(person) },
            status: 400,
          })
  for (const [name, invitation] of world.invitations) {
    const path = `/invitations/${ref(name)}`
    const isInviter = invitation.inviter === viewer
    const mayEnd = mayEndInvitation(world, viewer, invitation)
    found.push(
      { method: 'DELETE', path, status: mayEnd ? 412 : 403 },
      { method: 'POST', path: `${path}/acknowledge`, status: isInviter ? 412 : 403 },
    )
    const isRecipient = invitation.recipient === viewer
    found.push({
      method: 'POST',
      path: `${path}/answer`,
      body: { isMe: true },
      status: isRecipient ? 412 : 404,
    })
    if (invitation.recipient !== undefined) continue
    const body = { secret: ref(secretOf(name)) }
    const status = refusalOf(world, viewer, invitation)
    if (status !== undefined) found.push({ method: 'POST', path: '/invitations/accept', body, status })
    if (!isGood(world, invitation) || invitation.kind !== 'GHOST_PLAYER')
      found.push({ method: 'POST', path: '/invitations/decline', body, status: 404 })
  }
  return found
}

/** The status if the viewer may not accept. Undefined if they may, or if the invitation is refused for another reason. */
function refusalOf(world: World, viewer: Name, invitation: Invitation): 404 | 409 | undefined {
  const { inviter, uses, ghost, community } = invitation
  if (inviter === viewer || uses.includes(viewer)) return 409
  if (ghost !== undefined && claimantOf(world, ghost) === viewer) return 409
  const isGiven =
    ghost === undefined &&
    (community === undefined ? trusts(world, inviter, viewer) : isMember(world, viewer, community))
  if (isGiven) return isGood(world, invitation) ? 409 : undefined
  return isGood(world, invitation) ? undefined : 404
}
