/** The API, whole: every operation by resource, in the order of the interface specification. */
import * as candidates from './pipeline/candidates/operations.ts'
import * as pipeline from './pipeline/control/operations.ts'
import * as ruleSources from './pipeline/rule-sources/operations.ts'
import * as rankings from './pipeline/rankings/operations.ts'
import type { Operation } from './http/operation/operation.ts'
import * as applications from './messages/applications/operations.ts'
import * as messageKeys from './messages/keys/operations.ts'
import * as published from './messages/published/operations.ts'
import * as translations from './messages/translations/operations.ts'
import * as bulk from './messages/translations/bulk/operations.ts'
import * as canonicalPlayers from './resources/canonical-players/operations.ts'
import * as claimEdges from './resources/claim-edges/operations.ts'
import * as claimRequests from './resources/claim-requests/operations.ts'
import * as communities from './resources/communities/operations.ts'
import * as expansions from './resources/expansions/operations.ts'
import * as games from './resources/games/operations.ts'
import * as ghostPlayers from './resources/ghost-players/operations.ts'
import * as groups from './resources/groups/operations.ts'
import * as matchEdits from './resources/match-edits/operations.ts'
import * as matches from './resources/matches/operations.ts'
import * as membershipRequests from './resources/membership-requests/operations.ts'
import * as memberships from './resources/memberships/operations.ts'
import * as playsets from './resources/playsets/operations.ts'
import * as privacySettings from './resources/privacy-settings/operations.ts'
import * as ratings from './resources/ratings/operations.ts'
import * as results from './resources/results/operations.ts'
import * as statistics from './resources/statistics/operations.ts'
import * as suggestions from './resources/suggestions/operations.ts'
import * as trustedEditors from './resources/trusted-editors/operations.ts'
import * as users from './resources/users/operations.ts'
import * as clients from './identity/clients/operations.ts'
import * as account from './account/operations.ts'
import * as accounts from './identity/administration/operations.ts'
import * as audit from './identity/audit/operations.ts'
import * as tokens from './identity/personal-tokens/operations.ts'
import * as system from './system/operations.ts'

/** A tag groups operations in the document; its operations stand in the order of their module. */
interface Resource {
  tag: string
  description: string
  operations: Operation[]
}

