/**
 * The answers that each viewer should get by the model: every resource, every list with its items and filters, and every change
 * with whether the viewer may make it. Items are complete here; `shown.ts` removes what the viewer may not see. The product's
 * answers are compared with these, after ids became names and values that no rule decides (times, scores) were removed.
 */
import {
  type Strength,
  UNKNOWN,
  rated,
  shownRating,
  shownUncertainty,
} from '../../src/resources/ratings/bradley-terry.ts'
import { FIELDS } from '../../src/fields.ts'
import { audienceOf, membersOf, sightOf } from './audience.ts'
import { mayBe } from './claims.ts'
import type { Facts } from './filters.ts'
import {
  importAttempts,
  importRow,
  importsOfOthers,
  otherImports,
  ownImports,
  playRows,
  questionRows,
} from './imports.ts'
import { inboxOf } from './inbox.ts'
import { invitationAttempts, invitationRow, lookUps } from './invitations.ts'
import { EVERYBODY, type Item, type Json, factsOf, shownTo } from './shown.ts'
import {
  type Edge,
  type Match,
  type Name,
  type World,
  DATA_TYPES,
  GAMES,
  claimantOf,
  get,
  isAdmin,
  isMember,
  isThere,
  nameFor,
  nameOf,
  playerOf,
  seesDetails,
  seesDisputes,
  seesGhost,
  seesHistory,
  seesMatch,
  seesPerson,
  seesPlayset,
  seesInvitation,
  settingOf,
} from './model.ts'

/** An item, complete or as it is shown. `name` identifies it in its list. */
export interface Whole {
  name: Name
  item: Item
  /** Values that filters find although the item does not always show them. */
  more?: Facts
}

/** An item as it is shown, with the values that filters find in it. */
export interface Row {
  name: Name
  item: Item
  facts: Facts
}

type Answered = 200 | 403 | 404

export interface Single {
  path: string
  /** With a body, the request is a POST. */
  body?: object
  status: Answered
  item?: Item | Json[]
  /** True if the answer is not a resource with an id. */
  isNoResource?: true
}

export interface Listing {
  path: string
  status: Answered
  rows: Row[]
  /** The values that filters may ask for, from all items, shown or not. */
  pool: Facts[]
  /** The operation of the API that this list answers. */
  list: AskedList
  /** The field that identifies an item, if it is not `id`. */
  key?: string
}

/**
 * A change that must be refused: because of the caller, an old version, or a state or reference without `If-Match`. Nothing
 * happens.
 */
export interface Attempt {
  method: 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: object
  ifMatch?: '*'
  status: 400 | 403 | 404 | 409 | 412
}

/** The rights of the items of each list. */
const RIGHTS_OF = {
  listMatches: FIELDS.Match,
  listMatchesOfGhostPlayer: FIELDS.Match,
  listHistory: FIELDS.Match,
  listMatchEdits: FIELDS.MatchEdit,
  listAllMatchEdits: FIELDS.MatchEdit,
  listDisputes: FIELDS.Dispute,
  listInbox: FIELDS.InboxItem,
  listPlaysets: FIELDS.Playset,
  listGhostPlayers: FIELDS.GhostPlayer,
  listMyGhostPlayers: FIELDS.OwnGhostPlayer,
  listClaimedGhostPlayers: FIELDS.GhostPlayer,
  listCanonicalPlayers: FIELDS.CanonicalPlayer,
  listResults: FIELDS.Result,
  listGameLeaderboard: FIELDS.LeaderboardEntry,
  listCommunityLeaderboard: FIELDS.LeaderboardEntry,
  listSamePeople: FIELDS.SamePerson,
  listTrustedEditors: FIELDS.TrustedEditor,
  listInvitations: FIELDS.Invitation,
  listClaimRequests: FIELDS.ClaimRequest,
  listClaimEdges: FIELDS.ClaimEdge,
  listPrivacySettings: FIELDS.PrivacySetting,
  listAudience: FIELDS.AudienceMember,
  listGroups: FIELDS.Group,
  listGroupMembers: FIELDS.GroupMember,
  listMyGroups: FIELDS.Group,
  listCommunities: FIELDS.Community,
  listMemberships: FIELDS.Membership,
  listMyMemberships: FIELDS.OwnMembership,
  listMembershipRequests: FIELDS.MembershipRequest,
  listUsers: FIELDS.User,
  listImports: FIELDS.Import,
  listImportQuestions: FIELDS.ImportQuestion,
  listImportPlays: FIELDS.ImportPlay,
}

type AskedList = keyof typeof RIGHTS_OF

/** Keeps the fields that the viewer may see, and notes the values that filters find in them. */
function row(
  world: World,
  viewer: Name | typeof EVERYBODY,
  list: AskedList,
  { name, item, more }: Whole,
): Row {
  const shown = shownTo(world, viewer, RIGHTS_OF[list].rights, name, item)
  return { name, item: shown, facts: factsOf(list, shown, more) }
}

const ref = (id: Name, displayName: string) => ({ id, displayName })
const userRef = (world: World, user: Name) => ref(user, nameOf(world, user))
const playerRef = (world: World, user: Name) => ref(playerOf(user), nameOf(world, user))
const ghostRef = (world: World, ghost: Name) => ref(ghost, get(world.ghosts, ghost).called)
const same = (name: Name) => ref(name, name)
const nameOfPlayset = (world: World, playset: Name) => {
  const { called, game } = get(world.playsets, playset)
  return called ?? game
}
const set = (there: boolean) => (there ? 'set' : undefined)

