/** The actions with invitations: making, ending, accepting, declining and acknowledging them. */
import { type Action, type Kind, kind, names, picked, ref } from './action.ts'
import { approve, mayBe } from './claims.ts'
import {
  type Invitation,
  type Name,
  type World,
  claimantOf,
  get,
  isAdmin,
  isGood,
  isMember,
  isOpen,
  isThere,
  mayEndInvitation,
  selfOf,
  sharesCommunity,
  trusts,
} from './model.ts'
import type { Random } from './random.ts'

export const secretOf = (invitation: Name): Name => `secret of ${invitation}`
/** The name of the claim that an accepted invitation makes. */
export const claimBy = (invitation: Name): Name => `claim by ${invitation}`
export const trustBy = (invitation: Name): Name => `trust by ${invitation}`

const chosenOf = (world: World, random: Random, isAsked: boolean) =>
  picked(
    'invitation',
    random.pick(
      names(world.invitations).filter(
        (one) => (get(world.invitations, one).recipient !== undefined) === isAsked,
      ),
    ),
  )

const chosen = (world: World, random: Random) => chosenOf(world, random, false)
const chosenQuestion = (world: World, random: Random) => chosenOf(world, random, true)

/** People can ask the other members of their communities whether they are a ghost player. */
export const mayAsk = (world: World, by: Name, person: Name): boolean =>
  by !== person && isThere(world, person) && sharesCommunity(world, by, person)

const isFoundGood = (world: World, invitation: Name): boolean => {
  const found = world.invitations.get(invitation)
  return found !== undefined && isGood(world, found)
}

const isAsked = (world: World, by: Name, invitation: Name): boolean =>
  isFoundGood(world, invitation) && get(world.invitations, invitation).recipient === by

const made = (about: Pick<Invitation, 'kind' | 'inviter'> & Partial<Invitation>): Invitation => ({
  ghost: undefined,
  community: undefined,
  recipient: undefined,
  mostUses: 1,
  uses: [],
  unread: [],
  declined: 'no',
  ended: false,
  ...about,
})

