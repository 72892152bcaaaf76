/**
 * Who may do what: every operation, as the recorder, as a claimed player of the match, as a trusted editor, and as
 * somebody who records other matches. A change is sent with an ETag that never was, so that who may make it is told
 * 412, and nothing changes. Without a token and without the scope: `conventions/access.test.ts`.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { operations } from '../src/api.ts'
import { type World, newCatalog, newEdit, newGame, newMatch, worldOf } from './conventions/recipes.ts'
import { type Person, type Reply, type Service, newKey, testService } from './support.ts'

let service: Service
let world: World
let recorder: Person
let claimed: Person
let trusted: Person
/** Records a match of her own, decides its edits, and has nothing to do with this one. */
let stranger: Person

/** What stands in the paths and bodies below. */
const ids: Record<string, string> = {}

before(async () => {
  service = await testService()
  world = await worldOf(service)
  ;[recorder, claimed] = [world.alice, world.bob]
  ;[trusted, stranger] = await Promise.all([service.as('carol'), service.as('dora')])
  const me = async (person: Person) => (await person.get('/users/me')).body
  const made = async (reply: Promise<Reply>) => {
    const { status, body } = await reply
    assert.equal(status, 201, JSON.stringify(body))
    return body
  }
  const { id: gameId } = await world.game()
  const { id: expansionId } = await world.expansion(gameId)
  const trust = await made(recorder.post('/trusted-editors', { userId: (await me(trusted)).id }))
  const match = await world.playedMatch()
  const edit = await made(recorder.post(`/matches/${match.id}/edits`, newEdit(match.participantId)))
  const [asked, free] = [await world.ghostPlayer('Asked'), await world.ghostPlayer('Free')]
  const claim = await made(claimed.post('/claim-requests', { ghostPlayerId: asked.id }))
  const [used, unused] = [await world.playset(gameId), await world.playset(gameId)]
  const draft = await made(
    recorder.post('/matches', { ...newMatch(gameId, match.ghostPlayerId), playsetId: used.id }),
  )
  const community = await world.community('REQUIRES_APPROVAL')
  const request = await made(claimed.post(`/communities/${community.id}/membership-requests`))
  const own = (await me(stranger)).selfGhostPlayer.id
  const hers = await made(stranger.post('/matches', newMatch(gameId, own)))
  const path = `/matches/${hers.id}/finalize`
  const final = await stranger.post(path, undefined, { 'if-match': '*' })
  const herParticipant = final.body.participants[0].id
  const herEdit = await made(stranger.post(`/matches/${hers.id}/edits`, newEdit(herParticipant)))
  const { id: candidate } = await world.candidate()
  Object.assign(ids, {
    game: gameId,
    expansion: expansionId,
    otherGame: (await world.game()).id,
    match: match.id,
    participant: match.participantId,
    ghost: match.ghostPlayerId,
    edge: match.claimEdgeId,
    edit: edit.id,
    draft: draft.id,
    playset: used.id,
    unusedPlayset: unused.id,
    trust: trust.id,
    claim: claim.id,
    asked: asked.id,
    free: free.id,
    player: (await me(claimed)).canonicalPlayer.id,
    recorder: (await me(recorder)).id,
    setting: (await recorder.get('/privacy-settings')).body.items[0].id,
    group: (await world.group()).id,
    otherGroup: (await world.group()).id,
    community: community.id,
    openCommunity: (await world.community('OPEN')).id,
    otherCommunity: (await world.community('REQUIRES_APPROVAL')).id,
    request: request.id,
    app: (await world.application()).id,
    herMatch: hers.id,
    herEdit: herEdit.id,
    herParticipant,
    candidate,
    ruleSource: (await world.ruleSource(candidate)).id,
  })
})
after(() => service.close())

/** The answers to recorder, claimed player, trusted editor and stranger. */
type Answers = [number, number, number, number]

const EVERYBODY: Answers = [200, 200, 200, 200]
const CREATES: Answers = [201, 201, 201, 201]
const NOBODY: Answers = [403, 403, 403, 403]
const OWN: Answers = [200, 403, 403, 403]
const CHANGES_OWN: Answers = [412, 403, 403, 403]
const OF_THE_MATCH: Answers = [200, 200, 200, 403]
const OF_THE_PLAYER: Answers = [403, 200, 403, 403]
const CHANGES_OF_THE_PLAYER: Answers = [403, 412, 403, 403]

