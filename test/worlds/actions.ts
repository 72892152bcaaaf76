/**
 * What people do in a world: how an action is invented, when it is possible, what it changes in the model, and its request. The
 * names of new things are part of the action, so that the other actions still make sense after some were dropped.
 */
import assert from 'node:assert/strict'
import {
  type DataType,
  type Level,
  type Match,
  type Name,
  type World,
  DATA_TYPES,
  GAMES,
  claimantOf,
  endMembership,
  get,
  isAdmin,
  isMember,
  isThere,
  seesDetails,
  playerOf,
  seesGhost,
  seesPerson,
  seesPlayset,
  selfOf,
  settingOf,
  type Trust,
  trustAnswer,
  trusts,
} from './model.ts'
import { type Action, type Deed, type Kind, kind, names, picked, ref } from './action.ts'
import { approve, cancelClaims, cancelRequests, mayBe } from './claims.ts'
import { ofImports } from './imports.ts'
import { ofInvitations } from './invitation-actions.ts'
import type { Random } from './random.ts'

const seat = (match: Name, ghost: Name) => `${match}/${ghost}`

/** A participant in a body. */
const seated = (ghost: Name, index: number) => ({
  ghostPlayerId: ref(ghost),
  score: index,
  rank: index + 1,
  outcome: 'WIN',
  loadoutAttributes: { boat: 'red' },
})

/** After this action, everybody gets the events since the last time (`events.ts`). */
export const GETS_EVENTS = 'gets events, and so does everybody'