export const ofInvitations: Record<string, Kind<Action>> = {
  'invites to ghost player': kind<{ ghost: Name; invitation: Name }>({
    weight: 5,
    invent: (world, random, by, fresh) => ({
      ...picked(
        'ghost',
        random.pick(names(world.ghosts).filter((one) => get(world.ghosts, one).owner === by)),
      ),
      invitation: `invitation ${fresh}`,
    }),
    possible: (world, { by, ghost }) => {
      const found = world.ghosts.get(ghost)
      return found?.owner === by && !found.self && !found.deleted && claimantOf(world, ghost) === undefined
    },
    happen(world, { by, ghost, invitation }) {
      for (const earlier of world.invitations.values())
        if (earlier.ghost === ghost && earlier.uses.length === 0) earlier.ended = true
      world.invitations.set(invitation, made({ kind: 'GHOST_PLAYER', inviter: by, ghost }))
    },
    deed: ({ ghost, invitation }) => ({
      method: 'POST',
      path: `/ghost-players/${ref(ghost)}/invitations`,
      makes: invitation,
    }),
  }),
  'asks a member whether they are a ghost player': kind<{ ghost: Name; person: Name; invitation: Name }>({
    weight: 8,
    invent: (world, random, by, fresh) => ({
      ...picked(
        'ghost',
        random.pick(names(world.ghosts).filter((one) => get(world.ghosts, one).owner === by)),
      ),
      ...picked('person', random.pick([...world.people.keys()].filter((one) => mayAsk(world, by, one)))),
      invitation: `invitation ${fresh}`,
    }),
    possible(world, { by, ghost, person }) {
      const found = world.ghosts.get(ghost)
      if (found?.owner !== by || found.self || found.deleted || !mayAsk(world, by, person)) return false
      const asked = [...world.invitations.values()].filter(({ recipient }) => recipient === person)
      return (
        claimantOf(world, ghost) === undefined &&
        !asked.some((one) => one.ghost === ghost && one.declined !== 'no') &&
        !asked.some((one) => one.inviter === by && one.ghost !== ghost && isOpen(world, one))
      )
    },
    happen(world, { by, ghost, person, invitation }) {
      for (const earlier of world.invitations.values())
        if (
          earlier.uses.length === 0 &&
          (earlier.ghost === ghost || (earlier.inviter === by && earlier.recipient === person))
        )
          earlier.ended = true
      world.invitations.set(invitation, made({ kind: 'GHOST_PLAYER', inviter: by, ghost, recipient: person }))
    },
    deed: ({ ghost, person, invitation }) => ({
      method: 'POST',
      path: `/ghost-players/${ref(ghost)}/user-invitations`,
      body: { userId: ref(person) },
      makes: invitation,
    }),
  }),
  'says that they are the ghost player': kind<{ invitation: Name }>({
    weight: 6,
    invent: chosenQuestion,
    possible: (world, { by, invitation }) =>
      isAsked(world, by, invitation) && mayAccept(world, by, get(world.invitations, invitation)),
    happen: (world, { by, invitation }) => accept(world, by, invitation),
    deed: ({ invitation }) => ({
      method: 'POST',
      path: `/invitations/${ref(invitation)}/answer`,
      body: { isMe: true },
    }),
  }),
  'says that they are not the ghost player': kind<{ invitation: Name }>({
    weight: 2,
    invent: chosenQuestion,
    possible: (world, { by, invitation }) => isAsked(world, by, invitation),
    happen: (world, { invitation }) =>
      void Object.assign(get(world.invitations, invitation), { declined: 'unread', ended: true }),
    deed: ({ invitation }) => ({
      method: 'POST',
      path: `/invitations/${ref(invitation)}/answer`,
      body: { isMe: false },
    }),
  }),
  'invites to community': kind<{ community: Name; uses: '1' | '2'; invitation: Name }>({
    weight: 5,
    invent: (world, random, _by, fresh) => ({
      ...picked('community', random.pick(names(world.communities))),
      uses: random.chance(0.5) ? '1' : '2',
      invitation: `invitation ${fresh}`,
    }),
    possible: (world, { by, community }) =>
      world.communities.get(community)?.deleted === false && isAdmin(world, by, community),
    happen: (world, { by, community, uses, invitation }) =>
      world.invitations.set(
        invitation,
        made({ kind: 'COMMUNITY', inviter: by, community, mostUses: Number(uses) }),
      ),
    deed: ({ community, uses, invitation }) => ({
      method: 'POST',
      path: `/communities/${ref(community)}/invitations`,
      body: { uses: Number(uses) },
      makes: invitation,
    }),
  }),
  'invites an editor': kind<{ invitation: Name }>({
    weight: 2,
    invent: (_world, _random, _by, fresh) => ({ invitation: `invitation ${fresh}` }),
    possible: () => true,
    happen: (world, { by, invitation }) =>
      world.invitations.set(invitation, made({ kind: 'TRUSTED_EDITOR', inviter: by })),
    deed: ({ invitation }) => ({ method: 'POST', path: '/trusted-editors/invitations', makes: invitation }),
  }),
  'revokes invitation': kind<{ invitation: Name }>({
    weight: 1,
    invent: (world, random) => picked('invitation', random.pick(names(world.invitations))),
    possible: (world, { by, invitation }) => {
      const found = world.invitations.get(invitation)
      return found !== undefined && mayEndInvitation(world, by, found) && isOpen(world, found)
    },
    happen: (world, { invitation }) => void (get(world.invitations, invitation).ended = true),
    deed: ({ invitation }) => ({ method: 'DELETE', path: `/invitations/${ref(invitation)}` }),
  }),
  'acknowledges invitation': kind<{ invitation: Name }>({
    weight: 2,
    invent: (world, random) => picked('invitation', random.pick(names(world.invitations))),
    possible: (world, { by, invitation }) => world.invitations.get(invitation)?.inviter === by,
    happen(world, { invitation }) {
      const found = get(world.invitations, invitation)
      found.unread = []
      if (found.declined === 'unread') found.declined = 'acknowledged'
    },
    deed: ({ invitation }) => ({ method: 'POST', path: `/invitations/${ref(invitation)}/acknowledge` }),
  }),
  'accepts invitation': kind<{ invitation: Name }>({
    weight: 12,
    invent: chosen,
    possible: (world, { by, invitation }) =>
      isFoundGood(world, invitation) &&
      get(world.invitations, invitation).recipient === undefined &&
      mayAccept(world, by, get(world.invitations, invitation)),
    happen: (world, { by, invitation }) => accept(world, by, invitation),
    deed: ({ invitation }) => ({
      method: 'POST',
      path: '/invitations/accept',
      body: { secret: ref(secretOf(invitation)) },
    }),
  }),
  'declines invitation': kind<{ invitation: Name }>({
    weight: 1,
    invent: chosen,
    possible: (world, { invitation }) =>
      isFoundGood(world, invitation) &&
      get(world.invitations, invitation).kind === 'GHOST_PLAYER' &&
      get(world.invitations, invitation).recipient === undefined,
    happen: (world, { invitation }) =>
      void Object.assign(get(world.invitations, invitation), { declined: 'unread', ended: true }),
    deed: ({ invitation }) => ({
      method: 'POST',
      path: '/invitations/decline',
      body: { secret: ref(secretOf(invitation)) },
    }),
  }),
}

function mayAccept(world: World, by: Name, { inviter, uses, ghost, community }: Invitation): boolean {
  if (by === inviter || uses.includes(by)) return false
  if (ghost !== undefined) return ghost !== selfOf(by) && mayBe(world, by, ghost)
  return community === undefined ? !trusts(world, inviter, by) : !isMember(world, by, community)
}

function accept(world: World, by: Name, name: Name): void {
  const found = get(world.invitations, name)
  const { inviter, ghost, community } = found
  found.uses.push(by)
  found.unread.push(by)
  if (ghost !== undefined) {
    for (const claim of world.claims.values())
      if (claim.ghost === ghost && claim.player === by && claim.status === 'PENDING')
        claim.status = 'CANCELLED'
    world.claims.set(claimBy(name), {
      player: by,
      ghost,
      status: 'PENDING',
      decidedBy: undefined,
      isInvited: true,
    })
    approve(world, claimBy(name), inviter)
  } else if (community === undefined)
    world.trusts.set(trustBy(name), {
      grantor: inviter,
      editor: by,
      revoked: false,
      answers: false,
    })
  else {
    get(world.communities, community).members.add(by)
    for (const request of world.requests.values())
      if (request.user === by && request.community === community && request.status === 'PENDING')
        Object.assign(request, { status: 'APPROVED', decidedBy: inviter })
  }
}