/** By operation: path, body, answers. */
const table: [operation: string, path: string, answers: Answers, body?: () => unknown][] = [
  ['listMatches', '/matches', EVERYBODY],
  ['countMatches', '/matches/count', EVERYBODY],
  ['createMatch', '/matches', [201, 403, 403, 403], () => newMatch(ids['game'] ?? '', ids['free'] ?? '')],
  ['getMatch', '/matches/{match}', OF_THE_MATCH],
  ['getMatch', '/matches/{draft}', [200, 403, 200, 403]],
  ['updateMatch', '/matches/{match}', CHANGES_OWN, () => ({ editRequestsEnabled: true })],
  ['updateMatch', '/matches/{draft}', CHANGES_OWN, () => ({ editRequestsEnabled: true })],
  ['deleteMatch', '/matches/{draft}', CHANGES_OWN],
  ['finalizeMatch', '/matches/{draft}/finalize', CHANGES_OWN],
  [
    'disputeMatchParticipant',
    '/matches/{match}/participants/{participant}/dispute',
    CHANGES_OF_THE_PLAYER,
    () => ({ reason: 'No.' }),
  ],
  ['withdrawDispute', '/matches/{match}/participants/{participant}/dispute', CHANGES_OF_THE_PLAYER],
  ['listMatchEdits', '/matches/{match}/edits', OF_THE_MATCH],
  ['listMatchEdits', '/matches/{draft}/edits', [200, 403, 200, 403]],
  ['countMatchEdits', '/matches/{match}/edits/count', OF_THE_MATCH],
  [
    'createMatchEdit',
    '/matches/{match}/edits',
    [201, 201, 201, 403],
    () => newEdit(ids['participant'] ?? ''),
  ],
  ['getMatchEdit', '/matches/{match}/edits/{edit}', OF_THE_MATCH],
  ['decideMatchEdit', '/matches/{match}/edits/{edit}', CHANGES_OWN, () => ({ status: 'REJECTED' })],
  ['listGames', '/games', EVERYBODY],
  ['countGames', '/games/count', EVERYBODY],
  ['createGame', '/games', NOBODY, newGame],
  ['getGame', '/games/{game}', EVERYBODY],
  ['updateGame', '/games/{game}', NOBODY, () => ({ maxPlayers: 5 })],
  ['listExpansions', '/games/{game}/expansions', EVERYBODY],
  ['countExpansions', '/games/{game}/expansions/count', EVERYBODY],
  ['createExpansion', '/games/{game}/expansions', NOBODY, () => ({ displayName: 'More' })],
  ['getExpansion', '/games/{game}/expansions/{expansion}', EVERYBODY],
  ['updateExpansion', '/games/{game}/expansions/{expansion}', NOBODY, () => ({ displayName: 'More' })],
  ['listCandidates', '/candidates', NOBODY],
  ['countCandidates', '/candidates/count', NOBODY],
  ['createCandidate', '/candidates', NOBODY, () => ({ catalogId: 1, displayName: 'More' })],
  ['getCandidate', '/candidates/{candidate}', NOBODY],
  ['updateCandidate', '/candidates/{candidate}', NOBODY, () => ({ minAge: 3 })],
  ['getCandidateEvidence', '/candidates/{candidate}/evidence', NOBODY],
  ['getCandidateProgress', '/candidates/{candidate}/progress', NOBODY],
  ['approveCandidate', '/candidates/{candidate}/approve', NOBODY, () => ({})],
  ['rejectCandidate', '/candidates/{candidate}/reject', NOBODY],
  ['retryCandidate', '/candidates/{candidate}/retry', NOBODY, () => ({})],
  ['listRuleSources', '/candidates/{candidate}/rule-sources', NOBODY],
  ['countRuleSources', '/candidates/{candidate}/rule-sources/count', NOBODY],
  ['createRuleSource', '/candidates/{candidate}/rule-sources', NOBODY, () => ({ url: 'https://a.example' })],
  ['getRuleSource', '/candidates/{candidate}/rule-sources/{ruleSource}', NOBODY],
  ['deleteRuleSource', '/candidates/{candidate}/rule-sources/{ruleSource}', NOBODY],
  ['pausePipeline', '/pipeline/pause', NOBODY, () => ({})],
  ['getPipelineStatus', '/pipeline/status', NOBODY],
  ['resumePipeline', '/pipeline/resume', NOBODY, () => ({})],
  ['importRankings', '/pipeline/import-rankings', NOBODY, () => 'id,name,rank\n'],
  ['enrichFromCatalog', '/pipeline/enrich', NOBODY, () => ({ catalogIds: [1] })],
  ['listRankings', '/rankings', NOBODY],
  ['countRankings', '/rankings/count', NOBODY],
  ['getRanking', '/rankings/1', NOBODY],
  ['listPlaysets', '/playsets', EVERYBODY],
  ['countPlaysets', '/playsets/count', EVERYBODY],
  ['createPlayset', '/playsets', CREATES, () => ({ gameId: ids['game'], variants: [] })],
  ['getPlayset', '/playsets/{playset}', [200, 403, 200, 403]],
  ['getPlayset', '/playsets/{unusedPlayset}', OWN],
  ['updatePlayset', '/playsets/{playset}', CHANGES_OWN, () => ({ scenario: null })],
  ['deletePlayset', '/playsets/{playset}', CHANGES_OWN],
  ['listGhostPlayers', '/ghost-players', EVERYBODY],
  ['countGhostPlayers', '/ghost-players/count', EVERYBODY],
  ['createGhostPlayer', '/ghost-players', CREATES, () => ({ displayName: 'Eve' })],
  ['getGhostPlayer', '/ghost-players/{ghost}', OF_THE_MATCH],
  ['getGhostPlayer', '/ghost-players/{asked}', OWN],
  ['updateGhostPlayer', '/ghost-players/{ghost}', CHANGES_OWN, () => ({ displayName: 'Eve' })],
  ['deleteGhostPlayer', '/ghost-players/{ghost}', CHANGES_OWN],
  ['listMatchesOfGhostPlayer', '/ghost-players/{ghost}/matches', OF_THE_MATCH],
  ['countMatchesOfGhostPlayer', '/ghost-players/{ghost}/matches/count', OF_THE_MATCH],
  ['listCanonicalPlayers', '/canonical-players', EVERYBODY],
  ['countCanonicalPlayers', '/canonical-players/count', EVERYBODY],
  ['getCanonicalPlayer', '/canonical-players/{player}', OF_THE_PLAYER],
  ['listClaimedGhostPlayers', '/canonical-players/{player}/ghost-players', OF_THE_PLAYER],
  ['countClaimedGhostPlayers', '/canonical-players/{player}/ghost-players/count', OF_THE_PLAYER],
  ['listHistory', '/canonical-players/{player}/matches', OF_THE_PLAYER],
  ['countHistory', '/canonical-players/{player}/matches/count', OF_THE_PLAYER],
  ['listTrustedEditors', '/trusted-editors', EVERYBODY],
  ['countTrustedEditors', '/trusted-editors/count', EVERYBODY],
  ['getTrustedEditor', '/trusted-editors/{trust}', [200, 403, 200, 403]],
  ['revokeTrust', '/trusted-editors/{trust}', [412, 403, 412, 403]],
  ['listClaimRequests', '/claim-requests', EVERYBODY],
  ['countClaimRequests', '/claim-requests/count', EVERYBODY],
  ['getClaimRequest', '/claim-requests/{claim}', [200, 200, 403, 403]],
  ['decideClaimRequest', '/claim-requests/{claim}', CHANGES_OWN, () => ({ status: 'APPROVED' })],
  ['cancelClaimRequest', '/claim-requests/{claim}', CHANGES_OF_THE_PLAYER],
  // Whoever says so may be who somebody's ghost player is: its owner decides.
  ['createClaimRequest', '/claim-requests', CREATES, () => ({ ghostPlayerId: ids['free'] })],
  ['listClaimEdges', '/claim-edges', EVERYBODY],
  ['countClaimEdges', '/claim-edges/count', EVERYBODY],
  ['getClaimEdge', '/claim-edges/{edge}', [200, 200, 403, 403]],
  ['revokeClaimEdge', '/claim-edges/{edge}', [412, 412, 403, 403]],
  // Applications and their texts are by scope alone: a player fetches what an application shows, and nothing else.
  ['listApplications', '/applications', NOBODY],
  ['countApplications', '/applications/count', NOBODY],
  [
    'createApplication',
    '/applications',
    NOBODY,
    () => ({ applicationId: 'mine', displayName: 'Mine', baseLocale: 'en' }),
  ],
  ['getApplication', '/applications/{app}', NOBODY],
  ['updateApplication', '/applications/{app}', NOBODY, () => ({ displayName: 'Mine' })],
  ['getLocales', '/applications/{app}/locales', NOBODY],
  ['importKeys', '/applications/{app}/keys/import', NOBODY, newCatalog],
  ['listKeys', '/applications/{app}/keys', NOBODY],
  ['countKeys', '/applications/{app}/keys/count', NOBODY],
  ['getKey', '/applications/{app}/keys/menu.new', NOBODY],
  ['listTranslations', '/applications/{app}/keys/menu.new/translations', NOBODY],
  ['countTranslations', '/applications/{app}/keys/menu.new/translations/count', NOBODY],
  ['getTranslation', '/applications/{app}/keys/menu.new/translations/de', NOBODY],
  ['writeTranslation', '/applications/{app}/keys/menu.new/translations/de', NOBODY, () => ({ text: 'x' })],
  ['discardDraft', '/applications/{app}/keys/menu.new/translations/de', NOBODY],
  ['publishTranslation', '/applications/{app}/keys/menu.new/translations/de/publish', NOBODY],
  ['unpublishTranslation', '/applications/{app}/keys/menu.new/translations/de/unpublish', NOBODY],
  ['listWork', '/applications/{app}/translations', NOBODY],
  ['countWork', '/applications/{app}/translations/count', NOBODY],
  ['publishTranslations', '/applications/{app}/translations/publish', NOBODY, () => ({})],
  ['importTranslations', '/applications/{app}/translations/de/import', NOBODY, () => ({ translations: [] })],
  ['getMessages', '/applications/{app}/messages/de', EVERYBODY],
  ['getMe', '/users/me', EVERYBODY],
  ['updateMe', '/users/me', [412, 412, 412, 412], () => ({ displayName: 'Eve' })],
  ['listUsers', '/users', EVERYBODY],
  ['countUsers', '/users/count', EVERYBODY],
  ['getUser', '/users/{recorder}', OWN],
  ['exportMe', '/users/me/export', EVERYBODY],
  ['eraseMe', '/users/me', [412, 412, 412, 412]],
  ['listPrivacySettings', '/privacy-settings', EVERYBODY],
  ['countPrivacySettings', '/privacy-settings/count', EVERYBODY],
  ['getPrivacySetting', '/privacy-settings/{setting}', OWN],
  ['updatePrivacySetting', '/privacy-settings/{setting}', CHANGES_OWN, () => ({ level: 'PUBLIC' })],
  ['listGroups', '/groups', EVERYBODY],
  ['countGroups', '/groups/count', EVERYBODY],
  ['createGroup', '/groups', CREATES, () => ({ displayName: 'Us' })],
  ['getGroup', '/groups/{group}', OWN],
  ['updateGroup', '/groups/{group}', CHANGES_OWN, () => ({ displayName: 'Us' })],
  ['deleteGroup', '/groups/{group}', CHANGES_OWN],
  ['listGroupMembers', '/groups/{group}/members', OWN],
  ['countGroupMembers', '/groups/{group}/members/count', OWN],
  [
    'addGroupMember',
    '/groups/{otherGroup}/members',
    [204, 403, 403, 403],
    () => ({ userId: ids['newcomer'] }),
  ],
  ['removeGroupMember', '/groups/{group}/members/{recorder}', [404, 403, 403, 403]],
  ['listCommunities', '/communities', EVERYBODY],
  ['countCommunities', '/communities/count', EVERYBODY],
  ['createCommunity', '/communities', CREATES, () => ({ displayName: 'We', joinPolicy: 'OPEN' })],
  [
    'createCommunity',
    '/communities',
    [201, 403, 403, 403],
    () => ({ displayName: 'We', joinPolicy: 'OPEN', adminGroupId: ids['otherGroup'] }),
  ],
  ['getCommunity', '/communities/{community}', EVERYBODY],
  ['updateCommunity', '/communities/{community}', CHANGES_OWN, () => ({ joinPolicy: 'OPEN' })],
  ['deleteCommunity', '/communities/{community}', CHANGES_OWN],
  ['listMemberships', '/communities/{community}/memberships', OWN],
  ['countMemberships', '/communities/{community}/memberships/count', OWN],
  ['getMembership', '/communities/{community}/memberships/{recorder}', OWN],
  ['getMembership', '/communities/{community}/memberships/{newcomer}', [404, 403, 403, 403]],
  ['endMembership', '/communities/{community}/memberships/{recorder}', [409, 403, 403, 403]],
  ['endMembership', '/communities/{community}/memberships/{newcomer}', [404, 403, 403, 403]],
  ['joinCommunity', '/communities/{community}/memberships', [409, 409, 409, 409]],
  ['joinCommunity', '/communities/{openCommunity}/memberships', [409, 201, 201, 201]],
  ['listMembershipRequests', '/communities/{community}/membership-requests', EVERYBODY],
  ['countMembershipRequests', '/communities/{community}/membership-requests/count', EVERYBODY],
  ['getMembershipRequest', '/communities/{community}/membership-requests/{request}', [200, 200, 403, 403]],
  [
    'decideMembershipRequest',
    '/communities/{community}/membership-requests/{request}',
    CHANGES_OWN,
    () => ({ status: 'APPROVED' }),
  ],
  [
    'cancelMembershipRequest',
    '/communities/{community}/membership-requests/{request}',
    CHANGES_OF_THE_PLAYER,
  ],
  ['createMembershipRequest', '/communities/{community}/membership-requests', [409, 409, 201, 201]],
  // Trust comes last, as it opens what is asked for above.
  ['grantTrust', '/trusted-editors', CREATES, () => ({ userId: ids['newcomer'] })],
]

