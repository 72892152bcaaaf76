/** A valid request for every operation, with all that it needs made through the API: what the convention tests walk with. */
import assert from 'node:assert/strict'
import type { Operation } from '../../src/http/operation.ts'
import { sql } from '../../src/db/sql.ts'
import { uuidv7 } from '../../src/db/uuid.ts'
import type { Person, Service } from '../support.ts'

/** A request that succeeds once, when sent by `by`. */
export interface Prepared {
  by: Person
  path: string
  body?: Record<string, unknown> | string
  headers?: Record<string, string>
  /** Of the target, where the operation takes If-Match. */
  etag?: string
}

type Recipe = (world: World) => Promise<Prepared>

/** The people of the tests, and ways to make what requests need. */
export interface World {
  /** Records the matches. */
  alice: Person
  /** Plays in them. */
  bob: Person
  editor: Person
  /** By what name the test's issuer knows them. */
  nameOf: (person: Person) => string
  game: () => Promise<Made>
  expansion: (gameId: string) => Promise<Made>
  ghostPlayer: (name?: string) => Promise<Made>
  playset: (gameId: string) => Promise<Made>
  match: () => Promise<Made>
  finalMatch: () => Promise<MadeMatch>
  /** A final match with a ghost player that is claimed by bob. */
  playedMatch: () => Promise<MadeMatch & { claimEdgeId: string }>
  /** Of bob for a ghost player of alice. */
  claimRequest: () => Promise<Made>
  trust: () => Promise<Made>
  candidate: () => Promise<Made & { catalogId: number }>
  ruleSource: (candidateId: string) => Promise<Made>
  /** A step of the pipeline gave the candidate up. */
  failed: (candidateId: string) => Promise<void>
  /** The id of an entry of the ranking. */
  ranking: () => Promise<number>
  /** The id of somebody whom nobody knows yet. */
  stranger: () => Promise<string>
  /** Somebody new, who has an account. */
  newcomer: () => Promise<Person>
  group: () => Promise<Made>
  /** Of alice, with herself as its one member. */
  community: (joinPolicy?: 'OPEN' | 'REQUIRES_APPROVAL') => Promise<Made>
  /** Of somebody new, for a community of alice. */
  membershipRequest: () => Promise<Made & { by: Person; path: string }>
  /** With the keys of `newCatalog`; its id is that of the path. */
  application: () => Promise<Made>
}

export interface Made {
  id: string
  etag: string
}

export interface MadeMatch extends Made {
  participantId: string
  ghostPlayerId: string
}

export const newGame = (displayName = 'Harbour Lights') => ({
  displayName,
  description: 'Build piers.',
  minPlayers: 2,
  maxPlayers: 4,
  tags: ['economic'],
  scoreType: 'SCORE',
  winCondition: 'HIGHER_WINS',
})

let applications = 0