function matchRow(world: World, name: Name): Whole {
  const match = get(world.matches, name)
  const { recorder, game, community, playset, expansions, seats, final, editedBy } = match
  return {
    name,
    item: {
      id: name,
      game: same(game),
      playset: playset && ref(playset, nameOfPlayset(world, playset)),
      community: community && same(community),
      recorder: userRef(world, recorder),
      status: final ? 'FINALIZED' : 'DRAFT',
      editRequestsEnabled: true,
      finalizedAt: set(final),
      lastEditedAt: set(editedBy !== undefined),
      lastEditedBy: editedBy && userRef(world, editedBy),
      expansions: expansions.map(same),
      participants: [...seats].map(([ghost, disputer]) => ({
        id: `${name}/${ghost}`,
        ghostPlayer: ghostRef(world, ghost),
        score: 'set',
        rank: 'set',
        outcome: 'set',
        loadout: 'set',
        ...(disputer
          ? {
              disputeReason: 'I had more.',
              disputedAt: 'set',
              disputedBy: userRef(world, disputer),
            }
          : {}),
      })),
    },
  }
}

/** The result of the first of these ghost players in the match. All outcomes are WIN (`actions.ts`), and all ranks differ. */
function resultRow(world: World, name: Name, claims: readonly Name[]): Whole {
  const { game, community, seats } = get(world.matches, name)
  const all = [...seats.keys()]
  const [index, of] = [all.findIndex((ghost) => claims.includes(ghost)), all.length]
  const [kind, won] = of === 1 ? ['ALONE', true] : ['COMPETITIVE', index === 0]
  return {
    name,
    item: {
      match: { id: name, game: same(game), community: community && same(community) },
      matchParticipantId: `${name}/${all[index]}`,
      kind,
      place: of === 1 ? undefined : index + 1,
      of,
      tied: false,
      won,
      score: 'set',
      scoreType: 'SCORE',
      winCondition: 'HIGHER_WINS',
    },
    more: { matchId: name, gameId: game, communityId: community },
  }
}

function ghostRow(world: World, name: Name): Whole {
  const { owner, self, called } = get(world.ghosts, name)
  return {
    name,
    item: { id: name, owner: userRef(world, owner), displayName: called, isSelf: self },
  }
}

function playsetRow(world: World, name: Name): Whole {
  const { owner, game, called } = get(world.playsets, name)
  return {
    name,
    item: {
      id: name,
      owner: userRef(world, owner),
      game: same(game),
      displayName: called,
      variants: [],
      expansions: [],
    },
    more: { name: called ?? game },
  }
}

const userRow = (world: World, name: Name): Whole => ({
  name,
  item: { id: name, displayName: nameOf(world, name), canonicalPlayer: playerRef(world, name) },
})

const playerRow = (world: World, user: Name): Whole => ({
  name: playerOf(user),
  item: { id: playerOf(user), user: userRef(world, user), displayName: nameOf(world, user) },
})

function groupRow(world: World, name: Name): Whole {
  const { owner, members } = get(world.groups, name)
  return {
    name,
    item: { id: name, owner: userRef(world, owner), displayName: name, memberCount: members.size },
  }
}

/** Filters also find the members, by the names that the owner is shown. */
const withMembers = (world: World, name: Name, viewer: Name | typeof EVERYBODY): Row => {
  const members = [...get(world.groups, name).members]
  const names = members.map((one) => (viewer === EVERYBODY ? one : nameFor(world, viewer, one)))
  const more = { membersId: members, membersName: names }
  return row(world, viewer, 'listGroups', { ...groupRow(world, name), more })
}

const memberRow = (world: World, name: Name): Whole => ({ name, item: ref(name, nameOf(world, name)) })

function communityRow(world: World, name: Name): Whole {
  const { owner, adminGroup, policy } = get(world.communities, name)
  return {
    name,
    item: {
      id: name,
      owner: userRef(world, owner),
      adminGroup: adminGroup && same(adminGroup),
      displayName: name,
      joinPolicy: policy,
    },
  }
}

const membershipRow = (world: World, community: Name, user: Name): Whole => ({
  name: user,
  item: { community: same(community), user: userRef(world, user) },
})

function requestRow(world: World, name: Name): Whole {
  const { community, user, status, decidedBy } = get(world.requests, name)
  return {
    name,
    item: {
      id: name,
      community: same(community),
      user: userRef(world, user),
      status,
      decidedBy: decidedBy && userRef(world, decidedBy),
      decidedAt: set(decidedBy !== undefined),
    },
  }
}

function claimRow(world: World, name: Name): Whole {
  const { player, ghost, status, decidedBy } = get(world.claims, name)
  const edge = [...world.edges].find(([, { claim }]) => claim === name)
  return {
    name,
    item: {
      id: name,
      canonicalPlayer: playerRef(world, player),
      ghostPlayer: ghostRef(world, ghost),
      status,
      decidedBy: decidedBy && userRef(world, decidedBy),
      decidedAt: set(decidedBy !== undefined),
      claimEdgeId: edge?.[0],
    },
  }
}