const send = (operation: string, path: string, by: Person, body?: unknown) => {
  const found = operations.find(({ id }) => id === operation)
  assert.ok(found, operation)
  const { method, ifMatch, stream } = found
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? assert.fail(name))
  const headers = {
    ...(method === 'GET' ? {} : newKey()),
    ...(ifMatch ? { 'if-match': '"0"' } : {}),
    ...(stream ? { 'content-type': stream } : {}),
  }
  return by.send(method, filled, body, headers)
}

test('every operation stands in the table', () => {
  const listed = new Set(table.map(([operation]) => operation))
  assert.deepEqual(
    operations.map(({ id }) => id).filter((id) => !listed.has(id)),
    [],
  )
})

for (const [operation, path, answers, body] of table) {
  test(`${operation} ${path} is for those whom it concerns`, async () => {
    const found: number[] = []
    // The recorder comes last: what is theirs, they may use up.
    for (const by of [stranger, trusted, claimed, recorder]) {
      ids['newcomer'] = path.includes('{newcomer}') || body ? await world.stranger() : ''
      found.unshift((await send(operation, path, by, body?.())).status)
    }
    assert.deepEqual(found, answers)
  })
}

/** Ids of one thing in the path of another: they are not found there, by whoever may see either. */
const astray: [operation: string, path: string, body?: () => unknown][] = [
  ['getMatchEdit', '/matches/{match}/edits/{herEdit}'],
  ['getMatchEdit', '/matches/{herMatch}/edits/{edit}'],
  ['decideMatchEdit', '/matches/{match}/edits/{herEdit}', () => ({ status: 'APPROVED' })],
  ['decideMatchEdit', '/matches/{herMatch}/edits/{edit}', () => ({ status: 'APPROVED' })],
  [
    'disputeMatchParticipant',
    '/matches/{match}/participants/{herParticipant}/dispute',
    () => ({ reason: 'No.' }),
  ],
  [
    'disputeMatchParticipant',
    '/matches/{herMatch}/participants/{participant}/dispute',
    () => ({ reason: 'No.' }),
  ],
  ['withdrawDispute', '/matches/{match}/participants/{herParticipant}/dispute'],
  ['withdrawDispute', '/matches/{herMatch}/participants/{participant}/dispute'],
  ['getExpansion', '/games/{otherGame}/expansions/{expansion}'],
  ['getMembershipRequest', '/communities/{otherCommunity}/membership-requests/{request}'],
  [
    'decideMembershipRequest',
    '/communities/{otherCommunity}/membership-requests/{request}',
    () => ({ status: 'APPROVED' }),
  ],
  ['cancelMembershipRequest', '/communities/{otherCommunity}/membership-requests/{request}'],
]

for (const [operation, path, body] of astray) {
  test(`${operation} ${path} finds nothing, for anybody`, async () => {
    for (const by of [recorder, claimed, trusted, stranger])
      assert.equal((await send(operation, path, by, body?.())).status, 404)
  })
}

test('an edit of one match changes no participant of another', async () => {
  for (const [path, participant] of [
    ['/matches/{match}/edits', 'herParticipant'],
    ['/matches/{herMatch}/edits', 'participant'],
  ] as const) {
    const by = participant === 'participant' ? stranger : recorder
    assert.equal((await send('createMatchEdit', path, by, newEdit(ids[participant] ?? ''))).status, 400)
  }
})