const KINDS: Record<string, Kind<Action>> = {
  'adds ghost player': kind<{ ghost: Name }>({
    weight: 9,
    invent: (_world, _random, _by, fresh) => ({ ghost: `ghost ${fresh}` }),
    possible: () => true,
    happen: (world, { by, ghost }) =>
      world.ghosts.set(ghost, { owner: by, self: false, called: ghost, deleted: false }),
    deed: ({ ghost }) => ({
      method: 'POST',
      path: '/ghost-players',
      body: { displayName: ghost },
      makes: ghost,
    }),
  }),
  'renames ghost player': kind<{ ghost: Name; called: string }>({
    weight: 3,
    invent: (world, random, _by, fresh) => ({
      ...picked('ghost', random.pick(names(world.ghosts))),
      called: `${random.pick(['a', 'M', 'z']) ?? ''} ghost ${fresh}`,
    }),
    possible: (world, { by, ghost }) => {
      const found = world.ghosts.get(ghost)
      return found?.owner === by && !found.deleted
    },
    happen: (world, { ghost, called }) => void (get(world.ghosts, ghost).called = called),
    deed: ({ ghost, called }) => ({
      method: 'PATCH',
      path: `/ghost-players/${ref(ghost)}`,
      body: { displayName: called },
    }),
  }),
  'renames themself': kind<{ called: string }>({
    weight: 2,
    invent: (_world, random, by, fresh) => ({
      called: `${random.pick(['a', 'M', 'z']) ?? ''} ${by} ${fresh}`,
    }),
    possible: () => true,
    happen(world, { by, called }) {
      const [person, self] = [get(world.people, by), get(world.ghosts, selfOf(by))]
      if (self.called === person.called) self.called = called
      person.called = called
    },
    deed: ({ called }) => ({ method: 'PATCH', path: '/users/me', body: { displayName: called } }),
  }),
  'deletes ghost player': kind<{ ghost: Name }>({
    weight: 1,
    invent: (world, random) => picked('ghost', random.pick(names(world.ghosts))),
    possible: (world, { by, ghost }) => {
      const found = world.ghosts.get(ghost)
      return found?.owner === by && !found.self && !found.deleted
    },
    happen(world, { by, ghost }) {
      get(world.ghosts, ghost).deleted = true
      cancelClaims(world, (claim) => claim.ghost === ghost)
      for (const edge of world.edges.values()) if (edge.ghost === ghost) edge.revokedBy ??= by
    },
    deed: ({ ghost }) => ({ method: 'DELETE', path: `/ghost-players/${ref(ghost)}` }),
  }),
  'asks to be': kind<{ ghost: Name; claim: Name }>({
    weight: 10,
    invent: (world, random, _by, fresh) => ({
      ...picked('ghost', random.pick(names(world.ghosts))),
      claim: `claim ${fresh}`,
    }),
    possible: (world, { by, ghost }) => {
      const found = world.ghosts.get(ghost)
      return (
        found !== undefined &&
        !found.self &&
        !found.deleted &&
        isThere(world, found.owner) &&
        mayBe(world, by, ghost) &&
        ![...world.claims.values()].some(
          (claim) => claim.player === by && claim.ghost === ghost && claim.status === 'PENDING',
        )
      )
    },
    happen(world, { by, ghost, claim }) {
      world.claims.set(claim, { player: by, ghost, status: 'PENDING', decidedBy: undefined })
      if (get(world.ghosts, ghost).owner === by) approve(world, claim, by)
    },
    deed: ({ ghost, claim }) => ({
      method: 'POST',
      path: '/claim-requests',
      body: { ghostPlayerId: ref(ghost) },
      makes: claim,
    }),
  }),
  'decides claim': kind<{ claim: Name; status: 'APPROVED' | 'REJECTED' }>({
    weight: 14,
    invent: (world, random) => ({
      ...picked('claim', random.pick(pending(world.claims))),
      status: random.chance(0.85) ? 'APPROVED' : 'REJECTED',
    }),
    possible: (world, { by, claim, status }) => {
      const found = world.claims.get(claim)
      return (
        found?.status === 'PENDING' &&
        get(world.ghosts, found.ghost).owner === by &&
        (status === 'REJECTED' || mayBe(world, found.player, found.ghost))
      )
    },
    happen(world, { by, claim, status }) {
      if (status === 'APPROVED') approve(world, claim, by)
      else Object.assign(get(world.claims, claim), { status, decidedBy: by })
    },
    deed: ({ claim, status }) => ({
      method: 'PATCH',
      path: `/claim-requests/${ref(claim)}`,
      body: { status },
    }),
  }),
  'withdraws claim': kind<{ claim: Name }>({
    weight: 1,
    invent: (world, random) => picked('claim', random.pick(pending(world.claims))),
    possible: (world, { by, claim }) => {
      const found = world.claims.get(claim)
      return found?.status === 'PENDING' && found.player === by
    },
    happen: (world, { claim }) => void (get(world.claims, claim).status = 'CANCELLED'),
    deed: ({ claim }) => ({ method: 'DELETE', path: `/claim-requests/${ref(claim)}` }),
  }),
  'revokes claim': kind<{ edge: Name }>({
    weight: 2,
    invent: (world, random) => picked('edge', random.pick(names(world.edges))),
    possible: (world, { by, edge }) => {
      const found = world.edges.get(edge)
      if (!found || found.revokedBy !== undefined) return false
      const { owner, self } = get(world.ghosts, found.ghost)
      return !self && (found.player === by || owner === by)
    },
    happen: (world, { by, edge }) => void (get(world.edges, edge).revokedBy = by),
    deed: ({ edge }) => ({ method: 'DELETE', path: `/claim-edges/${ref(edge)}` }),
  }),
  trusts: kind<{ editor: Name; trust: Name }>({
    weight: 4,
    invent: (world, random, _by, fresh) => ({
      ...picked('editor', random.pick(names(world.people))),
      trust: `trust ${fresh}`,
    }),
    possible: (world, { by, editor }) =>
      by !== editor && isThere(world, editor) && !trusts(world, by, editor),
    happen: (world, { by, editor, trust }) =>
      world.trusts.set(trust, { grantor: by, editor, revoked: false, answers: true }),
    deed: ({ editor, trust }) => ({
      method: 'POST',
      path: '/trusted-editors',
      body: { userId: ref(editor) },
      makes: trust,
    }),
  }),
  'ends trust': kind<{ trust: Name }>({
    weight: 1,
    invent: (world, random) => picked('trust', random.pick(names(world.trusts))),
    possible: (world, { by, trust }) => {
      const found = world.trusts.get(trust)
      return found !== undefined && !found.revoked && [found.grantor, found.editor].includes(by)
    },
    happen: (world, { by, trust }) => endTrust(get(world.trusts, trust), by),
    deed: ({ trust }) => ({ method: 'DELETE', path: `/trusted-editors/${ref(trust)}` }),
  }),
  'says who is who': kind<{ one: Name; other: Name; same: 'true' | 'false'; answer: Name }>({
    weight: 6,
    invent: (world, random, _by, fresh) => {
      const players = [...names(world.ghosts), ...names(world.people).map(playerOf)]
      return {
        ...picked('one', random.pick(players)),
        ...picked('other', random.pick(players)),
        same: random.chance(0.6) ? 'true' : 'false',
        answer: `answer ${fresh}`,
      }
    },
    // The specification allows more: here only two players can be one. `figures.test.ts` joins more than two.
    possible: (world, { by, one, other, same }) =>
      [one, other].every((player) => mayName(world, by, player, same === 'true')) &&
      one !== other &&
      (same === 'false' || ![one, other].every((player) => !world.ghosts.has(player))) &&
      ![...world.matches.values()].some(({ seats }) => seats.has(one) && seats.has(other)),
    happen: (world, { by, one, other, same, answer }) =>
      world.same.set(answer, { by, one, other, isSame: same === 'true' }),
    deed: ({ one, other, same, answer }) => ({
      method: 'POST',
      path: '/users/me/same-people',
      body: { oneId: ref(one), otherId: ref(other), isSame: same === 'true' },
      makes: answer,
    }),
  }),
  'takes back who is who': kind<{ answer: Name }>({
    weight: 1,
    invent: (world, random) => picked('answer', random.pick(names(world.same))),
    possible: (world, { by, answer }) => world.same.get(answer)?.by === by,
    happen: (world, { answer }) => void world.same.delete(answer),
    deed: ({ answer }) => ({ method: 'DELETE', path: `/users/me/same-people/${ref(answer)}` }),
  }),
  'makes group': kind<{ group: Name }>({
    weight: 5,
    invent: (_world, _random, _by, fresh) => ({ group: `group ${fresh}` }),
    possible: () => true,
    happen: (world, { by, group }) =>
      world.groups.set(group, { owner: by, members: new Set(), deleted: false }),
    deed: ({ group }) => ({ method: 'POST', path: '/groups', body: { displayName: group }, makes: group }),
  }),
  'deletes group': kind<{ group: Name }>({
    weight: 1,
    invent: (world, random) => picked('group', random.pick(names(world.groups))),
    possible: (world, { by, group }) => {
      const found = world.groups.get(group)
      return (
        found?.owner === by &&
        !found.deleted &&
        ![...world.communities.values()].some((one) => one.adminGroup === group && !one.deleted)
      )
    },
    happen: (world, { group }) => endGroup(world, group),
    deed: ({ group }) => ({ method: 'DELETE', path: `/groups/${ref(group)}` }),
  }),
  'puts into group': kind<{ group: Name; user: Name }>({
    weight: 12,
    invent: (world, random, by) => ({
      ...picked(
        'group',
        random.pick(names(world.groups).filter((one) => get(world.groups, one).owner === by)),
      ),
      ...picked('user', random.pick(names(world.people))),
    }),
    possible: (world, { by, group, user }) => {
      const found = world.groups.get(group)
      return found?.owner === by && !found.deleted && isThere(world, user) && !found.members.has(user)
    },
    happen: (world, { group, user }) => get(world.groups, group).members.add(user),
    deed: ({ group, user }) => ({
      method: 'POST',
      path: `/groups/${ref(group)}/members`,
      body: { userId: ref(user) },
    }),
  }),
  'takes out of group': kind<{ group: Name; user: Name }>({
    weight: 2,
    invent: (world, random) => {
      const group = random.pick(names(world.groups))
      const user = group === undefined ? undefined : random.pick([...get(world.groups, group).members])
      return { ...picked('group', group), ...picked('user', user) }
    },
    possible: (world, { by, group, user }) => {
      const found = world.groups.get(group)
      return found !== undefined && found.members.has(user) && (found.owner === by || user === by)
    },
    happen: (world, { group, user }) => get(world.groups, group).members.delete(user),
    deed: ({ group, user }) => ({ method: 'DELETE', path: `/groups/${ref(group)}/members/${ref(user)}` }),
  }),
  'sets privacy': kind<{ type: DataType; level: Level; groups: readonly Name[] }>({
    weight: 10,
    invent: (world, random, by) => ({
      type: random.pick(DATA_TYPES) ?? 'PROFILE',
      level:
        random.pick(['PRIVATE', 'PUBLIC', 'PRIVILEGED_ACCESS', 'PRIVILEGED_ACCESS'] as const) ?? 'PRIVATE',
      groups: random.some(
        names(world.groups).filter(
          (one) => get(world.groups, one).owner === by && !get(world.groups, one).deleted,
        ),
        0.7,
      ),
    }),
    possible: (world, { by, groups }) =>
      groups.every((group) => {
        const found = world.groups.get(group)
        return found?.owner === by && !found.deleted
      }),
    happen: (world, { by, type, level, groups }) =>
      Object.assign(get(world.settings, settingOf(by, type)), { level, groups: [...groups] }),
    deed: ({ by, type, level, groups }) => ({
      method: 'PATCH',
      path: `/privacy-settings/${ref(settingOf(by, type))}`,
      body: { level, groupIds: groups.map(ref) },
    }),
  }),
  'founds community': kind<{ community: Name; policy: 'OPEN' | 'REQUIRES_APPROVAL'; group?: Name }>({
    weight: 4,
    invent: (world, random, by, fresh) => ({
      community: `community ${fresh}`,
      policy: random.chance(0.6) ? 'OPEN' : 'REQUIRES_APPROVAL',
      ...(random.chance(0.6)
        ? picked(
            'group',
            random.pick(names(world.groups).filter((one) => get(world.groups, one).owner === by)),
          )
        : {}),
    }),
    possible: (world, { by, group }) => {
      if (group === undefined) return true
      const found = world.groups.get(group)
      return found?.owner === by && !found.deleted
    },
    happen: (world, { by, community, policy, group }) =>
      world.communities.set(community, {
        owner: by,
        policy,
        adminGroup: group,
        members: new Set([by]),
        ended: [],
        deleted: false,
      }),
    deed: ({ community, policy, group }) => ({
      method: 'POST',
      path: '/communities',
      body: { displayName: community, joinPolicy: policy, ...(group ? { adminGroupId: ref(group) } : {}) },
      makes: community,
    }),
  }),
  'changes community': kind<{ community: Name; policy: 'OPEN' | 'REQUIRES_APPROVAL' }>({
    weight: 1,
    invent: (world, random) => ({
      ...picked('community', random.pick(names(world.communities))),
      policy: random.chance(0.5) ? 'OPEN' : 'REQUIRES_APPROVAL',
    }),
    possible: (world, { by, community }) => alive(world, community) && isAdmin(world, by, community),
    happen: (world, { community, policy }) => void (get(world.communities, community).policy = policy),
    // The request repeats the current admin group, because a client always sends the whole resource.
    deed: ({ community, policy }, world) => {
      const { adminGroup } = get(world.communities, community)
      return {
        method: 'PATCH',
        path: `/communities/${ref(community)}`,
        body: { joinPolicy: policy, adminGroupId: adminGroup === undefined ? null : ref(adminGroup) },
      }
    },
  }),
  'deletes community': kind<{ community: Name }>({
    weight: 1,
    invent: (world, random) => picked('community', random.pick(names(world.communities))),
    possible: (world, { by, community }) =>
      alive(world, community) && get(world.communities, community).owner === by,
    happen: (world, { community }) => endCommunity(world, community),
    deed: ({ community }) => ({ method: 'DELETE', path: `/communities/${ref(community)}` }),
  }),
  'joins community': kind<{ community: Name }>({
    weight: 8,
    invent: (world, random) => picked('community', random.pick(names(world.communities))),
    possible: (world, { by, community }) =>
      alive(world, community) &&
      get(world.communities, community).policy === 'OPEN' &&
      !isMember(world, by, community),
    happen(world, { by, community }) {
      get(world.communities, community).members.add(by)
      cancelRequests(world, (request) => request.user === by && request.community === community)
    },
    deed: ({ community }) => ({ method: 'POST', path: `/communities/${ref(community)}/memberships` }),
  }),
  'asks to join': kind<{ community: Name; request: Name }>({
    weight: 8,
    invent: (world, random, _by, fresh) => ({
      ...picked('community', random.pick(names(world.communities))),
      request: `request ${fresh}`,
    }),
    possible: (world, { by, community }) =>
      alive(world, community) &&
      get(world.communities, community).policy === 'REQUIRES_APPROVAL' &&
      !isMember(world, by, community) &&
      ![...world.requests.values()].some(
        (one) => one.user === by && one.community === community && one.status === 'PENDING',
      ),
    happen: (world, { by, community, request }) =>
      world.requests.set(request, { community, user: by, status: 'PENDING', decidedBy: undefined }),
    deed: ({ community, request }) => ({
      method: 'POST',
      path: `/communities/${ref(community)}/membership-requests`,
      makes: request,
    }),
  }),
  'decides request': kind<{ request: Name; status: 'APPROVED' | 'REJECTED' }>({
    weight: 10,
    invent: (world, random) => ({
      ...picked('request', random.pick(pending(world.requests))),
      status: random.chance(0.8) ? 'APPROVED' : 'REJECTED',
    }),
    possible: (world, { by, request }) => {
      const found = world.requests.get(request)
      return (
        found?.status === 'PENDING' &&
        isAdmin(world, by, found.community) &&
        !isMember(world, found.user, found.community)
      )
    },
    happen(world, { by, request, status }) {
      const found = get(world.requests, request)
      Object.assign(found, { status, decidedBy: by })
      if (status === 'APPROVED') get(world.communities, found.community).members.add(found.user)
    },
    deed: ({ request, status }, world) => ({
      method: 'PATCH',
      path: `/communities/${ref(get(world.requests, request).community)}/membership-requests/${ref(request)}`,
      body: { status },
    }),
  }),
  'ends membership': kind<{ community: Name; user: Name }>({
    weight: 2,
    invent: (world, random) => {
      const community = random.pick(names(world.communities))
      const user =
        community === undefined ? undefined : random.pick([...get(world.communities, community).members])
      return { ...picked('community', community), ...picked('user', user) }
    },
    possible: (world, { by, community, user }) =>
      alive(world, community) &&
      isMember(world, user, community) &&
      get(world.communities, community).owner !== user &&
      (by === user || (isAdmin(world, by, community) && !isAdmin(world, user, community))),
    happen: (world, { community, user }) => endMembership(get(world.communities, community), user),
    deed: ({ community, user }) => ({
      method: 'DELETE',
      path: `/communities/${ref(community)}/memberships/${ref(user)}`,
    }),
  }),
  'writes playset': kind<{ playset: Name; game: Name; called?: string }>({
    weight: 3,
    invent: (_world, random, _by, fresh) => ({
      playset: `playset ${fresh}`,
      game: random.pick(Object.keys(GAMES)) ?? '',
      ...(random.chance(0.7) ? { called: `rules ${fresh}` } : {}),
    }),
    possible: () => true,
    happen: (world, { by, playset, game, called }) =>
      world.playsets.set(playset, { owner: by, game, called, deleted: false }),
    deed: ({ playset, game, called }) => ({
      method: 'POST',
      path: '/playsets',
      body: { gameId: ref(game), variants: [], ...(called === undefined ? {} : { displayName: called }) },
      makes: playset,
    }),
  }),
  'renames playset': kind<{ playset: Name; called: string | null }>({
    weight: 2,
    invent: (world, random, _by, fresh) => ({
      ...picked('playset', random.pick(names(world.playsets))),
      called: random.chance(0.7) ? `${random.pick(['a', 'M', 'z']) ?? ''} rules ${fresh}` : null,
    }),
    possible: (world, { by, playset }) => {
      const found = world.playsets.get(playset)
      return found?.owner === by && !found.deleted
    },
    happen: (world, { playset, called }) => void (get(world.playsets, playset).called = called ?? undefined),
    deed: ({ playset, called }) => ({
      method: 'PATCH',
      path: `/playsets/${ref(playset)}`,
      body: { displayName: called },
    }),
  }),
  'deletes playset': kind<{ playset: Name }>({
    weight: 1,
    invent: (world, random) => picked('playset', random.pick(names(world.playsets))),
    possible: (world, { by, playset }) => {
      const found = world.playsets.get(playset)
      return found?.owner === by && !found.deleted
    },
    happen: (world, { playset }) => void (get(world.playsets, playset).deleted = true),
    deed: ({ playset }) => ({ method: 'DELETE', path: `/playsets/${ref(playset)}` }),
  }),
  records: kind<{
    match: Name
    game: Name
    ghosts: readonly Name[]
    expansions: readonly Name[]
    community?: Name
    playset?: Name
  }>({
    weight: 14,
    invent(world, random, by, fresh) {
      const game = random.pick(Object.keys(GAMES)) ?? ''
      const own = names(world.ghosts).filter((one) => get(world.ghosts, one).owner === by)
      const ghosts = random.some(own, 0.6)
      return {
        match: `match ${fresh}`,
        game,
        ghosts: ghosts.length > 0 ? ghosts : [selfOf(by)],
        expansions: random.some(GAMES[game] ?? [], 0.4),
        ...(random.chance(0.5) ? picked('community', random.pick(names(world.communities))) : {}),
        ...(random.chance(0.5) ? picked('playset', random.pick(names(world.playsets))) : {}),
      }
    },
    possible: (world, { by, game, ghosts, community, playset }) => {
      const claimants = ghosts.map((ghost) =>
        world.ghosts.has(ghost) ? claimantOf(world, ghost) : undefined,
      )
      const known = claimants.filter((one) => one !== undefined)
      return (
        ghosts.every((ghost) => {
          const found = world.ghosts.get(ghost)
          return found?.owner === by && !found.deleted
        }) &&
        new Set(known).size === known.length &&
        (community === undefined || (alive(world, community) && isMember(world, by, community))) &&
        (playset === undefined || mayUse(world, by, playset, game))
      )
    },
    happen: (world, { by, match, game, ghosts, expansions, community, playset }) =>
      world.matches.set(match, {
        recorder: by,
        game,
        community,
        playset,
        expansions: [...expansions],
        seats: new Map(ghosts.map((ghost) => [ghost, undefined])),
        editedBy: undefined,
        final: false,
        deleted: false,
      }),
    deed: ({ match, game, ghosts, expansions, community, playset }) => ({
      method: 'POST',
      path: '/matches',
      body: {
        gameId: ref(game),
        playedAt: '2026-01-15T19:30:00Z',
        expansions: expansions.map(ref),
        ...(community ? { communityId: ref(community) } : {}),
        ...(playset ? { playsetId: ref(playset) } : {}),
        participants: ghosts.map(seated),
      },
      makes: match,
    }),
  }),
  'moves draft': kind<{ match: Name; community: Name | null; playset: Name | null }>({
    weight: 2,
    invent: (world, random) => ({
      ...picked('match', random.pick(names(world.matches))),
      community: random.pick(names(world.communities)) ?? null,
      playset: random.chance(0.5) ? null : (random.pick(names(world.playsets)) ?? null),
    }),
    possible: (world, { by, match, community, playset }) => {
      const found = world.matches.get(match)
      return (
        found?.recorder === by &&
        !found.final &&
        !found.deleted &&
        (community === null || (alive(world, community) && isMember(world, by, community))) &&
        (playset === null || mayUse(world, by, playset, found.game))
      )
    },
    happen: (world, { by, match, community, playset }) =>
      Object.assign(get(world.matches, match), {
        editedBy: by,
        community: community ?? undefined,
        playset: playset ?? undefined,
      }),
    deed: ({ match, community, playset }) => ({
      method: 'PATCH',
      path: `/matches/${ref(match)}`,
      body: { communityId: community && ref(community), playsetId: playset && ref(playset) },
    }),
  }),
  'sends draft again': kind<{ match: Name }>({
    weight: 3,
    invent: (world, random, by) =>
      picked('match', random.pick(names(world.matches).filter((one) => isDraftOf(world, one, by)))),
    // It is also possible if the draft has a playset that could no longer be chosen.
    possible: (world, { by, match }) => isDraftOf(world, match, by),
    happen: (world, { by, match }) => void (get(world.matches, match).editedBy = by),
    deed: ({ match }, world) => {
      const { game, community, playset, expansions, seats } = get(world.matches, match)
      return {
        method: 'PATCH',
        path: `/matches/${ref(match)}`,
        body: {
          gameId: ref(game),
          communityId: community === undefined ? null : ref(community),
          playsetId: playset === undefined ? null : ref(playset),
          expansions: expansions.map(ref),
          participants: [...seats.keys()].map(seated),
        },
      }
    },
  }),
  finalizes: kind<{ match: Name }>({
    weight: 16,
    invent: (world, random, by) =>
      picked('match', random.pick(names(world.matches).filter((one) => isDraftOf(world, one, by)))),
    possible: (world, { by, match }) => {
      if (!isDraftOf(world, match, by)) return false
      const { community } = get(world.matches, match)
      return community === undefined || isMember(world, by, community)
    },
    happen: (world, { match }) => void (get(world.matches, match).final = true),
    deed: ({ match }) => ({ method: 'POST', path: `/matches/${ref(match)}/finalize` }),
  }),
  'deletes draft': kind<{ match: Name }>({
    weight: 1,
    invent: (world, random) => picked('match', random.pick(names(world.matches))),
    possible: (world, { by, match }) => isDraftOf(world, match, by),
    happen: (world, { match }) => void (get(world.matches, match).deleted = true),
    deed: ({ match }) => ({ method: 'DELETE', path: `/matches/${ref(match)}` }),
  }),
  disputes: kind<{ match: Name; ghost: Name }>({
    weight: 4,
    invent: (world, random) => seatIn(world, random),
    possible: (world, { by, match, ghost }) => {
      const found = world.matches.get(match)
      return found?.final === true && found.seats.has(ghost) && claimantOf(world, ghost) === by
    },
    happen: (world, { by, match, ghost }) => get(world.matches, match).seats.set(ghost, by),
    deed: ({ match, ghost }) => ({
      method: 'POST',
      path: `/matches/${ref(match)}/participants/${ref(seat(match, ghost))}/dispute`,
      body: { reason: 'I had more.' },
    }),
  }),
  'withdraws dispute': kind<{ match: Name; ghost: Name }>({
    weight: 2,
    invent: (world, random) => seatIn(world, random, ({ seats }, ghost) => seats.get(ghost) !== undefined),
    // The person who disputed may withdraw, even if they no longer have the claim.
    possible: (world, { by, match, ghost }) => world.matches.get(match)?.seats.get(ghost) === by,
    happen: (world, { match, ghost }) => get(world.matches, match).seats.set(ghost, undefined),
    deed: ({ match, ghost }) => ({
      method: 'DELETE',
      path: `/matches/${ref(match)}/participants/${ref(seat(match, ghost))}/dispute`,
    }),
  }),
  'proposes edit': kind<{
    edit: Name
    match: Name
    playset?: Name | null
    expansions?: readonly Name[]
    ghost?: Name
  }>({
    weight: 7,
    invent(world, random, _by, fresh) {
      const match = random.pick(names(world.matches).filter((one) => get(world.matches, one).final))
      if (match === undefined) return undefined
      const { game, seats } = get(world.matches, match)
      const disputed = [...seats].filter(([, disputer]) => disputer !== undefined).map(([ghost]) => ghost)
      const choice = random.below(disputed.length > 0 ? 6 : 4)
      return {
        edit: `edit ${fresh}`,
        match,
        ...(choice === 0 ? { playset: random.pick([...names(world.playsets), null]) ?? null } : {}),
        ...(choice === 1 ? { expansions: random.some(GAMES[game] ?? []) } : {}),
        ...(choice === 2 ? picked('ghost', random.pick([...seats.keys()])) : {}),
        ...(choice > 3 ? picked('ghost', random.pick(disputed)) : {}),
      }
    },
    possible: (world, { by, match, playset, ghost }) => {
      const found = world.matches.get(match)
      return (
        found?.final === true &&
        (ghost === undefined || found.seats.has(ghost)) &&
        isThere(world, found.recorder) &&
        seesDetails(world, by, found) &&
        (!playset || mayUse(world, by, playset, found.game))
      )
    },
    happen(world, { by, edit, match, playset, expansions, ghost }) {
      world.edits.set(edit, {
        match,
        by,
        status: 'PENDING',
        decidedBy: undefined,
        playset,
        expansions: expansions && [...expansions],
        seat: ghost,
        deleted: false,
      })
      if (trusts(world, get(world.matches, match).recorder, by)) approveEdit(world, edit, by)
    },
    deed: ({ edit, match, playset, expansions, ghost }, world) => ({
      method: 'POST',
      path: `/matches/${ref(match)}/edits`,
      body: {
        ...(playset === undefined
          ? {}
          : { playsetChange: playset === null ? {} : { playsetId: ref(playset) } }),
        ...(expansions ? { expansionChange: { expansionIds: expansions.map(ref) } } : {}),
        ...(playset === undefined && !expansions
          ? { participantChanges: ghost === undefined ? [] : [sameResult(world, match, ghost)] }
          : {}),
      },
      makes: edit,
    }),
  }),
  'decides edit': kind<{ edit: Name; status: 'APPROVED' | 'REJECTED' }>({
    weight: 6,
    invent: (world, random) => ({
      ...picked('edit', random.pick(pending(world.edits))),
      status: random.chance(0.7) ? 'APPROVED' : 'REJECTED',
    }),
    possible: (world, { by, edit, status }) => {
      const found = world.edits.get(edit)
      return (
        found?.status === 'PENDING' &&
        get(world.matches, found.match).recorder === by &&
        (status === 'REJECTED' || !found.playset || !get(world.playsets, found.playset).deleted)
      )
    },
    happen(world, { by, edit, status }) {
      if (status === 'APPROVED') approveEdit(world, edit, by)
      else Object.assign(get(world.edits, edit), { status, decidedBy: by })
    },
    deed: ({ edit, status }, world) => ({
      method: 'PATCH',
      path: `/matches/${ref(get(world.edits, edit).match)}/edits/${ref(edit)}`,
      body: { status },
    }),
  }),
  'withdraws edit': kind<{ edit: Name }>({
    weight: 2,
    invent: (world, random) => picked('edit', random.pick(pending(world.edits))),
    // The person who proposed the edit may withdraw it, even if they no longer see the match.
    possible: (world, { by, edit }) => {
      const found = world.edits.get(edit)
      return found?.status === 'PENDING' && found.by === by
    },
    happen: (world, { edit }) =>
      void Object.assign(get(world.edits, edit), { status: 'CANCELLED', deleted: true }),
    deed: ({ edit }, world) => ({
      method: 'DELETE',
      path: `/matches/${ref(get(world.edits, edit).match)}/edits/${ref(edit)}`,
    }),
  }),
  'sees the answers in their inbox': kind<object>({
    weight: 3,
    invent: () => ({}),
    possible: () => true,
    happen: (world, { by }) => void world.seen.set(by, answersIn(world)),
    deed: () => ({ method: 'PUT', path: '/users/me/inbox/seen', body: { until: '9999-12-31T23:59:59Z' } }),
  }),
  ...ofInvitations,
  ...ofImports,
  [GETS_EVENTS]: kind<object>({
    weight: 60,
    invent: () => ({}),
    possible: () => true,
    happen: () => {},
    deed: () => assert.fail('Getting events changes nothing.'),
  }),
  'erases their account': kind<object>({
    weight: 0.7,
    invent: () => ({}),
    possible: (world) => [...world.people.values()].filter(({ erased }) => erased).length < 2,
    happen: (world, { by }) => erase(world, by),
    deed: () => ({ method: 'DELETE', path: '/users/me' }),
  }),
}

