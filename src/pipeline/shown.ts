/** Says which right shows each field of the pipeline’s answers. */
import { CandidateActivity } from './candidates/activity.ts'
import { RetriedCandidates } from './candidates/retry-many.ts'
import { Progress } from './candidates/progress.ts'
import { Candidate, Evidence } from './candidates/schema.ts'
import { Enriching, PipelineStatus, PipelineSteps, RequestedId } from './control/schema.ts'
import { RankingImport } from './rankings/imports.ts'
import { ImportedRankings, Ranking } from './rankings/schema.ts'
import { RuleSource } from './rule-sources/schema.ts'
import { by, ref, shows } from '../resources/visibility/rights.ts'

export const PIPELINE_STATUS = {
  steps: by('scope', 'step', 'paused', 'suspendedUntil', 'suspendReason', 'running'),
  unlinkedRankings: 'scope',
  candidatesByStage: by('scope', 'PENDING_RULES', 'RULES_COLLECTED', 'INTERPRETED', 'FAILED'),
  candidatesByStatus: by('scope', 'PENDING', 'APPROVED', 'PUBLISHED', 'REJECTED'),
} as const

export const PIPELINE_FIELDS = {
  Candidate: shows(Candidate, {
    ...by('scope', 'id', 'catalogId', 'displayName', 'description', 'minPlayers', 'maxPlayers'),
    ...by('scope', 'playingTime', 'minAge', 'yearPublished', 'imageUrl', 'tags', 'isExpansion'),
    ...by('scope', 'baseGameCatalogId', 'scoreType', 'winCondition', 'stage', 'status', 'reliability'),
    ...by('scope', 'failureReason', 'gameId', 'expansionId'),
    ...by('scope', 'createdAt', 'updatedAt'),
    reliabilityChecks: by('scope', 'field', 'catalogValue', 'llmValue', 'matches'),
  }),
  Evidence: shows(Evidence, { values: by('scope', 'field', 'value', 'quote', 'url') }),
  Progress: shows(Progress, by('scope', 'step', 'working', 'failedAttempts', 'lastFailure', 'nextAttemptAt')),
  RuleSource: shows(RuleSource, {
    ...by('scope', 'id', 'url', 'title', 'contentType', 'language', 'origin', 'fetchedAt'),
    ...by('scope', 'characters', 'failureReason', 'createdAt'),
  }),
  PipelineStatus: shows(PipelineStatus, PIPELINE_STATUS),
  PipelineSteps: shows(PipelineSteps, {
    steps: {
      ...PIPELINE_STATUS.steps,
      ...by('scope', 'waiting', 'inWork', 'callsToday', 'tokensToday'),
      ...by('scope', 'lastSuccessAt', 'lastFailureAt', 'lastFailure'),
    },
  }),
  RequestedId: shows(RequestedId, {
    ...by('scope', 'catalogId', 'displayName', 'state', 'candidateId', 'failureReason', 'nextAttemptAt'),
    requestedAt: 'scope',
  }),
  CandidateActivity: shows(CandidateActivity, {
    ...by('scope', 'id', 'kind', 'step', 'clientId', 'fields', 'url', 'reason', 'nextAttemptAt', 'createdAt'),
    user: ref('scope', 'person'),
  }),
  RetriedCandidates: shows(RetriedCandidates, by('scope', 'matching', 'retryable', 'retried')),
  RankingImport: shows(RankingImport, {
    ...by('scope', 'id', 'clientId', 'storedRows', 'unreadableRows', 'createdAt'),
    user: ref('scope', 'person'),
    unreadable: by('scope', 'line', 'text', 'reason'),
  }),
  ImportedRankings: shows(ImportedRankings, by('scope', 'storedRows', 'unreadableRows')),
  Enriching: shows(Enriching, by('scope', 'queued', 'known')),
  Ranking: shows(Ranking, {
    ...by('scope', 'catalogId', 'displayName', 'yearPublished', 'rank', 'bayesAverage', 'average'),
    ...by('scope', 'usersRated', 'isExpansion', 'familyRanks', 'candidateId', 'importedAt'),
  }),
} as const
