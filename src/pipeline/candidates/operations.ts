/** What people can do with candidates. The steps of the pipeline do everything else. */
import { sql } from '../../db/sql.ts'
import { anybody, change, count, list, read, version } from '../../http/operation/define.ts'
import { flag, optionalParameters } from '../../http/operation/optional-parameters.ts'
import { created, ok } from '../../http/operation/responds.ts'
import { CandidateActivity, activity } from './activity.ts'
import { changed } from './change.ts'
import { BLANK } from './fields.ts'
import { candidates } from './json.ts'
import { Progress, showProgress } from './progress.ts'
import {
  mustBeBaseGame,
  mustBeComplete,
  mustBePending,
  mustNotBeRejected,
  mustStay,
  placeOf,
  retried,
} from './rules.ts'
import {
  ApproveCandidate,
  Candidate,
  CreateCandidate,
  Evidence,
  RetryCandidate,
  UpdateCandidate,
} from './schema.ts'
import { RetriedCandidates, RetryCandidates, retryMany } from './retry-many.ts'
import * as store from './store.ts'
import { JUST_NOW, events, wasChanged, wasMade } from '../../resources/events/write.ts'

export const listCandidates = list({
  id: 'listCandidates',
  route: 'GET /candidates',
  summary: 'The candidates of the game-catalog pipeline',
  scope: 'svc-engine:candidate-read',
  anyone: true,
  item: Candidate,
  of: candidates,
})

export const countCandidates = count({
  id: 'countCandidates',
  route: 'GET /candidates/count',
  summary: 'How many candidates there are',
  scope: 'svc-engine:candidate-read',
  anyone: true,
  of: candidates,
})

export const createCandidate = change({
  id: 'createCandidate',
  route: 'POST /candidates',
  summary: 'Add a candidate by hand',
  description: 'The catalogue fills in the fields that are left out; fields that are sent keep their values.',
  scope: 'svc-engine:candidate-create',
  anyone: true,
  body: CreateCandidate,
  responds: created(Candidate),
  changes: ({ shown }) => events(wasMade('candidate', shown?.id)),
  run({ db, caller, body: { catalogId, ...body } }) {
    const blank = { ...BLANK, displayName: body.displayName, manuallySet: [] }
    const { values, manuallySet } = changed(blank, body)
    return store.insert(db, caller, catalogId, values, manuallySet)
  },
})

export const getCandidate = read({
  id: 'getCandidate',
  route: 'GET /candidates/{candidateId}',
  summary: 'A candidate',
  scope: 'svc-engine:candidate-read',
  anyone: true,
  responds: ok(Candidate),
  show: ({ params }) => store.show(params.candidateId),
})

export const getCandidateEvidence = read({
  id: 'getCandidateEvidence',
  route: 'GET /candidates/{candidateId}/evidence',
  summary: 'The values that were read from rulebooks, with the quotes that support them',
  scope: 'svc-engine:candidate-read',
  anyone: true,
  responds: { status: 200, schema: Evidence, etag: false, location: false },
  show: ({ params }) => store.showEvidence(params.candidateId),
})

export const getCandidateProgress = read({
  id: 'getCandidateProgress',
  route: 'GET /candidates/{candidateId}/progress',
  summary: 'The step that a candidate waits for, how often it failed, and when it is tried again',
  scope: 'svc-engine:candidate-read',
  anyone: true,
  responds: { status: 200, schema: Progress, etag: false, location: false },
  show: ({ params }) => showProgress(params.candidateId),
})

export const listCandidateActivity = list({
  id: 'listCandidateActivity',
  route: 'GET /candidates/{candidateId}/activity',
  summary: 'What people and the steps of the pipeline did with a candidate',
  scope: 'svc-engine:candidate-read',
  anyone: true,
  item: CandidateActivity,
  of: activity,
})

export const countCandidateActivity = count({
  id: 'countCandidateActivity',
  route: 'GET /candidates/{candidateId}/activity/count',
  summary: 'How many things were done with a candidate',
  scope: 'svc-engine:candidate-read',
  anyone: true,
  of: activity,
})