function edgeRow(world: World, name: Name): Whole {
  const { player, ghost, claim, revokedBy } = get(world.edges, name)
  return {
    name,
    item: {
      id: name,
      canonicalPlayer: playerRef(world, player),
      ghostPlayer: ghostRef(world, ghost),
      claimRequestId: claim,
      revokedAt: set(revokedBy !== undefined),
      revokedBy: revokedBy && userRef(world, revokedBy),
    },
  }
}

function trustRow(world: World, name: Name): Whole {
  const { grantor, editor, revoked } = get(world.trusts, name)
  return {
    name,
    item: {
      id: name,
      grantor: userRef(world, grantor),
      editor: userRef(world, editor),
      revokedAt: set(revoked),
    },
  }
}

function samePersonRow(world: World, viewer: Name, name: Name): Whole {
  const { one, other, isSame } = get(world.same, name)
  const player = (of: Name): Item => {
    if (!world.ghosts.has(of)) return { canonicalPlayer: playerRef(world, userOf(world, of)) }
    const claimant = claimantOf(world, of)
    return {
      ghostPlayer: ghostRef(world, of),
      owner: userRef(world, get(world.ghosts, of).owner),
      ...(claimant !== undefined && seesPerson(world, viewer, claimant)
        ? { canonicalPlayer: playerRef(world, claimant) }
        : {}),
    }
  }
  return { name, item: { id: name, one: player(one), other: player(other), isSame } }
}

function settingRow(world: World, name: Name): Whole {
  const { user, type, level, groups } = get(world.settings, name)
  return {
    name,
    item: {
      id: name,
      user: userRef(world, user),
      dataType: type,
      level,
      groups: groups.map(same),
    },
  }
}

function editRow(world: World, name: Name): Whole {
  const { match, by, status, decidedBy, playset, expansions, seat, replaced } = get(world.edits, name)
  const result = seat !== undefined && { matchParticipantId: `${match}/${seat}`, score: 'set', rank: 'set' }
  const old = replaced?.playset
  return {
    name,
    item: {
      id: name,
      matchId: match,
      proposedBy: userRef(world, by),
      status,
      decidedBy: decidedBy && userRef(world, decidedBy),
      decidedAt: set(decidedBy !== undefined),
      participantChanges: result ? [{ ...result, scoreSet: true, rankSet: true, outcomeSet: false }] : [],
      loadoutChanges: [],
      playsetChange:
        playset === undefined
          ? undefined
          : { playset: playset === null ? undefined : ref(playset, nameOfPlayset(world, playset)) },
      expansionChange: expansions && { expansions: expansions.map(same) },
      replaced: replaced && {
        participants: result ? [result] : [],
        playset: old === undefined ? undefined : ref(old, nameOfPlayset(world, old)),
        expansions: replaced.expansions?.map(same),
      },
    },
  }
}

function disputeRow(world: World, name: Name, ghost: Name, disputer: Name): Whole {
  const { game, recorder } = get(world.matches, name)
  return {
    name,
    item: {
      matchParticipantId: `${name}/${ghost}`,
      match: { id: name, game: same(game) },
      recorder: userRef(world, recorder),
      ghostPlayer: ghostRef(world, ghost),
      reason: 'I had more.',
      disputedBy: userRef(world, disputer),
      disputedAt: 'set',
    },
    more: { matchId: name },
  }
}

/** The claimed players in a match, as far as the viewer sees them. */
const peopleOf = (world: World, viewer: Name, match: Name): Json[] =>
  [...get(world.matches, match).seats.keys()].flatMap((ghost): Json[] => {
    const player = claimantOf(world, ghost)
    return player !== undefined && seesPerson(world, viewer, player)
      ? [{ matchParticipantId: `${match}/${ghost}`, canonicalPlayer: playerRef(world, player) }]
      : []
  })

/** What the viewer can ask about a match, because somebody is there to answer. */
function answerableFor(world: World, viewer: Name, match: Name): { [key: string]: Json } {
  const { recorder, final, seats } = get(world.matches, match)
  const isAnswered = (ghost: Name) => {
    const { owner, self, deleted } = get(world.ghosts, ghost)
    return owner !== viewer && isThere(world, owner) && !self && !deleted && mayBe(world, viewer, ghost)
  }
  return {
    edit: final && isThere(world, recorder),
    claims: final ? [...seats.keys()].filter(isAnswered).map((ghost) => `${match}/${ghost}`) : [],
  }
}

