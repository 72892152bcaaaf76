/**
 * The answers that the model says a viewer should get: every resource that can be got, every list with its items and what
 * they can be found by, and every change with whether it is theirs to make. The answers of the product are compared with
 * these whole, after ids became names and what no rule decides (times, scores) was left out.
 */
import {
  type Strength,
  UNKNOWN,
  rated,
  shownRating,
  shownUncertainty,
} from '../../src/resources/ratings/bradley-terry.ts'
import type { Facts } from './filters.ts'
import {
  type Edge,
  type Match,
  type Name,
  type World,
  DATA_TYPES,
  GAMES,
  claimantOf,
  get,
  ghostNameFor,
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
  settingOf,
} from './model.ts'

export type Json = null | string | boolean | number | Json[] | { [key: string]: Json | undefined }

/** An item as it is shown, and found by filters; `name` tells it from the others of its list. */
export interface Row {
  name: Name
  item: { [key: string]: Json | undefined }
  facts: Facts
}

export type Answered = 200 | 403 | 404

export interface Single {
  path: string
  status: Answered
  item?: Row['item'] | Json[]
  /** True where the answer is nothing that has an id. */
  isNoResource?: true
}

export interface Listing {
  path: string
  status: Answered
  rows: Row[]
  /** What filters may ask for: all there is, be it shown or not. */
  pool: Facts[]
  /** The field that names an item, where it isn't its id. */
  key?: string
  sortedByName?: true
}

/**
 * A change that is refused for who sends it, for its stale version, or without `If-Match` for a state or a reference; so
 * nothing happens.
 */
export interface Attempt {
  method: 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: object
  ifMatch?: '*'
  status: 400 | 403 | 404 | 409 | 412
}

/** Whoever asks for everything sees everything: for the pools of filters. */
const EVERYBODY = undefined

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

function matchRow(world: World, name: Name, viewer: Name | undefined): Row {
  const match = get(world.matches, name)
  const { recorder, game, community, playset, expansions, seats, final } = match
  const details = viewer === undefined || seesDetails(world, viewer, match)
  const disputes = viewer === undefined || seesDisputes(world, viewer, match)
  const shownPlayset = details ? playset : undefined
  return {
    name,
    item: {
      id: name,
      game: same(game),
      playset: shownPlayset && ref(shownPlayset, nameOfPlayset(world, shownPlayset)),
      community: community && same(community),
      recorder: userRef(world, recorder),
      status: final ? 'FINALIZED' : 'DRAFT',
      editRequestsEnabled: true,
      finalizedAt: set(final),
      expansions: details ? expansions.map(same) : undefined,
      participants: [...seats].map(([ghost, disputer]) => ({
        id: `${name}/${ghost}`,
        ghostPlayer: ghostRef(world, ghost),
        ...(details ? { score: 'set', rank: 'set', outcome: 'set', loadout: 'set' } : {}),
        ...(disputes && disputer
          ? { disputeReason: 'I had more.', disputedAt: 'set', disputedBy: userRef(world, disputer) }
          : {}),
      })),
    },
    facts: {
      id: name,
      gameId: game,
      gameName: game,
      communityId: community,
      communityName: community,
      recorderId: recorder,
      recorderName: nameOf(world, recorder),
      playsetId: shownPlayset,
      playsetName: shownPlayset && nameOfPlayset(world, shownPlayset),
      expansionsId: details ? expansions : [],
      expansionsName: details ? expansions : [],
      finalizedAt: set(final),
    },
  }
}

/** Of the first of these ghost players in a match. Everybody has WIN (`actions.ts`), and ranks that are apart. */
function resultRow(world: World, name: Name, claims: readonly Name[]): Row {
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
    },
    facts: { gameId: game, communityId: community, playedAt: 'set', kind, won: String(won) },
  }
}

function ghostRow(world: World, name: Name): Row {
  const { owner, self, called } = get(world.ghosts, name)
  return {
    name,
    item: { id: name, owner: userRef(world, owner), displayName: called, isSelf: self },
    facts: {
      id: name,
      name: called,
      ownerId: owner,
      ownerName: nameOf(world, owner),
      isSelf: String(self),
    },
  }
}