export async function worldOf(service: Service): Promise<World> {
  applications = 0 // a file counts them from one, whatever was run before it in the same process
  const alice = await service.as('alice')
  const bob = await service.as('bob')
  const editor = await service.as('editor', { roles: ['admin'] })
  const names = new Map(
    [alice, bob, editor].map((person, index) => [person, ['alice', 'bob', 'editor'][index]]),
  )
  const make = async (by: Person, path: string, body: object): Promise<Made> => {
    const reply = await by.post(path, body)
    assert.equal(reply.status, 201, reply.text)
    return { id: reply.body.id, etag: reply.etag }
  }
  const world: World = {
    alice,
    bob,
    editor,
    nameOf: (person) => names.get(person) ?? '',
    game: () => make(editor, '/games', newGame()),
    expansion: (gameId) => make(editor, `/games/${gameId}/expansions`, { displayName: 'Rising Tides' }),
    ghostPlayer: (displayName = 'Bob') => make(alice, '/ghost-players', { displayName }),
    playset: (gameId) =>
      make(alice, '/playsets', { gameId, displayName: 'Friday', variants: ['open hands'] }),
    async match() {
      const [game, bob] = await Promise.all([world.game(), world.ghostPlayer()])
      return make(alice, '/matches', newMatch(game.id, bob.id))
    },
    async finalMatch() {
      const { id, etag } = await world.match()
      const final = await alice.post(`/matches/${id}/finalize`, undefined, { 'if-match': etag })
      assert.equal(final.status, 200, final.text)
      const [participant] = final.body.participants
      return {
        id,
        etag: final.etag,
        participantId: participant.id,
        ghostPlayerId: participant.ghostPlayer.id,
      }
    },
    async playedMatch() {
      const match = await world.finalMatch()
      const request = await make(bob, '/claim-requests', { ghostPlayerId: match.ghostPlayerId })
      const approved = await alice.patch(
        `/claim-requests/${request.id}`,
        { status: 'APPROVED' },
        request.etag,
      )
      assert.equal(approved.status, 200, approved.text)
      return { ...match, claimEdgeId: approved.body.claimEdgeId }
    },
    claimRequest: async () =>
      make(bob, '/claim-requests', { ghostPlayerId: (await world.ghostPlayer()).id, message: 'Me!' }),
    async candidate() {
      const catalogId = newCatalogId()
      return { ...(await make(editor, '/candidates', newCandidate(catalogId))), catalogId }
    },
    ruleSource: (candidateId) =>
      make(editor, `/candidates/${candidateId}/rule-sources`, { url: 'https://rules.example.org/a.pdf' }),
    async failed(candidateId) {
      await service.db.many(
        sql`update candidates set stage = 'FAILED', failure_reason = 'No rulebook.' where id = ${candidateId}`,
      )
    },
    async ranking() {
      const catalogId = newCatalogId()
      const reply = await editor.post('/pipeline/import-rankings', rankingCsv(catalogId), CSV)
      assert.equal(reply.status, 200, reply.text)
      return catalogId
    },
    trust: async () => make(alice, '/trusted-editors', { userId: await world.stranger() }),
    stranger: async () => idOf(await world.newcomer()),
    async newcomer() {
      const name = `newcomer ${uuidv7()}`
      const newcomer = await service.as(name)
      names.set(newcomer, name)
      assert.equal((await newcomer.get('/users/me')).status, 200)
      return newcomer
    },
    group: () => make(alice, '/groups', { displayName: 'Friday evenings' }),
    community: (joinPolicy = 'OPEN') =>
      make(alice, '/communities', { displayName: 'The Meeple Café', joinPolicy }),
    async membershipRequest() {
      const [by, { id }] = await Promise.all([world.newcomer(), world.community('REQUIRES_APPROVAL')])
      const path = `/communities/${id}/membership-requests`
      return { ...(await make(by, path, {})), by, path }
    },
    async application() {
      const { id, etag } = await newApplication(editor)
      const imported = await editor.post(`/applications/${id}/keys/import`, newCatalog())
      assert.equal(imported.status, 200, imported.text)
      return { id, etag }
    },
  }
  return world
}

export const newMatch = (gameId: string, ...ghostPlayerIds: string[]) => ({
  gameId,
  playedAt: '2026-01-15T19:30:00Z',
  participants: ghostPlayerIds.map((ghostPlayerId, index) => ({
    ghostPlayerId,
    score: 10 - index,
    rank: index + 1,
  })),
})

/** An application without keys, under an id of its own. */
export async function newApplication(by: Person, baseLocale = 'en'): Promise<Made> {
  const id = `companion-${++applications}`
  const body = { applicationId: id, displayName: 'Table Companion', baseLocale }
  const reply = await by.post('/applications', body)
  assert.equal(reply.status, 201, reply.text)
  return { id, etag: reply.etag }
}

