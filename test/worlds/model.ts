/**
 * A world by the specification: who exists, what they did, and who sees what. It is written from the table "who may see what" and
 * from decision 6, not from the product. It has names in place of ids; `play.ts` translates them.
 */

export type Name = string
export type Level = 'PRIVATE' | 'PUBLIC' | 'PRIVILEGED_ACCESS'
export const DATA_TYPES = ['PROFILE', 'MATCH_HISTORY', 'MATCH_DETAILS'] as const
export type DataType = (typeof DATA_TYPES)[number]
export type Status = 'PENDING' | 'APPROVED' | 'REJECTED' | 'CANCELLED'

interface Ghost {
  owner: Name
  self: boolean
  called: string
  deleted: boolean
}
interface Playset {
  owner: Name
  game: Name
  called: string | undefined
  deleted: boolean
}
interface Group {
  owner: Name
  members: Set<Name>
  deleted: boolean
}
interface Community {
  owner: Name
  policy: 'OPEN' | 'REQUIRES_APPROVAL'
  adminGroup: Name | undefined
  /** The members, in the order in which they joined. */
  members: Set<Name>
  /** For each membership that ended: who was a member then, and has been one since. */
  ended: { user: Name; witnesses: Set<Name> }[]
  deleted: boolean
}
interface Request {
  community: Name
  user: Name
  status: Status
  decidedBy: Name | undefined
}
export interface Trust {
  grantor: Name
  editor: Name
  revoked: boolean
  /** True if the grantor did the last thing with it: then it is an answer to the editor. */
  answers: boolean
}
interface Claim {
  player: Name
  ghost: Name
  status: Status
  decidedBy: Name | undefined
  /** True if the claim was made by an accepted invitation. */
  isInvited?: boolean
}
export interface Edge {
  player: Name
  ghost: Name
  claim: Name | undefined
  revokedBy: Name | undefined
}
interface Setting {
  user: Name
  type: DataType
  level: Level
  groups: Name[]
}
export interface Match {
  recorder: Name
  game: Name
  community: Name | undefined
  playset: Name | undefined
  expansions: Name[]
  /** For each ghost player in the match, the person who disputed its result, if any. */
  seats: Map<Name, Name | undefined>
  editedBy: Name | undefined
  final: boolean
  deleted: boolean
}
interface Edit {
  match: Name
  by: Name
  status: Status
  decidedBy: Name | undefined
  /** Null removes the match's playset; undefined keeps it. */
  playset: Name | null | undefined
  expansions: Name[] | undefined
  /** The ghost player whose result the edit sets. */
  seat: Name | undefined
  /** What the match had before the edit was approved. */
  replaced?: { playset?: Name | undefined; expansions?: Name[] }
  /** True if the edit was withdrawn. */
  deleted: boolean
}

/** A dispute that an edit by somebody else has settled. */
interface DisputeAnswer {
  disputer: Name
  edit: Name
  match: Name
  ghost: Name
}

/** What somebody says about two players. It counts only in what that person is shown. */
interface SamePerson {
  by: Name
  one: Name
  other: Name
  isSame: boolean
}

export interface Invitation {
  kind: 'GHOST_PLAYER' | 'COMMUNITY' | 'TRUSTED_EDITOR'
  inviter: Name
  ghost: Name | undefined
  community: Name | undefined
  /** The only person who can accept it. */
  recipient: Name | undefined
  mostUses: number
  /** The people who have accepted, in this order. */
  uses: Name[]
  /** The people whose acceptance the inviter has not acknowledged. */
  unread: Name[]
  declined: 'no' | 'unread' | 'acknowledged'
  ended: boolean
}

/** An import that is done. */
interface Imported {
  owner: Name
  match: Name
  game: Name
  ghost: Name
  /** The name of the ghost player in the file. */
  called: string
  isDraft: boolean
}

export interface World {
  /** Each person's display name, and whether the account was erased. */
  people: Map<Name, { called: string; erased: boolean }>
  ghosts: Map<Name, Ghost>
  playsets: Map<Name, Playset>
  groups: Map<Name, Group>
  communities: Map<Name, Community>
  requests: Map<Name, Request>
  trusts: Map<Name, Trust>
  claims: Map<Name, Claim>
  edges: Map<Name, Edge>
  same: Map<Name, SamePerson>
  settings: Map<Name, Setting>
  matches: Map<Name, Match>
  edits: Map<Name, Edit>
  disputeAnswers: Map<Name, DisputeAnswer>
  /** For each person, the answers in the inbox that they have seen. */
  seen: Map<Name, Set<Name>>
  invitations: Map<Name, Invitation>
  imports: Map<Name, Imported>
}