const kindOf = ({ what }: Action): Kind<Action> => {
  const found = KINDS[what]
  if (!found) throw new Error(`Nobody ${what}.`)
  return found
}

export const possible = (world: World, action: Action): boolean =>
  isThere(world, action.by) && kindOf(action).possible(world, action)

/** The request of an action, made before the world changes. */
export const deedOf = (world: World, action: Action): Deed => kindOf(action).deed(action, world)

export const happen = (world: World, action: Action): void => kindOf(action).happen(world, action)

export const tell = ({ what, by, ...details }: Action): string =>
  `${by} ${what} ${Object.entries(details)
    .map(([name, value]) => `${name}=${Array.isArray(value) ? `[${value.join(', ')}]` : String(value)}`)
    .join(', ')}`.trim()

/** Makes this many actions at random. Each is possible after the actions before it, and changes the world. */
export function invent(world: World, random: Random, doers: readonly Name[], length: number): Action[] {
  const actions: Action[] = []
  const weights = Object.entries(KINDS).flatMap(([what, { weight }]) =>
    Array<string>(Math.ceil(weight * 10)).fill(what),
  )
  for (let tries = 0; actions.length < length && tries < length * 60; tries++) {
    const [what, by] = [random.pick(weights), random.pick(doers)]
    if (what === undefined || by === undefined) continue
    const details = KINDS[what]?.invent(world, random, by, String(actions.length))
    if (details === undefined) continue
    const action: Action = { what, by, ...details }
    if (!possible(world, action)) continue
    happen(world, action)
    actions.push(action)
  }
  return actions
}