/** What the viewer will probably record next. All matches have the same time, so the newest is the one that was recorded last. */
function suggestionsFor(world: World, viewer: Name, game: Name | undefined): { [key: string]: Json } {
  const recorded = [...world.matches.values()]
    .filter(({ recorder, deleted }) => recorder === viewer && !deleted)
    .toReversed()
  const first = <T>(all: readonly T[], is: (one: T) => boolean) => [
    ...all.filter(is),
    ...all.filter((one) => !is(one)),
  ]
  const games = [...new Set(recorded.map((match) => match.game))]
  const finished = recorded.filter(({ final }) => final)
  const groups = Map.groupBy(finished, ({ seats }) => [...seats.keys()].toSorted().join())
  const tables = first([...groups.values()], (matches) => matches.some((match) => match.game === game))
    .filter(([{ seats } = { seats: new Map() }]) =>
      [...seats.keys()].every((ghost) => !get(world.ghosts, ghost).deleted),
    )
    .slice(0, 6)
  /** The number of the first table with this ghost player. A ghost player at no table comes last. */
  const table = (ghost: Name) => {
    const place = tables.findIndex(([match]) => match?.seats.has(ghost))
    return place < 0 ? tables.length : place
  }
  const ghosts = [...world.ghosts.keys()].filter((ghost) => {
    const { owner, deleted } = get(world.ghosts, ghost)
    return owner === viewer && !deleted
  })
  const uses = (ghost: Name) => recorded.filter(({ seats }) => seats.has(ghost)).length
  const key = (ghost: Name) => get(world.ghosts, ghost).called.toLowerCase()
  const communities = [...world.communities.keys()].filter((name) => isMember(world, viewer, name))
  const played = (name: Name) => recorded.some(({ community }) => community === name)
  return {
    games: first(games, (name) => name === game).map((name) => {
      const { playset, community, expansions } = recorded.find((match) => match.game === name) as Match
      const usable = playset !== undefined && !get(world.playsets, playset).deleted ? playset : undefined
      return {
        id: name,
        displayName: name,
        scoreType: 'SCORE',
        winCondition: 'HIGHER_WINS',
        minPlayers: 1,
        maxPlayers: 9,
        playset: usable && ref(usable, nameOfPlayset(world, usable)),
        community:
          community !== undefined && isMember(world, viewer, community) ? same(community) : undefined,
        expansions: expansions.map(same),
      }
    }),
    tables: tables.map((matches) => ({
      ghostPlayerIds: [...(matches[0]?.seats.keys() ?? [])],
      matches: matches.length,
    })),
    ghostPlayers: ghosts
      .toSorted((one, other) => {
        const isSelf = Number(get(world.ghosts, other).self) - Number(get(world.ghosts, one).self)
        return (
          isSelf || table(one) - table(other) || uses(other) - uses(one) || (key(one) < key(other) ? -1 : 1)
        )
      })
      .map((ghost) => ({ ...ghostRef(world, ghost), isSelf: get(world.ghosts, ghost).self })),
    communities: first(
      communities.toSorted((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1)),
      played,
    ).map(same),
  }
}

/**
 * The leaderboard of these matches, which are in the order in which they were recorded. In each match the first seat has won, and
 * the others are placed in the order of their seats. A person who is hidden from some readers appears as each of their ghost
 * players.
 */
function leaderboardRows(
  world: World,
  matches: Match[],
  everyReaderSees: (person: Name) => boolean,
): Whole[] {
  interface Player extends Strength {
    ghost: Name
    matches: number
    wins: number
    chance: number
  }
  const players = new Map<Name, Player>()
  for (const { seats } of matches.filter((match) => match.seats.size > 1)) {
    const ghosts = [...seats.keys()]
    const who = (ghost: Name) => {
      const claimant = claimantOf(world, ghost)
      return claimant !== undefined && everyReaderSees(claimant) ? claimant : ghost
    }
    const after = rated(
      ghosts.map((ghost, index) => ({ place: index + 1, players: [players.get(who(ghost)) ?? UNKNOWN] })),
    )
    for (const [index, ghost] of ghosts.entries()) {
      const before = players.get(who(ghost))
      const { mu, sigma } = after[index]?.[0] ?? UNKNOWN
      players.set(who(ghost), {
        mu,
        sigma,
        ghost,
        matches: (before?.matches ?? 0) + 1,
        wins: (before?.wins ?? 0) + (index === 0 ? 1 : 0),
        chance: (before?.chance ?? 0) + 1 / ghosts.length,
      })
    }
  }
  const ranked = [...players.values()].filter((player) => player.matches >= 5).map(shownRating)
  return [...players.values()].map((player) => {
    const { ghost, wins } = player
    const person = claimantOf(world, ghost)
    return {
      name: ghost,
      item: {
        place:
          player.matches < 5 ? undefined : 1 + ranked.filter((rating) => rating > shownRating(player)).length,
        ghostPlayer: ghostRef(world, ghost),
        owner: userRef(world, get(world.ghosts, ghost).owner),
        canonicalPlayer: person === undefined ? undefined : playerRef(world, person),
        rating: shownRating(player),
        uncertainty: shownUncertainty(player),
        provisional: player.matches < 5,
        matches: player.matches,
        wins,
        winShare: Number((wins / player.matches).toFixed(3)),
        chance: Number((player.chance / player.matches).toFixed(4)),
      },
    }
  })
}

const isSide = (world: World, viewer: Name, { player, ghost }: Pick<Edge, 'player' | 'ghost'>) =>
  player === viewer || get(world.ghosts, ghost).owner === viewer

/** A kind of thing: all that exist, whether the viewer sees each, and what each looks like to them. */
interface Things {
  path: (name: Name) => string
  /** The things that were not deleted. */
  there: Name[]
  gone: Name[]
  sees: (name: Name) => boolean
  /** The operation that lists these things. `whole` makes a complete item of that list. */
  of: AskedList
  whole: (name: Name) => Whole
  /** Whether a thing is listed, if the list has fewer things than the viewer sees. */
  listed?: (name: Name) => boolean
  /** The path of the list. Undefined if these things are listed only below another thing. */
  list?: string
}