export const api: Resource[] = [
  {
    tag: 'matches',
    description: 'Matches that people record: first as drafts, then with final results.',
    operations: [
      matches.listMatches,
      matches.countMatches,
      matches.createMatch,
      matches.getMatch,
      matches.getMatchPeople,
      matches.updateMatch,
      matches.deleteMatch,
      matches.finalizeMatch,
      matches.disputeMatchParticipant,
      matches.withdrawDispute,
    ],
  },
  {
    tag: 'suggestions',
    description: 'What a person is likely to choose when they record a match.',
    operations: [suggestions.getSuggestions],
  },
  {
    tag: 'matchEdits',
    description: 'Proposals to change a finalized match.',
    operations: [
      matchEdits.listMatchEdits,
      matchEdits.countMatchEdits,
      matchEdits.createMatchEdit,
      matchEdits.getMatchEdit,
      matchEdits.decideMatchEdit,
    ],
  },
  {
    tag: 'games',
    description: 'The games that people play.',
    operations: [games.listGames, games.countGames, games.createGame, games.getGame, games.updateGame],
  },
  {
    tag: 'expansions',
    description: 'The expansions of a game.',
    operations: [
      expansions.listExpansions,
      expansions.countExpansions,
      expansions.createExpansion,
      expansions.getExpansion,
      expansions.updateExpansion,
    ],
  },
  {
    tag: 'candidates',
    description: 'Games and expansions of the external catalogue, before they are published as games here.',
    operations: [
      candidates.listCandidates,
      candidates.countCandidates,
      candidates.createCandidate,
      candidates.getCandidate,
      candidates.updateCandidate,
      candidates.getCandidateEvidence,
      candidates.getCandidateProgress,
      candidates.approveCandidate,
      candidates.rejectCandidate,
      candidates.retryCandidate,
      ruleSources.listRuleSources,
      ruleSources.countRuleSources,
      ruleSources.createRuleSource,
      ruleSources.getRuleSource,
      ruleSources.deleteRuleSource,
    ],
  },
  {
    tag: 'pipeline',
    description: 'The steps of the game-catalog pipeline, and the import of the catalogue’s ranking.',
    operations: [
      pipeline.pausePipeline,
      pipeline.getPipelineStatus,
      pipeline.resumePipeline,
      rankings.importRankings,
      pipeline.enrichFromCatalog,
    ],
  },
  {
    tag: 'rankings',
    description: 'The ranking of the external catalogue.',
    operations: [rankings.listRankings, rankings.countRankings, rankings.getRanking],
  },
  {
    tag: 'playsets',
    description: 'How people play a game: rule variants, a scenario, expansions.',
    operations: [
      playsets.listPlaysets,
      playsets.countPlaysets,
      playsets.createPlayset,
      playsets.getPlayset,
      playsets.updatePlayset,
      playsets.deletePlayset,
    ],
  },
  {
    tag: 'ghostPlayers',
    description: 'Named stand-ins for people in matches.',
    operations: [
      ghostPlayers.listGhostPlayers,
      ghostPlayers.countGhostPlayers,
      ghostPlayers.createGhostPlayer,
      ghostPlayers.getGhostPlayer,
      ghostPlayers.updateGhostPlayer,
      ghostPlayers.deleteGhostPlayer,
      ghostPlayers.listMatchesOfGhostPlayer,
      ghostPlayers.countMatchesOfGhostPlayer,
      ghostPlayers.listMyGhostPlayers,
      ghostPlayers.countMyGhostPlayers,
    ],
  },
  {
    tag: 'canonicalPlayers',
    description: 'The one player that each user is, with the history of their matches.',
    operations: [
      canonicalPlayers.listCanonicalPlayers,
      canonicalPlayers.countCanonicalPlayers,
      canonicalPlayers.getCanonicalPlayer,
      canonicalPlayers.listClaimedGhostPlayers,
      canonicalPlayers.countClaimedGhostPlayers,
      canonicalPlayers.listHistory,
      canonicalPlayers.countHistory,
    ],
  },
  {
    tag: 'statistics',
    description: 'Results and statistics, from the matches that the caller may see.',
    operations: [
      results.listResults,
      results.countResults,
      statistics.getPersonStatistics,
      statistics.listOpponents,
      statistics.countOpponents,
      statistics.getHeadToHead,
      statistics.getGameStatistics,
      statistics.getCommunityStatistics,
      statistics.getRecap,
      statistics.getOwnRating,
    ],
  },
  {
    tag: 'leaderboards',
    description: 'Rankings of the players of a game.',
    operations: [
      ratings.listGameLeaderboard,
      ratings.countGameLeaderboard,
      ratings.listCommunityLeaderboard,
      ratings.countCommunityLeaderboard,
    ],
  },
  {
    tag: 'trustedEditors',
    description: 'Users that a user trusts: their edits of this user’s matches are approved at once.',
    operations: [
      trustedEditors.listTrustedEditors,
      trustedEditors.countTrustedEditors,
      trustedEditors.grantTrust,
      trustedEditors.getTrustedEditor,
      trustedEditors.revokeTrust,
    ],
  },
  {
    tag: 'claimRequests',
    description:
      'Requests of canonical players to claim ghost players. The owner of the ghost player decides.',
    operations: [
      claimRequests.listClaimRequests,
      claimRequests.countClaimRequests,
      claimRequests.createClaimRequest,
      claimRequests.getClaimRequest,
      claimRequests.decideClaimRequest,
      claimRequests.cancelClaimRequest,
    ],
  },
  {
    tag: 'claimEdges',
    description: 'The links from canonical players to the ghost players that they have claimed.',
    operations: [
      claimEdges.listClaimEdges,
      claimEdges.countClaimEdges,
      claimEdges.getClaimEdge,
      claimEdges.revokeClaimEdge,
    ],
  },
  {
    tag: 'privacySettings',
    description: 'Who may see a user’s profile, history and match details.',
    operations: [
      privacySettings.listPrivacySettings,
      privacySettings.countPrivacySettings,
      privacySettings.getPrivacySetting,
      privacySettings.updatePrivacySetting,
    ],
  },
  {
    tag: 'groups',
    description: 'Lists of people that a user makes, to let them see or administer something.',
    operations: [
      groups.listGroups,
      groups.countGroups,
      groups.createGroup,
      groups.getGroup,
      groups.updateGroup,
      groups.deleteGroup,
      groups.listGroupMembers,
      groups.countGroupMembers,
      groups.addGroupMember,
      groups.removeGroupMember,
      groups.listMyGroups,
      groups.countMyGroups,
    ],
  },
  {
    tag: 'communities',
    description: 'People who share the matches that are attached to their community.',
    operations: [
      communities.listCommunities,
      communities.countCommunities,
      communities.createCommunity,
      communities.getCommunity,
      communities.updateCommunity,
      communities.deleteCommunity,
    ],
  },
  {
    tag: 'memberships',
    description: 'The members of communities.',
    operations: [
      memberships.listMemberships,
      memberships.countMemberships,
      memberships.joinCommunity,
      memberships.getMembership,
      memberships.endMembership,
      memberships.listMyMemberships,
      memberships.countMyMemberships,
    ],
  },
  {
    tag: 'membershipRequests',
    description: 'Requests to join a community.',
    operations: [
      membershipRequests.listMembershipRequests,
      membershipRequests.countMembershipRequests,
      membershipRequests.createMembershipRequest,
      membershipRequests.getMembershipRequest,
      membershipRequests.decideMembershipRequest,
      membershipRequests.cancelMembershipRequest,
    ],
  },
  {
    tag: 'users',
    description: 'The people who use the service.',
    operations: [
      users.getMe,
      users.updateMe,
      users.listUsers,
      users.countUsers,
      users.getUser,
      account.exportMe,
      account.eraseMe,
    ],
  },
  {
    tag: 'tokens',
    description: 'Personal access tokens, which people make for their scripts.',
    operations: [tokens.listTokens, tokens.countTokens, tokens.createToken, tokens.deleteToken],
  },
  {
    tag: 'administration',
    description: 'Accounts and their roles, the audit, and the state of the service.',
    operations: [
      accounts.listAccounts,
      accounts.countAccounts,
      accounts.listLinks,
      accounts.countLinks,
      accounts.createAccountLink,
      accounts.endAccountLink,
      accounts.getAccount,
      accounts.updateAccount,
      accounts.endSessions,
      audit.listAudit,
      audit.countAudit,
      system.getSystemStatus,
    ],
  },
  {
    tag: 'clients',
    description: 'Apps and services that get access tokens from the embedded OpenID provider.',
    operations: [
      clients.listClients,
      clients.countClients,
      clients.createClient,
      clients.renewClientSecret,
      clients.deleteClient,
    ],
  },
  {
    tag: 'applications',
    description: 'Applications whose texts this service stores.',
    operations: [
      applications.listApplications,
      applications.countApplications,
      applications.createApplication,
      applications.getApplication,
      applications.updateApplication,
      applications.getLocales,
    ],
  },
  {
    tag: 'messageKeys',
    description: 'The keys of an application with their base texts, imported by its build.',
    operations: [messageKeys.importKeys, messageKeys.listKeys, messageKeys.countKeys, messageKeys.getKey],
  },
  {
    tag: 'translations',
    description: 'The texts of the keys in other locales: drafts, until an owner publishes them.',
    operations: [
      translations.listTranslations,
      translations.countTranslations,
      translations.getTranslation,
      translations.writeTranslation,
      translations.discardDraft,
      translations.publishTranslation,
      translations.unpublishTranslation,
      bulk.listWork,
      bulk.countWork,
      bulk.publishTranslations,
      bulk.importTranslations,
    ],
  },
  {
    tag: 'messages',
    description: 'The published texts, as an application fetches them.',
    operations: [published.getMessages],
  },
]

type Modules = typeof account &
  typeof accounts &
  typeof applications &
  typeof audit &
  typeof bulk &
  typeof candidates &
  typeof canonicalPlayers &
  typeof claimEdges &
  typeof claimRequests &
  typeof clients &
  typeof communities &
  typeof expansions &
  typeof games &
  typeof ghostPlayers &
  typeof groups &
  typeof matchEdits &
  typeof matches &
  typeof membershipRequests &
  typeof memberships &
  typeof messageKeys &
  typeof pipeline &
  typeof playsets &
  typeof privacySettings &
  typeof published &
  typeof rankings &
  typeof ratings &
  typeof results &
  typeof ruleSources &
  typeof statistics &
  typeof suggestions &
  typeof system &
  typeof tokens &
  typeof translations &
  typeof trustedEditors &
  typeof users

/** Each operation's type by its id, which is also the name of its export; a test ensures that. Only the compiler uses it. */
export type Api = { [Id in keyof Modules as Modules[Id] extends Operation ? Id : never]: Modules[Id] }

/** Every operation of the API. */
export const operations: Operation[] = api.flatMap((resource) => resource.operations)
