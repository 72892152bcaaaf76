/** List, read, record, change, finalize and delete matches, and dispute their results. */
import { sql } from '../../db/sql.ts'
import { change, count, list, read, version } from '../../http/operation/define.ts'
import { MOST_FREE_VALUES } from '../../http/operation/operation.ts'
import { created, noContent, ok, result } from '../../http/operation/responds.ts'
import { merge } from '../../http/operation/merge.ts'
import { matches } from './collections.ts'
import * as disputes from './disputes.ts'
import {
  mayChange,
  mustBeDraft,
  mustBelong,
  mustReferWell,
  mustReplaceWhatOldGameHad,
  newReferences,
  recorder,
} from './rules.ts'
import { answerable } from './answerable.ts'
import { people } from './people.ts'
import {
  CreateMatch,
  DisputeParticipant,
  Match,
  MatchAnswerable,
  MatchPeople,
  UpdateMatch,
} from './schema.ts'
import * as store from './store.ts'
import { events, wasChanged, wasDeleted, wasMade } from '../events/write.ts'

export const listMatches = list({
  id: 'listMatches',
  route: 'GET /matches',
  summary: 'The matches that the caller may see',
  scope: 'svc-engine:match-read',
  item: Match,
  of: matches,
})

export const countMatches = count({
  id: 'countMatches',
  route: 'GET /matches/count',
  summary: 'How many matches the caller may see',
  scope: 'svc-engine:match-read',
  of: matches,
})

export const createMatch = change({
  id: 'createMatch',
  route: 'POST /matches',
  summary: 'Record a match as a draft',
  scope: 'svc-engine:match-create',
  body: CreateMatch,
  mostValues: MOST_FREE_VALUES,
  references: ({ caller, body }) => store.references(caller, body),
  responds: created(Match),
  changes: ({ shown }) => events(wasMade('match', shown?.id)),
  run({ db, caller, body, references }) {
    mustReferWell(body, body.gameId, references, caller)
    return store.insert(db, caller, body)
  },
})

export const getMatch = read({
  id: 'getMatch',
  route: 'GET /matches/{matchId}',
  summary: 'A match with its participants',
  scope: 'svc-engine:match-read',
  responds: ok(Match),
  show: ({ caller, params }) => store.show(params.matchId, caller),
})

export const getMatchPeople = read({
  id: 'getMatchPeople',
  route: 'GET /matches/{matchId}/people',
  summary: 'The claimed players in a match that the caller may see',
  scope: 'svc-engine:match-read',
  responds: result(MatchPeople),
  show: ({ caller, params }) => people(params.matchId, caller),
})

export const getMatchAnswerable = read({
  id: 'getMatchAnswerable',
  route: 'GET /matches/{matchId}/answerable',
  summary: 'Whether the caller may propose an edit of a match, and which of its participants they may claim',
  scope: 'svc-engine:match-read',
  responds: result(MatchAnswerable),
  show: ({ caller, params }) => answerable(params.matchId, caller),
})

export const updateMatch = change({
  id: 'updateMatch',
  route: 'PATCH /matches/{matchId}',
  summary: 'Change a draft, or playedAt and editRequestsEnabled of a finalized match',
  scope: 'svc-engine:match-update',
  body: UpdateMatch,
  mostValues: MOST_FREE_VALUES,
  target: ({ params }) => store.lock(params.matchId),
  allow: recorder,
  ifMatch: version,
  references: ({ caller, body, params }) => store.references(caller, body, params.matchId),
  responds: ok(Match),
  changes: ({ target }) => events(wasChanged('match', target.id)),
  run({ db, caller, body, target, references }) {
    mayChange(target, body)
    const { participants, expansions, ...fields } = body
    mustReferWell(newReferences(target, body), body.gameId ?? target.gameId, references, caller)
    mustReplaceWhatOldGameHad(target, references, body)
    return store.update(db, caller, merge(target, fields), participants, expansions)
  },
})

export const deleteMatch = change({
  id: 'deleteMatch',
  route: 'DELETE /matches/{matchId}',
  summary: 'Delete a draft with its participants',
  scope: 'svc-engine:match-delete',
  target: ({ params }) => store.lock(params.matchId),
  allow: recorder,
  ifMatch: version,
  responds: noContent,
  changes: ({ target }) => events(wasDeleted('match', target.id)),
  async run({ db, target }) {
    mustBeDraft(target, 'deleted')
    await db.many(store.deletion(sql`id = ${target.id}`))
  },
})

export const finalizeMatch = change({
  id: 'finalizeMatch',
  route: 'POST /matches/{matchId}/finalize',
  summary: 'Finalize a draft; later changes need match edits',
  description:
    'If the match has a community, the recorder must still be a member of it. Otherwise join the community again, or clear `communityId`.',
  scope: 'svc-engine:match-finalize',
  target: ({ params }) => store.lock(params.matchId),
  allow: recorder,
  ifMatch: version,
  references: ({ caller, params }) => store.finalizable(params.matchId, caller),
  responds: ok(Match),
  changes: ({ target }) => events(wasChanged('match', target.id)),
  run({ db, target, references }) {
    mustBeDraft(target, 'finalized again')
    mustBelong(references)
    return store.finalize(db, target.id, references.written)
  },
})

export const disputeMatchParticipant = change({
  id: 'disputeMatchParticipant',
  route: 'POST /matches/{matchId}/participants/{matchParticipantId}/dispute',
  summary: 'Dispute the caller’s own result in a match; this replaces an earlier dispute',
  scope: 'svc-engine:match-participant-dispute',
  body: DisputeParticipant,
  target: ({ caller, params }) => disputes.lock(params.matchId, params.matchParticipantId, caller),
  allow: disputes.claimedPlayer,
  ifMatch: version,
  responds: ok(Match),
  changes: ({ params }) => events(wasChanged('match', params.matchId)),
  run({ db, caller, body, target }) {
    disputes.mustBeFinalized(target)
    return disputes.raise(db, caller, target, body.reason)
  },
})

export const withdrawDispute = change({
  id: 'withdrawDispute',
  route: 'DELETE /matches/{matchId}/participants/{matchParticipantId}/dispute',
  summary: 'Withdraw the caller’s dispute',
  description:
    'Only the user who disputed may withdraw the dispute, even if the ghost player is no longer theirs. If they may no longer see the match, they send `If-Match: *`, and the answer has no scores, ranks, outcomes, loadouts, playset or expansions.',
  scope: 'svc-engine:match-participant-dispute',
  target: ({ caller, params }) => disputes.lock(params.matchId, params.matchParticipantId, caller),
  allow: disputes.disputer,
  ifMatch: version,
  responds: ok(Match),
  changes: ({ params }) => events(wasChanged('match', params.matchId)),
  run({ db, caller, target }) {
    disputes.mustBeDisputed(target)
    return disputes.withdraw(db, caller, target)
  },
})
