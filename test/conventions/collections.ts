/** The filters and sorts of each list, by the specification and the decisions. */
import { operations } from '../../src/api.ts'
import type { Right } from '../../src/resources/visibility/rights.ts'

export const ENUMERATIONS = {
  scoreType: { good: ['SCORE'], bad: ['score', 'POINTS', 'S*'] },
  status: { good: ['PENDING', 'REJECTED'], bad: ['pending', 'DRAFT', 'P*'] },
  dataType: { good: ['PROFILE', 'MATCH_HISTORY'], bad: ['profile', 'MATCHES', 'P*'] },
  level: { good: ['PRIVATE', 'PRIVILEGED_ACCESS'], bad: ['private', 'SECRET', 'P*'] },
  extent: { good: ['ALL', 'PART'], bad: ['all', 'NONE', 'P*'] },
  inbox: { good: ['DISPUTE', 'INVITATION'], bad: ['dispute', 'EDIT', 'D*'] },
  direction: { good: ['IN', 'ANSWERED'], bad: ['in', 'BOTH', 'I*'] },
  joinPolicy: { good: ['OPEN', 'REQUIRES_APPROVAL'], bad: ['open', 'CLOSED', 'O*'] },
  stage: { good: ['FAILED', 'PENDING_RULES'], bad: ['PENDING'] },
  reliability: { good: ['UNVERIFIED'], bad: ['SURE'] },
  method: { good: ['PASSKEY', 'LINK'], bad: ['passkey', 'KEY', 'P*'] },
  link: { good: ['INVITATION', 'RESET'], bad: ['invitation', 'R*'] },
  event: { good: ['TOKEN_MADE', 'SIGNED_IN'], bad: ['token_made', 'T*'] },
  invitation: { good: ['GHOST_PLAYER', 'COMMUNITY'], bad: ['ghost_player', 'GROUP', 'G*'] },
  invitationState: { good: ['OPEN', 'USED'], bad: ['open', 'REVOKED', 'O*'] },
  origin: { good: ['MANUAL', 'SEARCH'], bad: ['manual'] },
  activityKind: { good: ['APPROVED', 'SOURCE_READ'], bad: ['SEEN'] },
  pipelineStep: { good: ['COLLECT_RULES', 'PUBLISH'], bad: ['REST'] },
  requestState: { good: ['WAITING', 'NOT_A_GAME'], bad: ['PENDING'] },
  imageOrigin: { good: ['UPLOADED', 'FETCHED'], bad: ['uploaded', 'DRAWN', 'U*'] },
  result: { good: ['COMPETITIVE', 'ALONE'], bad: ['competitive', 'WON'] },
  disabledReason: { good: ['MAKER', 'GONE'], bad: ['maker', 'BROKEN', 'G*'] },
  delivery: { good: ['ping', 'game.created'], bad: ['PING', 'game.*'] },
  deliveryState: { good: ['WAITING', 'FAILED'], bad: ['waiting', 'LOST', 'W*'] },
  importFormat: { good: ['BG_STATS', 'CSV'], bad: ['bg-stats', 'B*'] },
  importState: { good: ['READY', 'DONE'], bad: ['ready', 'R*'] },
  importKind: { good: ['PERSON', 'GAME'], bad: ['person', 'P*'] },
  decision: { good: ['ASKED', 'NEW'], bad: ['asked', 'A*'] },
  playStatus: { good: ['NEW', 'IMPORTED'], bad: ['new', 'I*'] },
  client: { good: ['WEB', 'SERVICE'], bad: ['web', 'APP'] },
  keyStatus: { good: ['ACTIVE', 'OBSOLETE'], bad: ['active', 'DRAFT'] },
  translation: { good: ['DRAFT', 'PUBLISHED'], bad: ['draft', 'ACTIVE'] },
}

export type Kind = 'uuid' | 'text' | 'integer' | 'boolean' | 'time' | keyof typeof ENUMERATIONS

interface Listed {
  filters: Record<string, Kind>
  sorts: string[]
  /** The rights of fields that a filter can read although no item shows them under this name. */
  reads?: Record<string, Right>
}

/** Makes the table of fields. `kinds` has the names of the fields of each kind, separated by blanks. */
const fields = (kinds: { [K in Kind]?: string }): Record<string, Kind> =>
  Object.fromEntries(
    Object.entries(kinds).flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind as Kind])),
  )

/** The sorts that most resources have. */
const GENERAL = ['id', 'name', 'createdAt', 'updatedAt']
const BY_AGE = ['id', 'createdAt']