/** All answers that are in inboxes now. An answer that changes later is a new one. */
const answersIn = (world: World): Set<Name> =>
  new Set([
    ...[world.edits, world.claims, world.requests].flatMap((things: ReadonlyMap<Name, { status: string }>) =>
      names(things).filter((name) => things.get(name)?.status !== 'PENDING'),
    ),
    ...names(world.disputeAnswers),
    ...[...world.trusts].map(([name, { revoked }]) => trustAnswer(name, revoked)),
  ])

const pending = (things: ReadonlyMap<Name, { status: string }>) =>
  names(things).filter((name) => things.get(name)?.status === 'PENDING')

const alive = (world: World, community: Name) => world.communities.get(community)?.deleted === false

function isDraftOf(world: World, match: Name, by: Name): boolean {
  const found = world.matches.get(match)
  return found?.recorder === by && !found.final && !found.deleted
}

function seatIn(world: World, random: Random, which: (match: Match, ghost: Name) => boolean = () => true) {
  const seats = [...world.matches]
    .filter(([, { final }]) => final)
    .flatMap(([match, found]) =>
      [...found.seats.keys()].filter((ghost) => which(found, ghost)).map((ghost) => ({ match, ghost })),
    )
  const { match, ghost } = random.pick(seats) ?? {}
  return { ...picked('match', match), ...picked('ghost', ghost) }
}

