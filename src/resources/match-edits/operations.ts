/** List, read, propose, decide and withdraw match edits. */
import { change, count, list, read, version } from '../../http/operation/define.ts'
import { MOST_FREE_VALUES } from '../../http/operation/operation.ts'
import { created, noContent, ok } from '../../http/operation/responds.ts'
import {
  mustBePending,
  mustFit,
  mustStillFit,
  mustTakeEdits,
  proposer,
  recorder,
  seesDetails,
} from './rules.ts'
import { CreateMatchEdit, DecideMatchEdit, MatchEdit } from './schema.ts'
import * as store from './store.ts'
import { events, wasChanged, wasMade, wasRemoved } from '../events/write.ts'

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

export const listAllMatchEdits = list({
  id: 'listAllMatchEdits',
  route: 'GET /match-edits',
  summary: 'The edits of all matches whose details the caller may see',
  scope: 'svc-engine:match-edit-read',
  item: MatchEdit,
  of: store.allMatchEdits,
})

export const countAllMatchEdits = count({
  id: 'countAllMatchEdits',
  route: 'GET /match-edits/count',
  summary: 'How many edits there are of matches whose details the caller may see',
  scope: 'svc-engine:match-edit-read',
  of: store.allMatchEdits,
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
  changes: ({ target, shown }) =>
    events(wasMade('match-edit', shown?.id), ...(target.trusted ? [wasChanged('match', target.id)] : [])),
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
  changes: ({ body, target }) =>
    events(
      wasChanged('match-edit', target.id),
      ...(body.status === 'APPROVED' ? [wasChanged('match', target.matchId)] : []),
    ),
  run({ db, caller, body, target, references }) {
    mustBePending(target, 'cannot be decided again')
    if (body.status === 'REJECTED') return store.reject(db, caller, target)
    mustStillFit(references)
    return store.approve(db, caller, target, references.written)
  },
})

export const withdrawMatchEdit = change({
  id: 'withdrawMatchEdit',
  route: 'DELETE /matches/{matchId}/edits/{editId}',
  summary: 'Withdraw an edit that the caller proposed and nobody has decided',
  description: 'The edit is deleted. Its proposer may withdraw it even if they can no longer see the match.',
  scope: 'svc-engine:match-edit-withdraw',
  target: ({ params }) => store.lock(params.matchId, params.editId),
  allow: proposer,
  ifMatch: version,
  responds: noContent,
  changes: ({ target: { id, matchId, recorderId, proposedBy } }) =>
    events(wasRemoved('match-edit', { id, parentId: matchId, parties: [recorderId, proposedBy] })),
  async run({ db, target }) {
    mustBePending(target, 'can no longer be withdrawn')
    await store.withdraw(db, target)
  },
})