const MATCHES: Listed = {
  filters: fields({
    uuid: 'id gameId playsetId communityId recorderId lastEditedById expansionsId',
    text: 'gameName playsetName communityName recorderName expansionsName',
    time: 'playedAt finalizedAt lastEditedAt createdAt',
    boolean: 'editRequestsEnabled',
  }),
  sorts: ['id', 'playedAt', 'finalizedAt', 'createdAt'],
}

const GHOST_PLAYERS: Listed = {
  filters: fields({
    uuid: 'id ownerId',
    text: 'name ownerName',
    boolean: 'isSelf',
    time: 'createdAt updatedAt',
  }),
  sorts: GENERAL,
}

const LEADERBOARD: Listed = {
  filters: fields({ uuid: 'ghostPlayerId', text: 'ghostPlayerName', integer: 'matches' }),
  sorts: ['rating', 'wins', 'winShare'],
}

const OPPONENTS: Listed = {
  filters: fields({ integer: 'met ahead', time: 'lastMetAt' }),
  sorts: ['met', 'ahead', 'lastMetAt'],
}

export const COLLECTIONS = {
  listMatches: MATCHES,
  listMatchesOfGhostPlayer: MATCHES,
  listHistory: MATCHES,
  listMatchEdits: {
    filters: fields({
      uuid: 'id proposedById decidedById',
      text: 'proposedByName decidedByName',
      status: 'status',
      time: 'createdAt',
    }),
    sorts: ['id', 'status', 'createdAt'],
  },
  listAllMatchEdits: {
    filters: fields({
      uuid: 'id matchId recorderId proposedById',
      status: 'status',
      time: 'createdAt decidedAt',
    }),
    sorts: ['id', 'createdAt', 'decidedAt'],
    reads: { recorderId: 'seen' },
  },
  listDisputes: {
    filters: fields({ uuid: 'matchParticipantId matchId recorderId disputedById', time: 'disputedAt' }),
    sorts: ['disputedAt'],
  },
  listInbox: {
    filters: fields({ inbox: 'kind', direction: 'direction', time: 'since', boolean: 'seen' }),
    sorts: ['since'],
  },
  listGames: {
    filters: fields({
      uuid: 'id',
      text: 'name tags sourceRef',
      scoreType: 'scoreType',
      integer: 'minPlayers maxPlayers',
      time: 'createdAt updatedAt',
    }),
    sorts: ['id', 'name', 'minPlayers', 'maxPlayers', 'createdAt', 'updatedAt'],
  },
  listGameImages: {
    filters: fields({ uuid: 'gameId', text: 'gameName', imageOrigin: 'origin' }),
    sorts: ['gameId', 'gameName'],
  },
  listExpansions: {
    filters: fields({ uuid: 'id', text: 'name sourceRef', time: 'createdAt updatedAt' }),
    sorts: GENERAL,
  },
  listCandidates: {
    filters: fields({
      uuid: 'id gameId expansionId',
      text: 'name',
      integer: 'catalogId baseGameCatalogId yearPublished',
      boolean: 'isExpansion',
      stage: 'stage',
      status: 'status',
      reliability: 'reliability',
      scoreType: 'scoreType',
      time: 'createdAt updatedAt',
    }),
    sorts: [...GENERAL, 'rank'],
    reads: { rank: 'scope' },
  },
  listRuleSources: { filters: fields({ uuid: 'id', origin: 'origin', time: 'createdAt' }), sorts: BY_AGE },
  listRankings: {
    filters: fields({
      integer: 'catalogId yearPublished rank usersRated',
      text: 'name',
      boolean: 'isExpansion',
      uuid: 'candidateId',
      time: 'importedAt',
    }),
    sorts: ['catalogId', 'name', 'rank'],
  },
  listCandidateActivity: {
    filters: fields({ uuid: 'id', activityKind: 'kind', pipelineStep: 'step', time: 'createdAt' }),
    sorts: BY_AGE,
  },
  listRequestedIds: {
    filters: fields({
      integer: 'catalogId',
      requestState: 'state',
      uuid: 'candidateId',
      time: 'requestedAt',
    }),
    sorts: ['catalogId', 'requestedAt'],
  },
  listRankingImports: { filters: fields({ uuid: 'id', time: 'createdAt' }), sorts: BY_AGE },
  listPlaysets: {
    filters: fields({
      uuid: 'id gameId ownerId',
      text: 'name gameName ownerName',
      time: 'createdAt updatedAt',
    }),
    sorts: GENERAL,
  },
  listGhostPlayers: GHOST_PLAYERS,
  listMyGhostPlayers: GHOST_PLAYERS,
  listClaimedGhostPlayers: GHOST_PLAYERS,
  listCanonicalPlayers: {
    filters: fields({ uuid: 'id userId', text: 'name', time: 'createdAt' }),
    sorts: ['id', 'name', 'createdAt'],
  },
  listResults: {
    filters: fields({
      uuid: 'matchId gameId communityId',
      time: 'playedAt',
      result: 'kind',
      boolean: 'won',
    }),
    sorts: ['playedAt'],
    reads: { gameId: 'seen', communityId: 'seen', playedAt: 'seen' },
  },
  listOpponents: OPPONENTS,
  listOpponentsOfGhostPlayer: OPPONENTS,
  listGameLeaderboard: LEADERBOARD,
  listCommunityLeaderboard: LEADERBOARD,
  listSamePeople: {
    filters: fields({ uuid: 'id', boolean: 'isSame', time: 'createdAt' }),
    sorts: BY_AGE,
  },
  listNotificationDevices: {
    filters: fields({ uuid: 'id', text: 'name', time: 'createdAt sentAt' }),
    sorts: BY_AGE,
  },
  listTrustedEditors: {
    filters: fields({
      uuid: 'id grantorId editorId',
      text: 'grantorName editorName',
      time: 'createdAt revokedAt',
    }),
    sorts: BY_AGE,
  },
  listInvitations: {
    filters: fields({
      uuid: 'id inviterId recipientId ghostPlayerId communityId',
      invitation: 'kind',
      invitationState: 'state',
      time: 'expiresAt createdAt',
    }),
    sorts: BY_AGE,
  },
  listClaimRequests: {
    filters: fields({
      uuid: 'id canonicalPlayerId ghostPlayerId decidedById',
      text: 'canonicalPlayerName ghostPlayerName',
      status: 'status',
      time: 'createdAt',
    }),
    sorts: BY_AGE,
  },
  listClaimEdges: {
    filters: fields({
      uuid: 'id canonicalPlayerId ghostPlayerId',
      text: 'canonicalPlayerName ghostPlayerName',
      time: 'revokedAt createdAt',
    }),
    sorts: BY_AGE,
  },
  listPrivacySettings: {
    filters: fields({ uuid: 'id', dataType: 'dataType', level: 'level', time: 'createdAt updatedAt' }),
    sorts: ['id', 'createdAt', 'updatedAt'],
  },
  listAudience: {
    filters: fields({ uuid: 'id', text: 'name', extent: 'sees', integer: 'met' }),
    sorts: ['id', 'name', 'met'],
  },
  listGroups: {
    filters: fields({ uuid: 'id membersId', text: 'name membersName', time: 'createdAt updatedAt' }),
    sorts: GENERAL,
    reads: { membersId: 'own', membersName: 'person' },
  },
  listGroupMembers: {
    filters: fields({ uuid: 'id', text: 'name', time: 'createdAt' }),
    sorts: ['id', 'name', 'createdAt'],
    reads: { createdAt: 'own' },
  },
  listMyGroups: {
    filters: fields({ uuid: 'id ownerId', text: 'name ownerName', time: 'createdAt updatedAt' }),
    sorts: GENERAL,
  },
  listCommunities: {
    filters: fields({
      uuid: 'id ownerId',
      text: 'name ownerName',
      joinPolicy: 'joinPolicy',
      time: 'createdAt updatedAt',
    }),
    sorts: GENERAL,
  },
  listMemberships: {
    filters: fields({ uuid: 'id userId', text: 'userName', time: 'createdAt' }),
    sorts: BY_AGE,
  },
  listMyMemberships: {
    filters: fields({ uuid: 'id communityId', text: 'communityName', time: 'createdAt' }),
    sorts: BY_AGE,
  },
  listMembershipRequests: {
    filters: fields({ uuid: 'id userId decidedById', text: 'userName', status: 'status', time: 'createdAt' }),
    sorts: BY_AGE,
  },
  listUsers: {
    filters: fields({ uuid: 'id', text: 'name', time: 'createdAt' }),
    sorts: ['id', 'name', 'createdAt'],
  },
  listTokens: {
    filters: fields({ uuid: 'id', text: 'name', time: 'createdAt expiresAt' }),
    sorts: ['id', 'name', 'createdAt', 'expiresAt'],
  },
  listAccounts: {
    filters: fields({
      uuid: 'id',
      text: 'name email roles',
      boolean: 'disabled',
      time: 'createdAt updatedAt',
    }),
    sorts: GENERAL,
    reads: { disabled: 'scope' },
  },
  listAccountSessions: {
    filters: fields({
      uuid: 'id',
      method: 'method',
      text: 'address',
      time: 'createdAt lastSeenAt',
    }),
    sorts: ['id', 'createdAt', 'lastSeenAt'],
  },
  listAccountTokens: {
    filters: fields({ uuid: 'id', text: 'name', time: 'createdAt expiresAt' }),
    sorts: ['id', 'name', 'createdAt', 'expiresAt'],
  },
  listLinks: {
    filters: fields({
      uuid: 'id accountId makerId',
      link: 'kind',
      boolean: 'good',
      time: 'expiresAt createdAt',
    }),
    sorts: ['id', 'createdAt', 'expiresAt'],
  },
  listAudit: {
    filters: fields({
      uuid: 'id accountId actorId actorTokenId',
      text: 'clientId actorClientId',
      event: 'kind',
      time: 'createdAt',
    }),
    sorts: BY_AGE,
    reads: { actorClientId: 'scope', actorTokenId: 'scope' },
  },
  listClients: {
    filters: fields({ uuid: 'id', text: 'name', client: 'kind', time: 'createdAt' }),
    sorts: ['name', 'createdAt'],
  },
  listWebhooks: {
    filters: fields({
      uuid: 'id makerId',
      text: 'url',
      boolean: 'enabled',
      disabledReason: 'disabledReason',
      time: 'createdAt updatedAt',
    }),
    sorts: ['id', 'createdAt', 'updatedAt'],
  },
  listWebhookDeliveries: {
    filters: fields({
      uuid: 'id',
      delivery: 'kind',
      deliveryState: 'state',
      integer: 'lastStatus',
      time: 'happenedAt createdAt',
    }),
    sorts: BY_AGE,
  },
  listImports: {
    filters: fields({
      uuid: 'id',
      importFormat: 'format',
      importState: 'state',
      text: 'fileDigest',
      time: 'createdAt updatedAt',
    }),
    sorts: ['id', 'createdAt', 'updatedAt'],
  },
  listImportQuestions: {
    filters: fields({
      uuid: 'id',
      importKind: 'kind',
      text: 'name',
      decision: 'decision',
      boolean: 'answered',
      integer: 'plays',
    }),
    sorts: ['id', 'plays'],
  },
  listImportPlays: {
    filters: fields({
      uuid: 'id matchId',
      integer: 'position',
      playStatus: 'status',
      text: 'reason',
    }),
    sorts: ['id', 'position'],
  },
  listMissingGames: {
    filters: fields({ uuid: 'id', text: 'name', integer: 'bggId people plays' }),
    sorts: ['id', 'name', 'people', 'plays'],
  },
  listApplications: {
    filters: fields({ text: 'applicationId name baseLocale', time: 'createdAt updatedAt' }),
    sorts: ['applicationId', 'name', 'createdAt', 'updatedAt'],
  },
  listKeys: {
    filters: fields({ text: 'key description', keyStatus: 'status', time: 'createdAt updatedAt' }),
    sorts: ['key', 'createdAt', 'updatedAt'],
  },
  listTranslations: {
    filters: fields({ text: 'locale', translation: 'status', boolean: 'invalid outdated' }),
    sorts: ['locale', 'createdAt'],
  },
  listWork: {
    filters: fields({ text: 'key locale', translation: 'status', boolean: 'invalid outdated' }),
    sorts: ['key', 'createdAt'],
  },
  listMissingTranslations: {
    filters: fields({ text: 'key description', time: 'createdAt updatedAt' }),
    sorts: ['key', 'createdAt', 'updatedAt'],
  },
} satisfies Record<string, Listed>

export type ListId = keyof typeof COLLECTIONS
export const LIST_IDS = Object.keys(COLLECTIONS) as ListId[]
export const collectionOf = (id: ListId): Listed => COLLECTIONS[id]

/** The operations that are lists: unlike counts, they have a `limit`. */
export const lists = operations.filter(({ query }) => query.parameters.some(({ name }) => name === 'limit'))

/** The name of a list in a test: `listMatchEdits` lists match edits. */
export const nounOf = (id: string) =>
  id
    .replace(/^list/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim()