export const newCatalog = () => ({
  baseLocale: 'en',
  keys: [
    {
      key: 'table.players',
      baseText: '{count, plural, one {# player} other {# players}} at {table}',
      arguments: [
        { name: 'count', type: 'NUMBER' },
        { name: 'table', type: 'ANY' },
      ],
    },
    { key: 'menu.new', baseText: 'New match', description: 'In the menu', arguments: [] },
  ],
})

let lastCatalogId = 4710
export const newCatalogId = () => ++lastCatalogId

/** A game with all that it needs to be published. */
export const newCandidate = (catalogId: number, displayName = 'Harbour Lights') => ({
  catalogId,
  ...newGame(displayName),
})

const CSV = { 'content-type': 'text/csv' }
const rankingCsv = (catalogId: number) => `id,name,rank\n${catalogId},Harbour Lights,${catalogId}\n`

const recipes: Record<string, Recipe> = {
  listMatches: async ({ alice }) => ({ by: alice, path: '/matches' }),
  countMatches: async ({ alice }) => ({ by: alice, path: '/matches/count' }),
  createMatch: async ({ alice, game, ghostPlayer }) => ({
    by: alice,
    path: '/matches',
    body: newMatch((await game()).id, (await ghostPlayer()).id),
  }),
  getMatch: async ({ alice, match }) => ({ by: alice, path: `/matches/${(await match()).id}` }),
  updateMatch: async ({ alice, match }) =>
    at(alice, '/matches', await match(), { editRequestsEnabled: false }),
  deleteMatch: async ({ alice, match }) => at(alice, '/matches', await match()),
  finalizeMatch: async ({ alice, match }) => {
    const { id, etag } = await match()
    return { by: alice, path: `/matches/${id}/finalize`, etag }
  },
  disputeMatchParticipant: async ({ bob, playedMatch }) => disputeOf(bob, await playedMatch()),
  withdrawDispute: async ({ bob, playedMatch }) => {
    const { body, ...dispute } = disputeOf(bob, await playedMatch())
    const { etag } = await bob.post(dispute.path, body, { 'if-match': dispute.etag ?? '' })
    return { ...dispute, etag }
  },
  listMatchEdits: async ({ alice, finalMatch }) => ({
    by: alice,
    path: `/matches/${(await finalMatch()).id}/edits`,
  }),
  countMatchEdits: async ({ alice, finalMatch }) => ({
    by: alice,
    path: `/matches/${(await finalMatch()).id}/edits/count`,
  }),
  createMatchEdit: async ({ alice, finalMatch }) => {
    const { id, participantId } = await finalMatch()
    return { by: alice, path: `/matches/${id}/edits`, body: newEdit(participantId) }
  },
  getMatchEdit: async (world) => {
    const { by, path } = await editOf(world)
    return { by, path }
  },
  decideMatchEdit: async (world) => ({ ...(await editOf(world)), body: { status: 'APPROVED' } }),
  listGames: async ({ editor }) => ({ by: editor, path: '/games' }),
  countGames: async ({ editor }) => ({ by: editor, path: '/games/count' }),
  createGame: async ({ editor }) => ({ by: editor, path: '/games', body: newGame() }),
  getGame: async ({ editor, game }) => ({ by: editor, path: `/games/${(await game()).id}` }),
  updateGame: async ({ editor, game }) => at(editor, '/games', await game(), { maxPlayers: 5 }),
  listExpansions: async ({ editor, game }) => ({
    by: editor,
    path: `/games/${(await game()).id}/expansions`,
  }),
  countExpansions: async ({ editor, game }) => ({
    by: editor,
    path: `/games/${(await game()).id}/expansions/count`,
  }),
  createExpansion: async ({ editor, game }) => ({
    by: editor,
    path: `/games/${(await game()).id}/expansions`,
    body: { displayName: 'Rising Tides' },
  }),
  getExpansion: async ({ editor, game, expansion }) => {
    const { id } = await game()
    return { by: editor, path: `/games/${id}/expansions/${(await expansion(id)).id}` }
  },
  updateExpansion: async ({ editor, game, expansion }) => {
    const { id } = await game()
    return at(editor, `/games/${id}/expansions`, await expansion(id), { description: 'Storms.' })
  },
  listCandidates: async ({ editor }) => ({ by: editor, path: '/candidates' }),
  countCandidates: async ({ editor }) => ({ by: editor, path: '/candidates/count' }),
  createCandidate: async ({ editor }) => ({
    by: editor,
    path: '/candidates',
    body: newCandidate(newCatalogId()),
  }),
  getCandidate: async ({ editor, candidate }) => ({
    by: editor,
    path: `/candidates/${(await candidate()).id}`,
  }),
  updateCandidate: async ({ editor, candidate }) =>
    at(editor, '/candidates', await candidate(), { playingTime: 90 }),
  getCandidateEvidence: async ({ editor, candidate }) => ({
    by: editor,
    path: `/candidates/${(await candidate()).id}/evidence`,
  }),
  getCandidateProgress: async ({ editor, candidate }) => ({
    by: editor,
    path: `/candidates/${(await candidate()).id}/progress`,
  }),
  approveCandidate: async ({ editor, candidate }) =>
    within(at(editor, '/candidates', await candidate(), { maxPlayers: 5 }), 'approve'),
  rejectCandidate: async ({ editor, candidate }) =>
    within(at(editor, '/candidates', await candidate()), 'reject'),
  retryCandidate: async ({ editor, candidate, failed }) => {
    const { id, etag } = await candidate()
    await failed(id)
    return within(at(editor, '/candidates', { id, etag }, {}), 'retry')
  },
  listRuleSources: async ({ editor, candidate }) => ({
    by: editor,
    path: `/candidates/${(await candidate()).id}/rule-sources`,
  }),
  countRuleSources: async ({ editor, candidate }) => ({
    by: editor,
    path: `/candidates/${(await candidate()).id}/rule-sources/count`,
  }),
  createRuleSource: async ({ editor, candidate }) => ({
    by: editor,
    path: `/candidates/${(await candidate()).id}/rule-sources`,
    body: { url: 'https://rules.example.org/a.pdf' },
  }),
  getRuleSource: async ({ editor, candidate, ruleSource }) => {
    const { id } = await candidate()
    return { by: editor, path: `/candidates/${id}/rule-sources/${(await ruleSource(id)).id}` }
  },
  deleteRuleSource: async ({ editor, candidate, ruleSource }) => {
    const { id } = await candidate()
    return { by: editor, path: `/candidates/${id}/rule-sources/${(await ruleSource(id)).id}` }
  },
  pausePipeline: async ({ editor }) => ({
    by: editor,
    path: '/pipeline/pause',
    body: { step: 'COLLECT_RULES' },
  }),
  getPipelineStatus: async ({ editor }) => ({ by: editor, path: '/pipeline/status' }),
  resumePipeline: async ({ editor }) => ({
    by: editor,
    path: '/pipeline/resume',
    body: { step: 'COLLECT_RULES' },
  }),
  importRankings: async ({ editor }) => ({
    by: editor,
    path: '/pipeline/import-rankings',
    body: rankingCsv(newCatalogId()),
    headers: CSV,
  }),
  enrichFromCatalog: async ({ editor }) => ({
    by: editor,
    path: '/pipeline/enrich',
    body: { catalogIds: [newCatalogId()] },
  }),
  listRankings: async ({ editor }) => ({ by: editor, path: '/rankings' }),
  countRankings: async ({ editor }) => ({ by: editor, path: '/rankings/count' }),
  getRanking: async ({ editor, ranking }) => ({ by: editor, path: `/rankings/${await ranking()}` }),
  listPlaysets: async ({ alice }) => ({ by: alice, path: '/playsets' }),
  countPlaysets: async ({ alice }) => ({ by: alice, path: '/playsets/count' }),
  createPlayset: async ({ alice, game }) => ({
    by: alice,
    path: '/playsets',
    body: { gameId: (await game()).id, variants: [] },
  }),
  getPlayset: async ({ alice, game, playset }) => ({
    by: alice,
    path: `/playsets/${(await playset((await game()).id)).id}`,
  }),
  updatePlayset: async ({ alice, game, playset }) =>
    at(alice, '/playsets', await playset((await game()).id), { scenario: 'The long winter' }),
  deletePlayset: async ({ alice, game, playset }) => at(alice, '/playsets', await playset((await game()).id)),
  listGhostPlayers: async ({ alice }) => ({ by: alice, path: '/ghost-players' }),
  countGhostPlayers: async ({ alice }) => ({ by: alice, path: '/ghost-players/count' }),
  createGhostPlayer: async ({ alice }) => ({
    by: alice,
    path: '/ghost-players',
    body: { displayName: 'Bob' },
  }),
  getGhostPlayer: async ({ alice, ghostPlayer }) => ({
    by: alice,
    path: `/ghost-players/${(await ghostPlayer()).id}`,
  }),
  updateGhostPlayer: async ({ alice, ghostPlayer }) =>
    at(alice, '/ghost-players', await ghostPlayer(), { displayName: 'Robert' }),
  deleteGhostPlayer: async ({ alice, ghostPlayer }) => at(alice, '/ghost-players', await ghostPlayer()),
  listMatchesOfGhostPlayer: async ({ alice, ghostPlayer }) => ({
    by: alice,
    path: `/ghost-players/${(await ghostPlayer()).id}/matches`,
  }),
  countMatchesOfGhostPlayer: async ({ alice, ghostPlayer }) => ({
    by: alice,
    path: `/ghost-players/${(await ghostPlayer()).id}/matches/count`,
  }),
  listCanonicalPlayers: async ({ alice }) => ({ by: alice, path: '/canonical-players' }),
  countCanonicalPlayers: async ({ alice }) => ({ by: alice, path: '/canonical-players/count' }),
  getCanonicalPlayer: async ({ bob }) => ({ by: bob, path: await canonicalPlayerOf(bob) }),
  listClaimedGhostPlayers: async ({ bob }) => ({
    by: bob,
    path: `${await canonicalPlayerOf(bob)}/ghost-players`,
  }),
  countClaimedGhostPlayers: async ({ bob }) => ({
    by: bob,
    path: `${await canonicalPlayerOf(bob)}/ghost-players/count`,
  }),
  listHistory: async ({ bob }) => ({ by: bob, path: `${await canonicalPlayerOf(bob)}/matches` }),
  countHistory: async ({ bob }) => ({ by: bob, path: `${await canonicalPlayerOf(bob)}/matches/count` }),
  listTrustedEditors: async ({ alice }) => ({ by: alice, path: '/trusted-editors' }),
  countTrustedEditors: async ({ alice }) => ({ by: alice, path: '/trusted-editors/count' }),
  grantTrust: async ({ alice, stranger }) => ({
    by: alice,
    path: '/trusted-editors',
    body: { userId: await stranger() },
  }),
  getTrustedEditor: async ({ alice, trust }) => ({
    by: alice,
    path: `/trusted-editors/${(await trust()).id}`,
  }),
  revokeTrust: async ({ alice, trust }) => at(alice, '/trusted-editors', await trust()),
  listClaimRequests: async ({ bob }) => ({ by: bob, path: '/claim-requests' }),
  countClaimRequests: async ({ bob }) => ({ by: bob, path: '/claim-requests/count' }),
  createClaimRequest: async ({ bob, ghostPlayer }) => ({
    by: bob,
    path: '/claim-requests',
    body: { ghostPlayerId: (await ghostPlayer()).id },
  }),
  getClaimRequest: async ({ bob, claimRequest }) => ({
    by: bob,
    path: `/claim-requests/${(await claimRequest()).id}`,
  }),
  decideClaimRequest: async ({ alice, claimRequest }) =>
    at(alice, '/claim-requests', await claimRequest(), { status: 'APPROVED' }),
  cancelClaimRequest: async ({ bob, claimRequest }) => at(bob, '/claim-requests', await claimRequest()),
  listClaimEdges: async ({ bob }) => ({ by: bob, path: '/claim-edges' }),
  countClaimEdges: async ({ bob }) => ({ by: bob, path: '/claim-edges/count' }),
  getClaimEdge: async ({ bob, playedMatch }) => ({
    by: bob,
    path: `/claim-edges/${(await playedMatch()).claimEdgeId}`,
  }),
  revokeClaimEdge: async ({ alice, playedMatch }) =>
    at(alice, '/claim-edges', { id: (await playedMatch()).claimEdgeId, etag: '"1"' }),
  listPrivacySettings: async ({ alice }) => ({ by: alice, path: '/privacy-settings' }),
  countPrivacySettings: async ({ alice }) => ({ by: alice, path: '/privacy-settings/count' }),
  getPrivacySetting: async ({ alice }) => ({ by: alice, path: (await settingOf(alice)).path }),
  updatePrivacySetting: async ({ alice, group }) => ({
    ...(await settingOf(alice)),
    body: { level: 'PRIVILEGED_ACCESS', groupIds: [(await group()).id] },
  }),
  listGroups: async ({ alice }) => ({ by: alice, path: '/groups' }),
  countGroups: async ({ alice }) => ({ by: alice, path: '/groups/count' }),
  createGroup: async ({ alice }) => ({
    by: alice,
    path: '/groups',
    body: { displayName: 'Friday evenings' },
  }),
  getGroup: async ({ alice, group }) => ({ by: alice, path: `/groups/${(await group()).id}` }),
  updateGroup: async ({ alice, group }) =>
    at(alice, '/groups', await group(), { displayName: 'Saturday evenings' }),
  deleteGroup: async ({ alice, group }) => at(alice, '/groups', await group()),
  listGroupMembers: async ({ alice, group }) => ({
    by: alice,
    path: `/groups/${(await group()).id}/members`,
  }),
  countGroupMembers: async ({ alice, group }) => ({
    by: alice,
    path: `/groups/${(await group()).id}/members/count`,
  }),
  addGroupMember: async ({ alice, group, stranger }) => ({
    by: alice,
    path: `/groups/${(await group()).id}/members`,
    body: { userId: await stranger() },
  }),
  removeGroupMember: async ({ alice, group, stranger }) => {
    const [{ id }, userId] = [await group(), await stranger()]
    await alice.post(`/groups/${id}/members`, { userId })
    return { by: alice, path: `/groups/${id}/members/${userId}` }
  },
  listCommunities: async ({ bob }) => ({ by: bob, path: '/communities' }),
  countCommunities: async ({ bob }) => ({ by: bob, path: '/communities/count' }),
  createCommunity: async ({ alice, group }) => ({
    by: alice,
    path: '/communities',
    body: {
      displayName: 'The Meeple Café',
      joinPolicy: 'REQUIRES_APPROVAL',
      adminGroupId: (await group()).id,
    },
  }),
  getCommunity: async ({ bob, community }) => ({ by: bob, path: `/communities/${(await community()).id}` }),
  updateCommunity: async ({ alice, community }) =>
    at(alice, '/communities', await community(), { description: 'Every Friday.' }),
  deleteCommunity: async ({ alice, community }) => at(alice, '/communities', await community()),
  listMemberships: async ({ alice, community }) => ({
    by: alice,
    path: `/communities/${(await community()).id}/memberships`,
  }),
  countMemberships: async ({ alice, community }) => ({
    by: alice,
    path: `/communities/${(await community()).id}/memberships/count`,
  }),
  joinCommunity: async ({ newcomer, community }) => ({
    by: await newcomer(),
    path: `/communities/${(await community()).id}/memberships`,
  }),
  getMembership: async ({ alice, community }) => ({
    by: alice,
    path: `/communities/${(await community()).id}/memberships/${await idOf(alice)}`,
  }),
  endMembership: async ({ newcomer, community }) => {
    const by = await newcomer()
    const path = `/communities/${(await community()).id}/memberships`
    await by.post(path)
    return { by, path: `${path}/${await idOf(by)}` }
  },
  listMembershipRequests: async ({ alice, membershipRequest }) => ({
    by: alice,
    path: (await membershipRequest()).path,
  }),
  countMembershipRequests: async ({ alice, membershipRequest }) => ({
    by: alice,
    path: `${(await membershipRequest()).path}/count`,
  }),
  createMembershipRequest: async ({ newcomer, community }) => ({
    by: await newcomer(),
    path: `/communities/${(await community('REQUIRES_APPROVAL')).id}/membership-requests`,
  }),
  getMembershipRequest: async ({ membershipRequest }) => {
    const { by, path, id } = await membershipRequest()
    return { by, path: `${path}/${id}` }
  },
  decideMembershipRequest: async ({ alice, membershipRequest }) => {
    const request = await membershipRequest()
    return at(alice, request.path, request, { status: 'APPROVED' })
  },
  cancelMembershipRequest: async ({ membershipRequest }) => {
    const request = await membershipRequest()
    return at(request.by, request.path, request)
  },
  getMe: async ({ alice }) => ({ by: alice, path: '/users/me' }),
  updateMe: async ({ alice }) => {
    const { etag } = await alice.get('/users/me')
    return { by: alice, path: '/users/me', etag, body: { displayName: 'Alice' } }
  },
  listUsers: async ({ alice }) => ({ by: alice, path: '/users' }),
  countUsers: async ({ alice }) => ({ by: alice, path: '/users/count' }),
  getUser: async ({ alice }) => ({ by: alice, path: `/users/${await idOf(alice)}` }),
  exportMe: async ({ alice }) => ({ by: alice, path: '/users/me/export' }),
  eraseMe: async ({ newcomer }) => {
    const by = await newcomer()
    return { by, path: '/users/me', etag: (await by.get('/users/me')).etag }
  },
  listApplications: async ({ editor }) => ({ by: editor, path: '/applications' }),
  countApplications: async ({ editor }) => ({ by: editor, path: '/applications/count' }),
  createApplication: async ({ editor }) => ({
    by: editor,
    path: '/applications',
    body: { applicationId: `chosen-${++applications}`, displayName: 'Table Companion', baseLocale: 'en' },
  }),
  getApplication: ({ editor, application }) => of(editor, application, ''),
  updateApplication: async ({ editor, application }) =>
    at(editor, '/applications', await application(), { displayName: 'Companion' }),
  getLocales: ({ editor, application }) => of(editor, application, '/locales'),
  importKeys: ({ editor, application }) => of(editor, application, '/keys/import', newCatalog()),
  listKeys: ({ editor, application }) => of(editor, application, '/keys'),
  countKeys: ({ editor, application }) => of(editor, application, '/keys/count'),
  getKey: ({ editor, application }) => of(editor, application, '/keys/menu.new'),
  listTranslations: ({ editor, application }) => of(editor, application, '/keys/menu.new/translations'),
  countTranslations: ({ editor, application }) =>
    of(editor, application, '/keys/menu.new/translations/count'),
  getTranslation: ({ editor, application }) => translated(editor, application, ''),
  writeTranslation: ({ editor, application }) => translated(editor, application, '', { text: 'Neue Runde' }),
  discardDraft: ({ editor, application }) => translated(editor, application, ''),
  publishTranslation: ({ editor, application }) => translated(editor, application, '/publish'),
  unpublishTranslation: async ({ editor, application }) => {
    const { path, etag = '' } = await translated(editor, application, '')
    const published = await editor.post(`${path}/publish`, undefined, { 'if-match': etag })
    return { by: editor, path: `${path}/unpublish`, etag: published.etag }
  },
  listWork: ({ editor, application }) => of(editor, application, '/translations'),
  countWork: ({ editor, application }) => of(editor, application, '/translations/count'),
  publishTranslations: ({ editor, application }) =>
    of(editor, application, '/translations/publish', { locale: 'de' }),
  importTranslations: ({ editor, application }) =>
    of(editor, application, '/translations/de/import', {
      translations: [{ key: 'menu.new', text: 'Neue Partie' }],
    }),
  getMessages: ({ editor, application }) => of(editor, application, '/messages/de-AT'),
}