/** True if the playset exists, belongs to the game, and this person sees it. */
function mayUse(world: World, by: Name, playset: Name, game: Name): boolean {
  const found = world.playsets.get(playset)
  return found !== undefined && !found.deleted && found.game === game && seesPlayset(world, by, playset)
}

/**
 * True if this person sees the player and has said nothing about them yet. A ghost player that is the same must have no claim.
 */
function mayName(world: World, by: Name, player: Name, isSame: boolean): boolean {
  const said = [...world.same.values()].some(
    (answer) => answer.by === by && [answer.one, answer.other].includes(player),
  )
  if (said) return false
  if (world.ghosts.has(player))
    return seesGhost(world, by, player) && (!isSame || claimantOf(world, player) === undefined)
  const person = [...world.people.keys()].find((one) => playerOf(one) === player)
  return person !== undefined && person !== by && isThere(world, person) && seesPerson(world, by, person)
}

/** An edit that sets a result settles its dispute, even if no value changes. */
const sameResult = (world: World, match: Name, ghost: Name) => {
  const { score, rank } = seated(ghost, [...get(world.matches, match).seats.keys()].indexOf(ghost))
  return { matchParticipantId: ref(seat(match, ghost)), score, rank }
}

function approveEdit(world: World, edit: Name, by: Name): void {
  const found = get(world.edits, edit)
  Object.assign(found, { status: 'APPROVED', decidedBy: by })
  const match = get(world.matches, found.match)
  match.editedBy = found.by
  found.replaced = {
    ...(found.playset === undefined ? {} : { playset: match.playset }),
    ...(found.expansions ? { expansions: match.expansions } : {}),
  }
  if (found.playset !== undefined) match.playset = found.playset ?? undefined
  if (found.expansions) match.expansions = found.expansions
  if (found.seat !== undefined) settle(world, edit, found.seat)
}

