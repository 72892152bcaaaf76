/** Operations on matches, games, the catalog pipeline, and statistics. */
import * as imports from '../imports/operations.ts'
import * as candidates from '../pipeline/candidates/operations.ts'
import * as pipeline from '../pipeline/control/operations.ts'
import * as rankings from '../pipeline/rankings/operations.ts'
import * as ruleSources from '../pipeline/rule-sources/operations.ts'
import * as canonicalPlayers from '../resources/canonical-players/operations.ts'
import * as expansions from '../resources/expansions/operations.ts'
import * as gameImages from '../resources/game-images/operations.ts'
import * as games from '../resources/games/operations.ts'
import * as ghostPlayers from '../resources/ghost-players/operations.ts'
import * as matchEdits from '../resources/match-edits/operations.ts'
import * as disputes from '../resources/disputes/operations.ts'
import * as matches from '../resources/matches/operations.ts'
import * as playsets from '../resources/playsets/operations.ts'
import * as ratings from '../resources/ratings/operations.ts'
import * as results from '../resources/results/operations.ts'
import * as statistics from '../resources/statistics/operations.ts'
import * as suggestions from '../resources/suggestions/operations.ts'
import type { Resource } from './resource.ts'

export const play: Resource[] = [
  {
    tag: 'matches',
    description: 'Matches that people record: first as drafts, then with final results.',
    operations: [
      matches.listMatches,
      matches.countMatches,
      matches.createMatch,
      matches.getMatch,
      matches.getMatchPeople,
      matches.getMatchAnswerable,
      matches.updateMatch,
      matches.deleteMatch,
      matches.finalizeMatch,
      matches.disputeMatchParticipant,
      matches.withdrawDispute,
      disputes.listDisputes,
      disputes.countDisputes,
    ],
  },
  {
    tag: 'suggestions',
    description: 'What a person is likely to choose when they record a match.',
    operations: [suggestions.getSuggestions],
  },
  {
    tag: 'imports',
    description: 'Files of other trackers, and the matches that are made of them.',
    operations: [
      imports.listImports,
      imports.countImports,
      imports.createImport,
      imports.getImport,
      imports.updateImport,
      imports.deleteImport,
      imports.startImport,
      imports.listImportQuestions,
      imports.countImportQuestions,
      imports.listImportPlays,
      imports.countImportPlays,
      imports.listMissingGames,
      imports.countMissingGames,
    ],
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
      matchEdits.withdrawMatchEdit,
      matchEdits.listAllMatchEdits,
      matchEdits.countAllMatchEdits,
    ],
  },
  {
    tag: 'games',
    description: 'The games that people play.',
    operations: [
      games.listGames,
      games.countGames,
      games.createGame,
      games.getGame,
      games.updateGame,
      gameImages.listGameImages,
      gameImages.countGameImages,
      gameImages.getGameImage,
      gameImages.putGameImage,
      gameImages.deleteGameImage,
    ],
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
      candidates.retryCandidates,
      candidates.listCandidateActivity,
      candidates.countCandidateActivity,
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
      pipeline.getPipelineSteps,
      pipeline.listRequestedIds,
      pipeline.countRequestedIds,
      rankings.importRankings,
      pipeline.enrichFromCatalog,
    ],
  },
  {
    tag: 'rankings',
    description: 'The ranking of the external catalogue.',
    operations: [
      rankings.listRankings,
      rankings.countRankings,
      rankings.listRankingImports,
      rankings.countRankingImports,
      rankings.getRanking,
    ],
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
      statistics.getStatisticsOfGhostPlayer,
      statistics.listOpponentsOfGhostPlayer,
      statistics.countOpponentsOfGhostPlayer,
      statistics.getHeadToHeadOfGhostPlayer,
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
      statistics.getOwnLeaderboard,
    ],
  },
]

export type PlayModules = typeof candidates &
  typeof canonicalPlayers &
  typeof disputes &
  typeof expansions &
  typeof gameImages &
  typeof imports &
  typeof games &
  typeof ghostPlayers &
  typeof matchEdits &
  typeof matches &
  typeof pipeline &
  typeof playsets &
  typeof rankings &
  typeof ratings &
  typeof results &
  typeof ruleSources &
  typeof statistics &
  typeof suggestions
