/** Operations on match edits. */
import { change, count, list, read, version } from '../../http/operation/define.ts'
import { MOST_FREE_VALUES } from '../../http/operation/operation.ts'
import { created, ok } from '../../http/operation/responds.ts'
import { mustBePending, mustFit, mustStillFit, mustTakeEdits, recorder, seesDetails } from './rules.ts'
import { CreateMatchEdit, DecideMatchEdit, MatchEdit } from './schema.ts'
import * as store from './store.ts'

export const listMatchEdits = list({
  id: 'listMatchEdits',
  route: 'GET /matches/{matchId}/edits',
  summary: 'The edits that were proposed for a match',
  scope: 'svc-engine:match-edit-read',
  item: MatchEdit,
  of: store.matchEdits,
})

export const countMatchEdits = count({
  id: 'countMatchEdits',
  route: 'GET /matches/{matchId}/edits/count',
  summary: 'How many edits were proposed for a match',
  scope: 'svc-engine:match-edit-read',
  of: store.matchEdits,
})

export const createMatchEdit = change({
  id: 'createMatchEdit',
  route: 'POST /matches/{matchId}/edits',
  summary: 'Propose a change of a finalized match; the proposal of a trusted editor is applied at once',
  scope: 'svc-engine:match-edit-create',
  body: CreateMatchEdit,
  mostValues: MOST_FREE_VALUES,
  others: ({ params }) => store.recorderOf(params.matchId),
  target: ({ caller, params }) => store.lockMatch(params.matchId, caller),
  allow: seesDetails,
  references: ({ caller, body, params }) => store.referencesOfNew(caller, params.matchId, body),
  responds: created(MatchEdit),
  run({ db, caller, body, target, references }) {
    mustTakeEdits(target)
    mustFit(body, target, references)
    return store.insert(db, caller, target, body, references.written)
  },
})

export const getMatchEdit = read({
  id: 'getMatchEdit',
  route: 'GET /matches/{matchId}/edits/{editId}',
  summary: 'An edit of a match',
  scope: 'svc-engine:match-edit-read',
  responds: ok(MatchEdit),
  show: ({ caller, params }) => store.show(params.matchId, params.editId, caller),
})

export const decideMatchEdit = change({
  id: 'decideMatchEdit',
  route: 'PATCH /matches/{matchId}/edits/{editId}',
  summary: 'Approve or reject an edit of a match that the caller recorded',
  scope: 'svc-engine:match-edit-decide',
  body: DecideMatchEdit,
  others: ({ params }) => store.proposerOf(params.editId),
  target: ({ params }) => store.lock(params.matchId, params.editId),
  allow: recorder,
  ifMatch: version,
  references: ({ params }) => store.references(params.editId),
  responds: ok(MatchEdit),
  run({ db, caller, body, target, references }) {
    mustBePending(target)
    if (body.status === 'REJECTED') return store.reject(db, caller, target)
    mustStillFit(references)
    return store.approve(db, caller, target, references.written)
  },
})