function settle(world: World, edit: Name, ghost: Name): void {
  const { match, by } = get(world.edits, edit)
  const { seats } = get(world.matches, match)
  const disputer = seats.get(ghost)
  if (disputer === undefined) return
  seats.set(ghost, undefined)
  // Whoever corrects their own result has the answer to their edit.
  if (disputer !== by) world.disputeAnswers.set(answerTo(edit), { disputer, edit, match, ghost })
}

/** The name of the answer to the dispute that this edit has settled. */
const answerTo = (edit: Name): Name => `answer by ${edit}`

function endTrust(trust: Trust, by: Name): void {
  if (!trust.revoked) Object.assign(trust, { revoked: true, answers: trust.editor !== by })
}

function endGroup(world: World, group: Name): void {
  const found = get(world.groups, group)
  found.deleted = true
  found.members.clear()
  for (const setting of world.settings.values())
    setting.groups = setting.groups.filter((one) => one !== group)
}

function endCommunity(world: World, community: Name): void {
  const found = get(world.communities, community)
  found.deleted = true
  found.members.clear()
  cancelRequests(world, (request) => request.community === community)
}

/** A community passes to the admin who joined first, or else to the member who joined first. Without other members it ends. */
function bequeath(world: World, community: Name, from: Name): void {
  const found = get(world.communities, community)
  const others = [...found.members].filter((member) => member !== from)
  const heir = others.find((member) => isAdmin(world, member, community)) ?? others[0]
  if (heir === undefined) endCommunity(world, community)
  else found.owner = heir
}