export const updateCandidate = change({
  id: 'updateCandidate',
  route: 'PATCH /candidates/{candidateId}',
  summary: 'Change a pending candidate; no step overwrites the values that are set here',
  scope: 'svc-engine:candidate-update',
  anyone: true,
  body: UpdateCandidate,
  target: ({ params }) => store.lock(params.candidateId),
  allow: anybody,
  ifMatch: version,
  responds: ok(Candidate),
  changes: ({ target }) => events(wasChanged('candidate', target.id)),
  run({ db, caller, body, target }) {
    mustBePending(target, 'changed')
    return store.update(db, caller, target.id, changed(target, body))
  },
})

export const approveCandidate = change({
  id: 'approveCandidate',
  route: 'POST /candidates/{candidateId}/approve',
  summary: 'Approve a candidate for publication, optionally with last changes',
  description:
    'A candidate can be approved at any stage. An expansion waits until its base game is published, unless its `gameId` is given. Approving a published candidate again with new values updates what was published.',
  scope: 'svc-engine:candidate-approve',
  anyone: true,
  body: ApproveCandidate,
  bodyOptional: true,
  references: ({ body: { gameId } }) => (gameId === undefined ? undefined : store.gameExists(gameId)),
  target: ({ params }) => store.lock(params.candidateId),
  allow: anybody,
  ifMatch: version,
  responds: ok(Candidate),
  changes: ({ target }) => events(wasChanged('candidate', sql`s.id = ${target.id} and ${JUST_NOW}`)),
  async run({ db, caller, body, target, references }) {
    mustNotBeRejected(target)
    const { gameId, ...change } = body
    const { values, manuallySet, differing } = changed(target, change)
    mustStay(target, values, gameId)
    mustBeBaseGame(body, values, references !== undefined)
    mustBeComplete(values, body)
    const base = values.isExpansion && values.baseGameCatalogId !== null
    const place = placeOf(
      target,
      values,
      gameId,
      base ? await db.maybe(store.holdBase(values.baseGameCatalogId ?? '')) : undefined,
    )
    const isNew = target.status === 'PENDING' || differing.length > 0 || place.gameId !== target.gameId
    if (!isNew && !target.blocked) return db.one(store.show(target.id))
    return store.approve(db, caller, target, { values, manuallySet, differing, ...place, isNew })
  },
})

export const rejectCandidate = change({
  id: 'rejectCandidate',
  route: 'POST /candidates/{candidateId}/reject',
  summary: 'Reject a candidate for good',
  scope: 'svc-engine:candidate-reject',
  anyone: true,
  target: ({ params }) => store.lock(params.candidateId),
  allow: anybody,
  ifMatch: version,
  responds: ok(Candidate),
  changes: ({ target: { id, catalogId } }) =>
    events(
      wasChanged('candidate', id),
      wasChanged('candidate', sql`s.base_game_catalog_id = ${catalogId} and s.id <> ${id} and ${JUST_NOW}`),
    ),
  run({ db, caller, target }) {
    mustBePending(target, 'rejected')
    return store.reject(db, caller, target)
  },
})

export const retryCandidate = change({
  id: 'retryCandidate',
  route: 'POST /candidates/{candidateId}/retry',
  summary: 'Try a failed step of a candidate again',
  scope: 'svc-engine:candidate-retry',
  anyone: true,
  body: RetryCandidate,
  bodyOptional: true,
  target: ({ params }) => store.lock(params.candidateId),
  allow: anybody,
  ifMatch: version,
  responds: ok(Candidate),
  changes: ({ target }) => events(wasChanged('candidate', target.id)),
  run: ({ db, caller, body, target }) => store.retry(db, caller, target.id, retried(target, body)),
})

export const retryCandidates = change({
  id: 'retryCandidates',
  route: 'POST /candidates/retry',
  summary: 'Try the failed steps of many candidates again',
  description:
    'Candidates without a failed step stay as they are. If `retryable` is more than `retried`, send the request again with a new key.',
  noun: 'candidates',
  scope: 'svc-engine:candidate-retry',
  anyone: true,
  query: optionalParameters({
    dryRun: { schema: flag(), default: false, description: 'Count the candidates, and change nothing.' },
  }),
  body: RetryCandidates,
  bodyOptional: true,
  responds: { status: 200, schema: RetriedCandidates, etag: false, location: false },
  changes: () => events(wasChanged('candidate', JUST_NOW)),
  async run({ db, caller, query, body }) {
    return { body: JSON.stringify(await retryMany(db, caller, body, query.dryRun)) }
  },
})