/** To add a kind of thing, begin here. */
function things(world: World, viewer: Name): Things[] {
  const split = (all: ReadonlyMap<Name, { deleted?: boolean; erased?: boolean }>) => ({
    there: [...all.keys()].filter((name) => !isGone(get(all, name))),
    gone: [...all.keys()].filter((name) => isGone(get(all, name))),
  })
  const isGone = ({ deleted, erased }: { deleted?: boolean; erased?: boolean }) =>
    deleted === true || erased === true
  const users = split(world.people)
  const at = (list: string) => ({ list, path: (name: Name) => `${list}/{${name}}` })
  const requestsOf = (name: Name) => get(world.communities, get(world.requests, name).community)
  return [
    {
      ...at('/matches'),
      ...split(world.matches),
      sees: (name) => seesDetails(world, viewer, get(world.matches, name)),
      listed: (name) => seesMatch(world, viewer, get(world.matches, name)),
      of: 'listMatches',
      whole: (name) => matchRow(world, name),
    },
    {
      ...at('/ghost-players'),
      ...split(world.ghosts),
      sees: (name) => seesGhost(world, viewer, name),
      of: 'listGhostPlayers',
      whole: (name) => ghostRow(world, name),
    },
    {
      ...at('/playsets'),
      ...split(world.playsets),
      sees: (name) => seesPlayset(world, viewer, name),
      of: 'listPlaysets',
      whole: (name) => playsetRow(world, name),
    },
    {
      ...at('/users'),
      ...users,
      sees: (name) => seesPerson(world, viewer, name),
      of: 'listUsers',
      whole: (name) => userRow(world, name),
    },
    {
      ...at('/canonical-players'),
      there: users.there.map(playerOf),
      gone: users.gone.map(playerOf),
      sees: (name) => seesPerson(world, viewer, userOf(world, name)),
      of: 'listCanonicalPlayers',
      whole: (name) => playerRow(world, userOf(world, name)),
    },
    {
      ...at('/groups'),
      ...split(world.groups),
      sees: (name) => {
        const { owner, members } = get(world.groups, name)
        return owner === viewer || members.has(viewer)
      },
      listed: (name) => get(world.groups, name).owner === viewer,
      of: 'listGroups',
      whole: (name) => groupRow(world, name),
    },
    {
      ...at('/communities'),
      ...split(world.communities),
      sees: () => true,
      of: 'listCommunities',
      whole: (name) => communityRow(world, name),
    },
    {
      path: (name) => `/communities/{${get(world.requests, name).community}}/membership-requests/{${name}}`,
      there: [...world.requests.keys()].filter((name) => !requestsOf(name).deleted),
      gone: [...world.requests.keys()].filter((name) => requestsOf(name).deleted),
      sees: (name) => {
        const { user, community } = get(world.requests, name)
        return user === viewer || isAdmin(world, viewer, community)
      },
      of: 'listMembershipRequests',
      whole: (name) => requestRow(world, name),
    },
    {
      ...at('/claim-requests'),
      ...split(world.claims as ReadonlyMap<Name, object>),
      sees: (name) => isSide(world, viewer, get(world.claims, name)),
      of: 'listClaimRequests',
      whole: (name) => claimRow(world, name),
    },
    {
      ...at('/claim-edges'),
      ...split(world.edges as ReadonlyMap<Name, object>),
      sees: (name) => isSide(world, viewer, get(world.edges, name)),
      of: 'listClaimEdges',
      whole: (name) => edgeRow(world, name),
    },
    {
      ...at('/trusted-editors'),
      ...split(world.trusts as ReadonlyMap<Name, object>),
      sees: (name) => {
        const { grantor, editor } = get(world.trusts, name)
        return grantor === viewer || editor === viewer
      },
      of: 'listTrustedEditors',
      whole: (name) => trustRow(world, name),
    },
    {
      ...at('/invitations'),
      ...split(world.invitations as ReadonlyMap<Name, object>),
      sees: (name) => seesInvitation(world, viewer, get(world.invitations, name)),
      of: 'listInvitations',
      whole: (name) => invitationRow(world, name),
    },
    {
      ...at('/privacy-settings'),
      ...split(world.settings as ReadonlyMap<Name, object>),
      sees: (name) => get(world.settings, name).user === viewer,
      of: 'listPrivacySettings',
      whole: (name) => settingRow(world, name),
    },
    {
      path: (name) => `/matches/{${get(world.edits, name).match}}/edits/{${name}}`,
      ...split(world.edits),
      sees: (name) => seesDetails(world, viewer, get(world.matches, get(world.edits, name).match)),
      of: 'listMatchEdits',
      whole: (name) => editRow(world, name),
    },
  ]
}

const userOf = (world: World, player: Name): Name =>
  [...world.people.keys()].find((user) => playerOf(user) === player) ?? player