function playsetRow(world: World, name: Name): Row {
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
    facts: {
      id: name,
      name: called ?? game,
      ownerId: owner,
      ownerName: nameOf(world, owner),
      gameId: game,
      gameName: game,
    },
  }
}

const userRow = (world: World, name: Name): Row => ({
  name,
  item: { id: name, displayName: nameOf(world, name), canonicalPlayer: playerRef(world, name) },
  facts: { id: name, name: nameOf(world, name) },
})

const playerRow = (world: World, user: Name): Row => ({
  name: playerOf(user),
  item: { id: playerOf(user), user: userRef(world, user), displayName: nameOf(world, user) },
  facts: { id: playerOf(user), userId: user, name: nameOf(world, user) },
})

function groupRow(world: World, name: Name, viewer: Name | undefined): Row {
  const { owner, members } = get(world.groups, name)
  const names = [...members].map((member) => (viewer === undefined ? member : nameFor(world, viewer, member)))
  return {
    name,
    item: { id: name, owner: userRef(world, owner), displayName: name, memberCount: members.size },
    facts: { id: name, name, membersId: [...members], membersName: names },
  }
}

function memberRow(world: World, name: Name, viewer: Name | undefined): Row {
  const displayName = viewer === undefined ? name : nameFor(world, viewer, name)
  return { name, item: ref(name, displayName), facts: { id: name, name: displayName } }
}

function communityRow(world: World, name: Name): Row {
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
    facts: { id: name, name, ownerId: owner, ownerName: nameOf(world, owner), joinPolicy: policy },
  }
}

const membershipRow = (world: World, community: Name, user: Name): Row => ({
  name: user,
  item: { community: same(community), user: userRef(world, user) },
  facts: { userId: user, userName: nameOf(world, user) },
})

function requestRow(world: World, name: Name): Row {
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
    facts: { id: name, status, userId: user, userName: nameOf(world, user), decidedById: decidedBy },
  }
}

function claimRow(world: World, name: Name, viewer: Name | undefined): Row {
  const { player, ghost, status, decidedBy } = get(world.claims, name)
  const called = viewer === undefined ? get(world.ghosts, ghost).called : ghostNameFor(world, viewer, ghost)
  const edge = [...world.edges].find(([, { claim }]) => claim === name)
  return {
    name,
    item: {
      id: name,
      canonicalPlayer: playerRef(world, player),
      ghostPlayer: ref(ghost, called),
      status,
      decidedBy: decidedBy && userRef(world, decidedBy),
      decidedAt: set(decidedBy !== undefined),
      claimEdgeId: edge?.[0],
    },
    facts: {
      id: name,
      status,
      canonicalPlayerId: playerOf(player),
      canonicalPlayerName: nameOf(world, player),
      ghostPlayerId: ghost,
      ghostPlayerName: called,
      decidedById: decidedBy,
    },
  }
}

function edgeRow(world: World, name: Name): Row {
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
    facts: {
      id: name,
      canonicalPlayerId: playerOf(player),
      canonicalPlayerName: nameOf(world, player),
      ghostPlayerId: ghost,
      ghostPlayerName: get(world.ghosts, ghost).called,
      revokedAt: set(revokedBy !== undefined),
    },
  }
}

function trustRow(world: World, name: Name, viewer: Name | undefined): Row {
  const { grantor, editor, revoked } = get(world.trusts, name)
  const editorName = viewer === undefined ? editor : nameFor(world, viewer, editor)
  return {
    name,
    item: {
      id: name,
      grantor: userRef(world, grantor),
      editor: ref(editor, editorName),
      revokedAt: set(revoked),
    },
    facts: {
      id: name,
      grantorId: grantor,
      grantorName: nameOf(world, grantor),
      editorId: editor,
      editorName,
      revokedAt: set(revoked),
    },
  }
}