/** A request about a translation to German, of which there is a draft. */
async function translated(
  by: Person,
  application: World['application'],
  action: string,
  body?: Record<string, unknown>,
): Promise<Prepared> {
  const path = `/applications/${(await application()).id}/keys/menu.new/translations/de`
  const { status, etag, text } = await by.put(path, { text: 'Neue Partie' })
  assert.equal(status, 201, text)
  return { by, path: path + action, etag, ...(body ? { body } : {}) }
}

/** A request below an application. */
async function of(
  by: Person,
  application: World['application'],
  path: string,
  body?: Record<string, unknown>,
): Promise<Prepared> {
  return { by, path: `/applications/${(await application()).id}${path}`, ...(body ? { body } : {}) }
}

/** A request of the operation that succeeds once. */
export function prepare(operation: Operation, world: World): Promise<Prepared> {
  const recipe = recipes[operation.id]
  assert.ok(recipe, `${operation.id} needs a recipe in test/conventions/recipes.ts`)
  return recipe(world)
}

/** Sends it as prepared, with a new key unless the headers have one. */
export function send(
  { method, ifMatch }: Operation,
  { by, path, body, etag, headers: own = {} }: Prepared,
  headers: Record<string, string> = {},
) {
  const key: Record<string, string> = method === 'GET' ? {} : { 'idempotency-key': uuidv7() }
  const matching: Record<string, string> = ifMatch && etag !== undefined ? { 'if-match': etag } : {}
  return by.send(method, path, body, { ...key, ...matching, ...own, ...headers })
}