/** Everything that has a path of its own, with the answer that the viewer should get. */
export function singles(world: World, viewer: Name): Single[] {
  const found: Single[] = things(world, viewer).flatMap(({ path, there, gone, sees, of, whole }) => [
    ...there.map((name): Single =>
      sees(name)
        ? { path: path(name), status: 200, item: row(world, viewer, of, whole(name)).item }
        : { path: path(name), status: 403 },
    ),
    ...gone.map((name): Single => ({ path: path(name), status: 404 })),
  ])
  for (const [community, { deleted }] of world.communities)
    for (const user of world.people.keys()) {
      const path = `/communities/{${community}}/memberships/{${user}}`
      const told = isMember(world, viewer, community) || isAdmin(world, viewer, community)
      if (deleted) found.push({ path, status: 404 })
      else if (!told) found.push({ path, status: 403 })
      else if (!isMember(world, user, community)) found.push({ path, status: 404 })
      else {
        const { item } = row(world, viewer, 'listMemberships', membershipRow(world, community, user))
        found.push({ path, status: 200, item })
      }
    }
  for (const [match, { deleted }] of world.matches) {
    for (const [end, item] of [
      ['people', peopleOf],
      ['answerable', answerableFor],
    ] as const) {
      const path = `/matches/{${match}}/${end}`
      if (deleted) found.push({ path, status: 404 })
      else if (!seesDetails(world, viewer, get(world.matches, match))) found.push({ path, status: 403 })
      else
        found.push({
          path,
          status: 200,
          item: item(world, viewer, match),
          ...(end === 'answerable' && { isNoResource: true }),
        })
    }
  }
  for (const game of [undefined, ...Object.keys(GAMES)]) {
    const path = `/users/me/suggestions${game === undefined ? '' : `?gameId={${game}}`}`
    found.push({ path, status: 200, item: suggestionsFor(world, viewer, game), isNoResource: true })
  }
  for (const name of ownImports(world, viewer)) {
    const { item } = row(world, viewer, 'listImports', importRow(world, name))
    found.push({ path: `/imports/{${name}}`, status: 200, item })
  }
  return [
    ...found,
    ...importsOfOthers(world, viewer),
    ...lookUps(world, resultRow),
    ...sightsOf(world, viewer),
  ]
}

/** The answers about what others see of the viewer, as far as the viewer may know. */
function sightsOf(world: World, viewer: Name): Single[] {
  const found: Single[] = [{ path: '/users/me/audience', status: 200, item: audienceOf(world, viewer) }]
  const seenBy = (path: string, status: Answered, who: Parameters<typeof sightOf>[2]) =>
    found.push({
      path: `/users/me/seen-by/${path}`,
      status,
      ...(status === 200 ? { item: sightOf(world, viewer, who) } : {}),
    })
  seenBy('stranger', 200, 'stranger')
  for (const person of world.people.keys()) {
    const told = seesPerson(world, viewer, person) ? 200 : 403
    seenBy(`users/{${person}}`, isThere(world, person) ? told : 404, { person })
  }
  for (const [group, { owner, deleted }] of world.groups)
    seenBy(`groups/{${group}}`, deleted ? 404 : owner === viewer ? 200 : 403, { group })
  return found.map((single) => ({ ...single, isNoResource: true }))
}