function settingRow(world: World, name: Name): Row {
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
    facts: { id: name, dataType: type, level },
  }
}

function editRow(world: World, name: Name): Row {
  const { match, by, status, decidedBy, playset, expansions } = get(world.edits, name)
  return {
    name,
    item: {
      id: name,
      matchId: match,
      proposedBy: userRef(world, by),
      status,
      decidedBy: decidedBy && userRef(world, decidedBy),
      decidedAt: set(decidedBy !== undefined),
      participantChanges: [],
      loadoutChanges: [],
      playsetChange:
        playset === undefined
          ? undefined
          : { playset: playset === null ? undefined : ref(playset, nameOfPlayset(world, playset)) },
      expansionChange: expansions && { expansions: expansions.map(same) },
    },
    facts: {
      id: name,
      proposedById: by,
      proposedByName: nameOf(world, by),
      decidedById: decidedBy,
      decidedByName: decidedBy && nameOf(world, decidedBy),
      status,
    },
  }
}

/** Who is who in a match: the claimed players whom the viewer sees. */
const peopleOf = (world: World, viewer: Name, match: Name): Json[] =>
  [...get(world.matches, match).seats.keys()].flatMap((ghost): Json[] => {
    const player = claimantOf(world, ghost)
    return player !== undefined && seesPerson(world, viewer, player)
      ? [{ matchParticipantId: `${match}/${ghost}`, canonicalPlayer: playerRef(world, player) }]
      : []
  })

/**
 * What the viewer is likely to record next. All matches of a world were played at the same time, so the last one is the one
 * that was recorded last.
 */
function suggestionsFor(world: World, viewer: Name, game: Name | undefined): { [key: string]: Json } {
  const recorded = [...world.matches.values()]
    .filter(({ recorder, deleted }) => recorder === viewer && !deleted)
    .toReversed()
  const first = <T>(all: readonly T[], is: (one: T) => boolean) => [
    ...all.filter(is),
    ...all.filter((one) => !is(one)),
  ]
  const games = [...new Set(recorded.map((match) => match.game))]
  const tables = Map.groupBy(recorded, ({ seats }) => [...seats.keys()].toSorted().join())
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
    tables: first([...tables.values()], (matches) => matches.some((match) => match.game === game))
      .filter(([{ seats } = { seats: new Map() }]) =>
        [...seats.keys()].every((ghost) => !get(world.ghosts, ghost).deleted),
      )
      .slice(0, 6)
      .map((matches) => ({
        ghostPlayerIds: [...(matches[0]?.seats.keys() ?? [])],
        matches: matches.length,
      })),
    ghostPlayers: ghosts
      .toSorted((one, other) => {
        const isSelf = Number(get(world.ghosts, other).self) - Number(get(world.ghosts, one).self)
        return isSelf || uses(other) - uses(one) || (key(one) < key(other) ? -1 : 1)
      })
      .map((ghost) => ({ ...ghostRef(world, ghost), isSelf: get(world.ghosts, ghost).self })),
    communities: first(
      communities.toSorted((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1)),
      played,
    ).map(same),
  }
}

/**
 * The leaderboard of these matches, in the order in which they were recorded. Who sits first in a match has won it, and everybody
 * else stands in the order of the seats.
 */