function erase(world: World, person: Name): void {
  get(world.people, person).erased = true
  get(world.ghosts, selfOf(person)).called = 'Player'
  for (const [community, { owner, deleted }] of world.communities)
    if (owner === person && !deleted) bequeath(world, community, person)
  for (const community of world.communities.values()) {
    endMembership(community, person)
    if (community.adminGroup !== undefined && get(world.groups, community.adminGroup).owner === person)
      community.adminGroup = undefined
  }
  for (const [name, group] of world.groups) {
    if (group.owner === person) endGroup(world, name)
    group.members.delete(person)
  }
  cancelRequests(world, ({ user }) => user === person)
  cancelClaims(world, ({ player, ghost }) => player === person || get(world.ghosts, ghost).owner === person)
  for (const edge of world.edges.values()) if (edge.player === person) edge.revokedBy ??= person
  for (const trust of world.trusts.values())
    if (trust.grantor === person || trust.editor === person) endTrust(trust, person)
  for (const [name, { disputer }] of world.disputeAnswers)
    if (disputer === person) world.disputeAnswers.delete(name)
  world.seen.delete(person)
  for (const [name, { by, one, other }] of world.same)
    if (by === person || [one, other].includes(playerOf(person))) world.same.delete(name)
  for (const invitation of world.invitations.values())
    if (
      [invitation.inviter, invitation.recipient].includes(person) &&
      invitation.uses.length < invitation.mostUses
    )
      invitation.ended = true
  for (const setting of world.settings.values()) if (setting.user === person) setting.level = 'PRIVATE'
  for (const match of world.matches.values()) {
    if (match.recorder === person && !match.final) match.deleted = true
    for (const [ghost, disputer] of match.seats) if (disputer === person) match.seats.set(ghost, undefined)
  }
}