/** Every list, with the items that the viewer should get. */
export function listings(world: World, viewer: Name): Listing[] {
  const all = things(world, viewer)
  const listOf = (
    of: AskedList,
    rows: Whole[],
    everything = rows,
  ): Pick<Listing, 'list' | 'rows' | 'pool'> => ({
    list: of,
    rows: rows.map((one) => row(world, viewer, of, one)),
    pool: everything.map((one) => row(world, EVERYBODY, of, one).facts),
  })
  const found = all.flatMap(({ list, there, sees, listed = sees, of, whole }): Listing[] => {
    if (list === undefined) return []
    if (of === 'listGroups') {
      const rows = there.filter(listed).map((name) => withMembers(world, name, viewer))
      const pool = there.map((name) => withMembers(world, name, EVERYBODY).facts)
      return [{ path: list, status: 200, list: of, rows, pool }]
    }
    return [{ path: list, status: 200, ...listOf(of, there.filter(listed).map(whole), there.map(whole)) }]
  })
  const matches = [...world.matches].filter(([, { deleted }]) => !deleted)
  const everyMatch = matches.map(
    ([name]) => row(world, EVERYBODY, 'listMatches', matchRow(world, name)).facts,
  )
  const matchesWhere = (of: (match: Match) => boolean) => ({
    list: 'listMatches' as const,
    rows: matches
      .filter(([, match]) => of(match) && seesMatch(world, viewer, match))
      .map(([name]) => row(world, viewer, 'listMatches', matchRow(world, name))),
    pool: everyMatch,
  })
  const below = (
    path: string,
    isThere: boolean,
    seen: boolean,
    items: Pick<Listing, 'list' | 'rows' | 'pool'>,
    more: Partial<Listing> = {},
  ) => {
    const status = !isThere ? 404 : seen ? 200 : 403
    found.push({ path, status, ...items, ...(status === 200 ? {} : { rows: [], pool: [] }), ...more })
  }
  for (const [ghost, { deleted }] of world.ghosts) {
    const items = matchesWhere(({ seats }) => seats.has(ghost))
    below(`/ghost-players/{${ghost}}/matches`, !deleted, seesGhost(world, viewer, ghost), items)
  }
  for (const person of world.people.keys()) {
    const path = `/canonical-players/{${playerOf(person)}}`
    const there = isThere(world, person)
    const claims = [...world.ghosts.keys()].filter((ghost) => claimantOf(world, ghost) === person)
    const history = matchesWhere(({ seats }) => claims.some((ghost) => seats.has(ghost)))
    below(`${path}/matches`, there, seesHistory(world, viewer, person), history)
    const results = [...world.matches]
      .filter(([, match]) => match.final && claims.some((ghost) => match.seats.has(ghost)))
      .map(([name, match]) => ({ match, result: resultRow(world, name, claims) }))
    below(
      `${path}/results`,
      there,
      seesHistory(world, viewer, person),
      listOf(
        'listResults',
        results.filter(({ match }) => seesDetails(world, viewer, match)).map(({ result }) => result),
        results.map(({ result }) => result),
      ),
      { key: 'matchParticipantId' },
    )
    const seen = claims
      .filter((ghost) => seesGhost(world, viewer, ghost))
      .map((ghost) => ghostRow(world, ghost))
    const claimed = listOf('listClaimedGhostPlayers', seen)
    below(`${path}/ghost-players`, there, seesPerson(world, viewer, person), claimed)
  }
  for (const [group, { owner, members, deleted }] of world.groups) {
    const items = listOf(
      'listGroupMembers',
      [...members].map((member) => memberRow(world, member)),
    )
    below(`/groups/{${group}}/members`, !deleted, owner === viewer, items)
  }
  const files = ownImports(world, viewer)
  const imports = files.map((name) => importRow(world, name))
  found.push({ path: '/imports', status: 200, ...listOf('listImports', imports, []) })
  for (const [part, list, rows] of [
    ['questions', 'listImportQuestions', questionRows],
    ['plays', 'listImportPlays', playRows],
  ] as const) {
    const key = part === 'questions' ? 'name' : 'at'
    for (const name of files)
      found.push({
        path: `/imports/{${name}}/${part}`,
        status: 200,
        ...listOf(list, rows(world, name), []),
        key,
      })
    for (const name of otherImports(world, viewer))
      found.push({ path: `/imports/{${name}}/${part}`, status: 404, list, rows: [], pool: [], key })
  }
  for (const type of DATA_TYPES)
    below(`/users/me/audience/${type}`, true, true, listOf('listAudience', membersOf(world, viewer, type)))
  const memberships = [...world.communities]
    .filter(([name]) => isMember(world, viewer, name))
    .map(([name, { owner }]) => ({
      name,
      item: {
        community: same(name),
        owner: userRef(world, owner),
        isAdmin: isAdmin(world, viewer, name),
      },
    }))
  below('/users/me/memberships', true, true, listOf('listMyMemberships', memberships), { key: 'community' })
  const ghosts = [...world.ghosts.keys()]
  const counted = (name: Name): Whole => {
    const { item, ...rest } = ghostRow(world, name)
    const seated = [...world.matches.values()].filter(
      ({ deleted, final, seats }) => final && !deleted && seats.has(name),
    )
    return { ...rest, item: { ...item, matches: seated.length } }
  }
  const ownGhosts = ghosts.filter((name) => {
    const { owner, deleted } = get(world.ghosts, name)
    return owner === viewer && !deleted
  })
  const own = listOf('listMyGhostPlayers', ownGhosts.map(counted), ghosts.map(counted))
  below('/users/me/ghost-players', true, true, own)
  const said = [...world.same]
    .filter(([, { by }]) => by === viewer)
    .map(([name]) => samePersonRow(world, viewer, name))
  const everything = [...world.same.keys()].map((name) => samePersonRow(world, viewer, name))
  below('/users/me/same-people', true, true, listOf('listSamePeople', said, everything))
  const groups = [...world.groups.keys()]
  const joined = groups.filter((name) => get(world.groups, name).members.has(viewer))
  const ofGroup = (name: Name) => groupRow(world, name)
  below('/users/me/groups', true, true, listOf('listMyGroups', joined.map(ofGroup), groups.map(ofGroup)))
  for (const [community, { members, deleted }] of world.communities) {
    const admin = !deleted && isAdmin(world, viewer, community)
    const rows = [...members].map((user) => membershipRow(world, community, user))
    const path = `/communities/{${community}}`
    const items = listOf('listMemberships', rows)
    below(`${path}/memberships`, !deleted, members.has(viewer) || admin, items, { key: 'user' })
    const requests = [...world.requests].filter(([, request]) => request.community === community)
    const shown = requests.filter(([, { user }]) => user === viewer || admin)
    const asked = (all: typeof requests) => all.map(([name]) => requestRow(world, name))
    const listed = listOf('listMembershipRequests', asked(shown), asked(requests))
    below(`${path}/membership-requests`, !deleted, true, listed)
  }
  const final = [...world.matches.values()].filter((match) => match.final)
  for (const game of Object.keys(GAMES)) {
    const ofGame = final.filter((match) => match.game === game)
    const isPublic = ({ recorder }: Match) =>
      (['MATCH_HISTORY', 'MATCH_DETAILS'] as const).every(
        (type) => get(world.settings, settingOf(recorder, type)).level === 'PUBLIC',
      )
    const isSeenByAll = (person: Name) => get(world.settings, settingOf(person, 'PROFILE')).level === 'PUBLIC'
    const open = listOf('listGameLeaderboard', leaderboardRows(world, ofGame.filter(isPublic), isSeenByAll))
    below(`/games/{${game}}/leaderboard`, true, true, open, { key: 'ghostPlayer' })
    for (const [community, { members, deleted }] of world.communities) {
      const path = `/communities/{${community}}/games/{${game}}/leaderboard`
      const rows = leaderboardRows(
        world,
        ofGame.filter((match) => match.community === community),
        (person) => members.has(person),
      )
      const items = listOf('listCommunityLeaderboard', rows)
      below(path, !deleted, members.has(viewer), items, { key: 'ghostPlayer' })
    }
  }
  const editsThere = [...world.edits].filter(([, { deleted }]) => !deleted)
  const withRecorder = ([name, { match }]: (typeof editsThere)[number]): Whole => ({
    ...editRow(world, name),
    more: { recorderId: get(world.matches, match).recorder },
  })
  const edits = listOf(
    'listAllMatchEdits',
    editsThere
      .filter(([, { match }]) => seesDetails(world, viewer, get(world.matches, match)))
      .map(withRecorder),
    editsThere.map(withRecorder),
  )
  below('/match-edits', true, true, edits)
  const disputes = [...world.matches].flatMap(([name, match]) =>
    [...match.seats].flatMap(([ghost, disputer]) =>
      disputer === undefined ? [] : [{ match, row: disputeRow(world, name, ghost, disputer) }],
    ),
  )
  below(
    '/disputes',
    true,
    true,
    listOf(
      'listDisputes',
      disputes.filter(({ match }) => seesDisputes(world, viewer, match)).map((one) => one.row),
      disputes.map((one) => one.row),
    ),
    { key: 'matchParticipantId' },
  )
  const others = { claimRow, editRow, matchRow, requestRow, resultRow, trustRow }
  const inbox = inboxOf(world, viewer, others)
  const pool = [...world.people.keys()].flatMap((one) =>
    inboxOf(world, one, others).map(({ facts }) => facts),
  )
  below('/users/me/inbox', true, true, { list: 'listInbox', rows: inbox, pool })
  for (const [name, match] of world.matches) {
    const edits = editsThere.filter(([, edit]) => edit.match === name)
    const items = listOf(
      'listMatchEdits',
      edits.map(([edit]) => editRow(world, edit)),
    )
    below(`/matches/{${name}}/edits`, !match.deleted, seesDetails(world, viewer, match), items)
  }
  return found
}