function leaderboardRows(world: World, viewer: Name, matches: Match[]): Row[] {
  interface Player extends Strength {
    ghost: Name
    matches: number
    wins: number
    chance: number
  }
  const players = new Map<Name, Player>()
  for (const { seats } of matches.filter((match) => match.seats.size > 1)) {
    const ghosts = [...seats.keys()]
    const who = (ghost: Name) => claimantOf(world, ghost) ?? ghost
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
  return [...players].map(([who, player]) => {
    const { ghost, wins } = player
    const isPerson = world.people.has(who)
    return {
      name: ghost,
      item: {
        place:
          player.matches < 5 ? undefined : 1 + ranked.filter((rating) => rating > shownRating(player)).length,
        ghostPlayer: ghostRef(world, ghost),
        canonicalPlayer: isPerson && seesPerson(world, viewer, who) ? playerRef(world, who) : undefined,
        rating: shownRating(player),
        uncertainty: shownUncertainty(player),
        provisional: player.matches < 5,
        matches: player.matches,
        wins,
        winShare: Number((wins / player.matches).toFixed(3)),
        chance: Number((player.chance / player.matches).toFixed(3)),
      },
      facts: { ghostPlayerId: ghost, ghostPlayerName: get(world.ghosts, ghost).called },
    }
  })
}

const isSide = (world: World, viewer: Name, { player, ghost }: Pick<Edge, 'player' | 'ghost'>) =>
  player === viewer || get(world.ghosts, ghost).owner === viewer

/** By kind of thing: all there are, whether the viewer sees each, and what it looks like to them. */
interface Things {
  path: (name: Name) => string
  /** Those that were not deleted. */
  there: Name[]
  gone: Name[]
  sees: (name: Name) => boolean
  row: (name: Name, to: Name | undefined) => Row
  /** Where those that are listed are fewer than those that are seen. */
  listed?: (name: Name) => boolean
  /** Where they are listed; without it they stand below something else. */
  list?: string
  sortedByName?: true
}

/** A new kind of thing begins with an entry here. */
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
      row: (name, to) => matchRow(world, name, to),
    },
    {
      ...at('/ghost-players'),
      ...split(world.ghosts),
      sees: (name) => seesGhost(world, viewer, name),
      row: (name) => ghostRow(world, name),
      sortedByName: true,
    },
    {
      ...at('/playsets'),
      ...split(world.playsets),
      sees: (name) => seesPlayset(world, viewer, name),
      row: (name) => playsetRow(world, name),
      sortedByName: true,
    },
    {
      ...at('/users'),
      ...users,
      sees: (name) => seesPerson(world, viewer, name),
      row: (name) => userRow(world, name),
      sortedByName: true,
    },
    {
      ...at('/canonical-players'),
      there: users.there.map(playerOf),
      gone: users.gone.map(playerOf),
      sees: (name) => seesPerson(world, viewer, userOf(world, name)),
      row: (name) => playerRow(world, userOf(world, name)),
      sortedByName: true,
    },
    {
      ...at('/groups'),
      ...split(world.groups),
      sees: (name) => {
        const { owner, members } = get(world.groups, name)
        return owner === viewer || members.has(viewer)
      },
      listed: (name) => get(world.groups, name).owner === viewer,
      row: (name, to) => groupRow(world, name, to),
      sortedByName: true,
    },
    {
      ...at('/communities'),
      ...split(world.communities),
      sees: () => true,
      row: (name) => communityRow(world, name),
      sortedByName: true,
    },
    {
      path: (name) => `/communities/{${get(world.requests, name).community}}/membership-requests/{${name}}`,
      there: [...world.requests.keys()].filter((name) => !requestsOf(name).deleted),
      gone: [...world.requests.keys()].filter((name) => requestsOf(name).deleted),
      sees: (name) => {
        const { user, community } = get(world.requests, name)
        return user === viewer || isAdmin(world, viewer, community)
      },
      row: (name) => requestRow(world, name),
    },
    {
      ...at('/claim-requests'),
      ...split(world.claims as ReadonlyMap<Name, object>),
      sees: (name) => isSide(world, viewer, get(world.claims, name)),
      row: (name, to) => claimRow(world, name, to),
    },
    {
      ...at('/claim-edges'),
      ...split(world.edges as ReadonlyMap<Name, object>),
      sees: (name) => isSide(world, viewer, get(world.edges, name)),
      row: (name) => edgeRow(world, name),
    },
    {
      ...at('/trusted-editors'),
      ...split(world.trusts as ReadonlyMap<Name, object>),
      sees: (name) => {
        const { grantor, editor } = get(world.trusts, name)
        return grantor === viewer || editor === viewer
      },
      row: (name, to) => trustRow(world, name, to),
    },
    {
      ...at('/privacy-settings'),
      ...split(world.settings as ReadonlyMap<Name, object>),
      sees: (name) => get(world.settings, name).user === viewer,
      row: (name) => settingRow(world, name),
    },
    {
      path: (name) => `/matches/{${get(world.edits, name).match}}/edits/{${name}}`,
      ...split(world.edits as ReadonlyMap<Name, object>),
      sees: (name) => seesDetails(world, viewer, get(world.matches, get(world.edits, name).match)),
      row: (name) => editRow(world, name),
    },
  ]
}