/** The games with their expansions. They exist from the beginning, and everybody sees them. */
export const GAMES: Record<Name, readonly Name[]> = {
  'Harbour Lights': ['Rising Tides', 'Fog Horns'],
  'Mill Race': ['Spring Flood'],
}

export const playerOf = (person: Name): Name => `${person}’s player`
export const selfOf = (person: Name): Name => `${person}’s self`
export const settingOf = (person: Name, type: DataType): Name => `${person}’s ${type}`

/** A world with these people, and with everything that each person has from the beginning. */
export function worldOf(people: readonly Name[]): World {
  const world: World = {
    people: new Map(),
    ghosts: new Map(),
    playsets: new Map(),
    groups: new Map(),
    communities: new Map(),
    requests: new Map(),
    trusts: new Map(),
    claims: new Map(),
    edges: new Map(),
    same: new Map(),
    settings: new Map(),
    matches: new Map(),
    edits: new Map(),
    disputeAnswers: new Map(),
    seen: new Map(),
    invitations: new Map(),
    imports: new Map(),
  }
  for (const person of people) {
    world.people.set(person, { called: person, erased: false })
    const self = selfOf(person)
    world.ghosts.set(self, { owner: person, self: true, called: person, deleted: false })
    const edge = { player: person, ghost: self, claim: undefined, revokedBy: undefined }
    world.edges.set(`edge of ${self}`, edge)
    for (const type of DATA_TYPES)
      world.settings.set(settingOf(person, type), { user: person, type, level: 'PRIVATE', groups: [] })
  }
  return world
}

/** Returns the thing with this name. Throws if there is none, because then the model has an error. */
export function get<T>(things: ReadonlyMap<Name, T>, name: Name): T {
  const thing = things.get(name)
  if (thing === undefined) throw new Error(`There is no ${name} in this world.`)
  return thing
}

export const isThere = (world: World, person: Name) => world.people.get(person)?.erased === false

/** The name under which a person appears to everybody who sees them. */
export const nameOf = (world: World, person: Name) =>
  isThere(world, person) ? get(world.people, person).called : 'Player'

/**
 * The name that the viewer is shown: `Player`, unless the viewer sees the person or `stands` says that the name is shown anyway.
 */
export const nameFor = (world: World, viewer: Name, person: Name, stands = false) =>
  stands || seesPerson(world, viewer, person) ? nameOf(world, person) : 'Player'

/** True if the player has claimed the ghost player, or has a pending claim. */
export const isClaimant = (world: World, player: Name, ghost: Name) =>
  claimantOf(world, ghost) === player ||
  [...world.claims.values()].some(
    (claim) => claim.player === player && claim.ghost === ghost && claim.status === 'PENDING',
  )

export const claimantOf = (world: World, ghost: Name): Name | undefined =>
  [...world.edges.values()].find((edge) => edge.ghost === ghost && edge.revokedBy === undefined)?.player

/** The name of the answer that an editor reads: that they are trusted, or no longer. */
export const trustAnswer = (trust: Name, revoked: boolean): Name => `${trust} ${revoked ? 'ended' : 'begun'}`

export const trusts = (world: World, grantor: Name, editor: Name) =>
  [...world.trusts.values()].some(
    (trust) => trust.grantor === grantor && trust.editor === editor && !trust.revoked,
  )

export const sharesCommunity = (world: World, one: Name, other: Name): boolean =>
  [...world.communities.values()].some(({ members }) => members.has(one) && members.has(other))

export const isMember = (world: World, user: Name, community: Name | undefined): boolean =>
  community !== undefined && get(world.communities, community).members.has(user)

export const isAdmin = (world: World, user: Name, community: Name): boolean => {
  const { owner, adminGroup } = get(world.communities, community)
  return owner === user || (adminGroup !== undefined && get(world.groups, adminGroup).members.has(user))
}