/** Requests to change existing things, by a viewer who may not, or with an old version. All must be refused. */
export function attempts(world: World, viewer: Name): Attempt[] {
  const found: Attempt[] = []
  const attempt = (
    method: Attempt['method'],
    path: string,
    isThere: boolean,
    may: boolean,
    body?: object,
  ): void => {
    found.push({ method, path, status: !isThere ? 404 : may ? 412 : 403, ...(body ? { body } : {}) })
  }
  const decision = { status: 'REJECTED' }
  for (const [name, match] of world.matches) {
    const { recorder, community, seats, final, deleted } = match
    attempt('PATCH', `/matches/{${name}}`, !deleted, recorder === viewer, { editRequestsEnabled: true })
    const finalize = { method: 'POST', path: `/matches/{${name}}/finalize` } as const
    const belongs = community === undefined || isMember(world, viewer, community)
    if (recorder === viewer && !deleted && (final || !belongs))
      found.push({ ...finalize, ifMatch: '*', status: 409 })
    else attempt(finalize.method, finalize.path, !deleted, recorder === viewer)
    found.push({
      method: 'POST',
      path: `/matches/{${name}}/edits`,
      body: { loadoutChanges: [{ matchParticipantId: '{nobody}', attributes: {} }] },
      status: deleted
        ? 404
        : !seesDetails(world, viewer, match)
          ? 403
          : !final || !isThere(world, recorder)
            ? 409
            : 400,
    })
    for (const [ghost, disputer] of seats) {
      const path = `/matches/{${name}}/participants/{${name}/${ghost}}/dispute`
      const claimed = claimantOf(world, ghost) === viewer
      attempt('POST', path, !deleted, claimed, { reason: 'No.' })
      attempt('DELETE', path, !deleted, disputer === undefined ? claimed : disputer === viewer)
    }
  }
  for (const [name, { match, by, deleted }] of world.edits) {
    const { recorder } = get(world.matches, match)
    const path = `/matches/{${match}}/edits/{${name}}`
    attempt('PATCH', path, !deleted, recorder === viewer, decision)
    attempt('DELETE', path, !deleted, by === viewer)
  }
  for (const [kind, owned] of [
    ['ghost-players', world.ghosts],
    ['playsets', world.playsets],
    ['groups', world.groups],
    ['communities', world.communities],
  ] as const)
    for (const [name, { owner, deleted }] of owned)
      attempt('DELETE', `/${kind}/{${name}}`, !deleted, owner === viewer)
  for (const [name, { deleted }] of world.communities)
    attempt('PATCH', `/communities/{${name}}`, !deleted, isAdmin(world, viewer, name), { description: null })
  for (const [name, { community, user }] of world.requests) {
    const path = `/communities/{${community}}/membership-requests/{${name}}`
    const { deleted } = get(world.communities, community)
    attempt('PATCH', path, !deleted, isAdmin(world, viewer, community), decision)
    attempt('DELETE', path, !deleted, user === viewer)
  }
  for (const [name, { player, ghost }] of world.claims) {
    const { owner } = get(world.ghosts, ghost)
    attempt('PATCH', `/claim-requests/{${name}}`, true, owner === viewer, decision)
    attempt('DELETE', `/claim-requests/{${name}}`, true, player === viewer)
  }
  found.push(...invitationAttempts(world, viewer), ...importAttempts(world, viewer))
  for (const [name, edge] of world.edges)
    attempt('DELETE', `/claim-edges/{${name}}`, true, isSide(world, viewer, edge))
  for (const [name, { grantor, editor }] of world.trusts)
    attempt('DELETE', `/trusted-editors/{${name}}`, true, grantor === viewer || editor === viewer)
  for (const person of world.people.keys())
    for (const type of DATA_TYPES)
      attempt('PATCH', `/privacy-settings/{${settingOf(person, type)}}`, true, person === viewer, {
        level: 'PRIVATE',
      })
  return found
}