const userOf = (world: World, player: Name): Name =>
  [...world.people.keys()].find((user) => playerOf(user) === player) ?? player

/** Everything that can be got by its id, with the answer that the viewer should get. */
export function singles(world: World, viewer: Name): Single[] {
  const found: Single[] = things(world, viewer).flatMap(({ path, there, gone, sees, row }) => [
    ...there.map((name): Single =>
      sees(name)
        ? { path: path(name), status: 200, item: row(name, viewer).item }
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
      else found.push({ path, status: 200, item: membershipRow(world, community, user).item })
    }
  for (const [match, { deleted }] of world.matches) {
    const path = `/matches/{${match}}/people`
    if (deleted) found.push({ path, status: 404 })
    else if (!seesDetails(world, viewer, get(world.matches, match))) found.push({ path, status: 403 })
    else found.push({ path, status: 200, item: peopleOf(world, viewer, match) })
  }
  for (const game of [undefined, ...Object.keys(GAMES)]) {
    const path = `/users/me/suggestions${game === undefined ? '' : `?gameId={${game}}`}`
    found.push({ path, status: 200, item: suggestionsFor(world, viewer, game), isNoResource: true })
  }
  return found
}

/** Every list, with its items for the viewer. */
export function listings(world: World, viewer: Name): Listing[] {
  const all = things(world, viewer)
  const found = all.flatMap(({ list, there, sees, listed = sees, row, sortedByName }): Listing[] =>
    list === undefined
      ? []
      : [
          {
            path: list,
            status: 200,
            rows: there.filter(listed).map((name) => row(name, viewer)),
            pool: there.map((name) => row(name, EVERYBODY).facts),
            ...(sortedByName ? { sortedByName } : {}),
          },
        ],
  )
  const matches = [...world.matches].filter(([, { deleted }]) => !deleted)
  const matchesWhere = (of: (match: Match) => boolean) => ({
    rows: matches
      .filter(([, match]) => of(match) && seesMatch(world, viewer, match))
      .map(([name]) => matchRow(world, name, viewer)),
    pool: matches.map(([name]) => matchRow(world, name, EVERYBODY).facts),
  })
  const below = (
    path: string,
    isThere: boolean,
    seen: boolean,
    items: Pick<Listing, 'rows' | 'pool'>,
    more: Partial<Listing> = {},
  ) => {
    const status = !isThere ? 404 : seen ? 200 : 403
    found.push({ path, status, ...(status === 200 ? items : { rows: [], pool: [] }), ...more })
  }
  const each = (rows: Row[]) => ({ rows, pool: rows.map(({ facts }) => facts) })
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
      .map(([name, match]) => ({ match, row: resultRow(world, name, claims) }))
    below(
      `${path}/results`,
      there,
      seesHistory(world, viewer, person),
      {
        rows: results.filter(({ match }) => seesDetails(world, viewer, match)).map(({ row }) => row),
        pool: results.map(({ row }) => row.facts),
      },
      { key: 'matchParticipantId' },
    )
    const seen = claims
      .filter((ghost) => seesGhost(world, viewer, ghost))
      .map((ghost) => ghostRow(world, ghost))
    below(`${path}/ghost-players`, there, seesPerson(world, viewer, person), each(seen), {
      sortedByName: true,
    })
  }
  for (const [group, { owner, members, deleted }] of world.groups) {
    const items = {
      rows: [...members].map((member) => memberRow(world, member, viewer)),
      pool: [...members].map((member) => memberRow(world, member, EVERYBODY).facts),
    }
    below(`/groups/{${group}}/members`, !deleted, owner === viewer, items, { sortedByName: true })
  }
  const memberships = [...world.communities]
    .filter(([name]) => isMember(world, viewer, name))
    .map(([name, { owner }]) => ({
      name,
      item: {
        community: same(name),
        owner: userRef(world, owner),
        isAdmin: isAdmin(world, viewer, name),
      },
      facts: { communityId: name, communityName: name },
    }))
  below('/users/me/memberships', true, true, each(memberships), { key: 'community' })
  const joined = (name: Name) => {
    const row = groupRow(world, name, viewer)
    const { owner } = get(world.groups, name)
    return { ...row, facts: { id: name, name, ownerId: owner, ownerName: nameOf(world, owner) } }
  }
  const ownGhosts = [...world.ghosts]
    .filter(([, { owner, deleted }]) => owner === viewer && !deleted)
    .map(([name]) => {
      const { item, ...row } = ghostRow(world, name)
      const seated = [...world.matches.values()].filter(({ deleted, seats }) => !deleted && seats.has(name))
      return { ...row, item: { ...item, matches: seated.length } }
    })
  below(
    '/users/me/ghost-players',
    true,
    true,
    { rows: ownGhosts, pool: [...world.ghosts.keys()].map((name) => ghostRow(world, name).facts) },
    { sortedByName: true },
  )
  const groups = [...world.groups.keys()]
  below(
    '/users/me/groups',
    true,
    true,
    {
      rows: groups.filter((name) => get(world.groups, name).members.has(viewer)).map(joined),
      pool: groups.map((name) => joined(name).facts),
    },
    { sortedByName: true },
  )
  for (const [community, { members, deleted }] of world.communities) {
    const admin = !deleted && isAdmin(world, viewer, community)
    const rows = [...members].map((user) => membershipRow(world, community, user))
    const path = `/communities/{${community}}`
    below(`${path}/memberships`, !deleted, members.has(viewer) || admin, each(rows), { key: 'user' })
    const requests = [...world.requests].filter(([, request]) => request.community === community)
    const shown = requests.filter(([, { user }]) => user === viewer || admin)
    below(`${path}/membership-requests`, !deleted, true, {
      rows: shown.map(([name]) => requestRow(world, name)),
      pool: requests.map(([name]) => requestRow(world, name).facts),
    })
  }
  const final = [...world.matches.values()].filter((match) => match.final)
  for (const game of Object.keys(GAMES)) {
    const ofGame = final.filter((match) => match.game === game)
    const isPublic = ({ recorder }: Match) =>
      (['MATCH_HISTORY', 'MATCH_DETAILS'] as const).every(
        (type) => get(world.settings, settingOf(recorder, type)).level === 'PUBLIC',
      )
    const open = each(leaderboardRows(world, viewer, ofGame.filter(isPublic)))
    below(`/games/{${game}}/leaderboard`, true, true, open, { key: 'ghostPlayer' })
    for (const [community, { members, deleted }] of world.communities) {
      const path = `/communities/{${community}}/games/{${game}}/leaderboard`
      const rows = leaderboardRows(
        world,
        viewer,
        ofGame.filter((match) => match.community === community),
      )
      below(path, !deleted, members.has(viewer), each(rows), { key: 'ghostPlayer' })
    }
  }
  for (const [name, match] of world.matches) {
    const edits = [...world.edits].filter(([, edit]) => edit.match === name)
    const items = each(edits.map(([edit]) => editRow(world, edit)))
    below(`/matches/{${name}}/edits`, !match.deleted, seesDetails(world, viewer, match), items)
  }
  return found
}

/** Changes of things that exist, each allowed to certain people. */
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
  for (const [name, { match }] of world.edits) {
    const { recorder } = get(world.matches, match)
    attempt('PATCH', `/matches/{${match}}/edits/{${name}}`, true, recorder === viewer, decision)
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