/**
 * `PUBLIC` lets in every user. `PRIVILEGED_ACCESS` lets in the members of the setting's groups. `PRIVATE` lets in nobody else.
 */
export function letsIn(world: World, owner: Name, type: DataType, viewer: Name): boolean {
  const { level, groups } = get(world.settings, settingOf(owner, type))
  if (level === 'PUBLIC') return true
  return level === 'PRIVILEGED_ACCESS' && groups.some((group) => get(world.groups, group).members.has(viewer))
}

export function seesPerson(world: World, viewer: Name, person: Name): boolean {
  return (
    viewer === person ||
    letsIn(world, person, 'PROFILE', viewer) ||
    sharesCommunity(world, viewer, person) ||
    [...world.groups.values()].some(({ owner, members }) => owner === person && members.has(viewer))
  )
}

export const seesHistory = (world: World, viewer: Name, person: Name): boolean =>
  viewer === person || letsIn(world, person, 'MATCH_HISTORY', viewer)

const recordsOrIsTrusted = (world: World, viewer: Name, { recorder }: Match) =>
  recorder === viewer || trusts(world, recorder, viewer)

const plays = (world: World, viewer: Name, { seats }: Match) =>
  [...seats.keys()].some((ghost) => claimantOf(world, ghost) === viewer)

/** True if the viewer has a part in the match. A privacy setting that lets them in is not enough. */
export const hasPart = (world: World, viewer: Name, match: Match): boolean =>
  recordsOrIsTrusted(world, viewer, match) ||
  (match.final && (plays(world, viewer, match) || isMember(world, viewer, match.community)))

export const seesMatch = (world: World, viewer: Name, match: Match): boolean =>
  hasPart(world, viewer, match) || (match.final && letsIn(world, match.recorder, 'MATCH_HISTORY', viewer))

export const seesDetails = (world: World, viewer: Name, match: Match): boolean =>
  hasPart(world, viewer, match) ||
  (seesMatch(world, viewer, match) && letsIn(world, match.recorder, 'MATCH_DETAILS', viewer))

export const seesDisputes = (world: World, viewer: Name, match: Match): boolean =>
  recordsOrIsTrusted(world, viewer, match) || plays(world, viewer, match)

export const seesGhost = (world: World, viewer: Name, ghost: Name): boolean =>
  get(world.ghosts, ghost).owner === viewer ||
  claimantOf(world, ghost) === viewer ||
  matchesOf(world).some((match) => match.seats.has(ghost) && seesMatch(world, viewer, match))

/** A match's playset is one of its details, so it needs the right to see them. */
export const seesPlayset = (world: World, viewer: Name, playset: Name): boolean =>
  get(world.playsets, playset).owner === viewer ||
  matchesOf(world).some((match) => match.playset === playset && seesDetails(world, viewer, match))

/** The inviter and the recipient see an invitation, and so do the admins of the community that it invites to. */
export const seesInvitation = (world: World, viewer: Name, invitation: Invitation): boolean =>
  invitation.recipient === viewer || mayEndInvitation(world, viewer, invitation)

export const mayEndInvitation = (world: World, viewer: Name, { inviter, community }: Invitation): boolean =>
  inviter === viewer ||
  (community !== undefined && !get(world.communities, community).deleted && isAdmin(world, viewer, community))

/** True if the invitation could be accepted. It does not check whether the inviter's account still exists. */
export function isOpen(
  world: World,
  { ended, uses, mostUses, ghost, community, inviter }: Invitation,
): boolean {
  if (ended || uses.length === mostUses) return false
  if (ghost !== undefined) return !get(world.ghosts, ghost).deleted && claimantOf(world, ghost) === undefined
  if (community === undefined) return true
  return !get(world.communities, community).deleted && isAdmin(world, inviter, community)
}

export const isGood = (world: World, invitation: Invitation): boolean =>
  isOpen(world, invitation) && isThere(world, invitation.inviter)

export const matchesOf = (world: World) => [...world.matches.values()].filter(({ deleted }) => !deleted)

export function endMembership({ members, ended }: Community, user: Name): void {
  if (!members.delete(user)) return
  for (const { witnesses } of ended) witnesses.delete(user)
  ended.push({ user, witnesses: new Set(members) })
}