export const newEdit = (matchParticipantId: string) => ({
  participantChanges: [{ matchParticipantId, score: 3.5, rank: null }],
})

async function editOf({ alice, finalMatch }: World): Promise<Prepared & { etag: string }> {
  const match = await finalMatch()
  const path = `/matches/${match.id}/edits`
  const { body, etag } = await alice.post(path, newEdit(match.participantId))
  return { by: alice, path: `${path}/${body.id}`, etag }
}

const disputeOf = (by: Person, { id, participantId, etag }: MadeMatch): Prepared => ({
  by,
  path: `/matches/${id}/participants/${participantId}/dispute`,
  etag,
  body: { reason: 'I had more points.' },
})

async function settingOf(by: Person): Promise<Prepared> {
  const [setting] = (await by.get('/privacy-settings')).body.items
  const path = `/privacy-settings/${setting.id}`
  return { by, path, etag: (await by.get(path)).etag }
}

/** Lets everybody see who somebody is. */
export async function showProfile(person: Person): Promise<void> {
  const [setting] = (await person.get('/privacy-settings?filter=dataType==PROFILE')).body.items
  const { status, text } = await person.patch(`/privacy-settings/${setting.id}`, { level: 'PUBLIC' }, '*')
  assert.equal(status, 200, text)
}

export const idOf = async (person: Person): Promise<string> => (await person.get('/users/me')).body.id

const canonicalPlayerOf = async (person: Person) =>
  `/canonical-players/${(await person.get('/users/me')).body.canonicalPlayer.id}`

/** The same, of an action on what is there. */
const within = (prepared: Prepared, action: string): Prepared => ({
  ...prepared,
  path: `${prepared.path}/${action}`,
})

const at = (
  by: Person,
  collection: string,
  { id, etag }: Made,
  body?: Record<string, unknown>,
): Prepared => ({
  by,
  path: `${collection}/${id}`,
  etag,
  ...(body ? { body } : {}),
})
