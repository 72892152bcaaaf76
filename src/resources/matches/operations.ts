/** What can be done with matches. */
import { change, count, created, list, noContent, ok, read, version } from '../../http/operation.ts'
import { merge } from '../merge.ts'
import { matches } from './collections.ts'
import { mayChange, mustBeDraft, mustLeaveGameWhole, mustReferWell, recorder } from './rules.ts'
import { CreateMatch, Match, UpdateMatch } from './schema.ts'
import * as store from './store.ts'

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
  references: ({ caller, body }) => store.references(caller, body),
  responds: created(Match),
  run({ db, caller, body, references }) {
    mustReferWell(body, references, caller)
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

export const updateMatch = change({
  id: 'updateMatch',
  route: 'PATCH /matches/{matchId}',
  summary: 'Change a match; once finalized, only when it was played and whether edits are welcome',
  scope: 'svc-engine:match-update',
  body: UpdateMatch,
  target: ({ params }) => store.lock(params.matchId),
  allow: recorder,
  ifMatch: version,
  references: ({ caller, body }) => store.references(caller, body),
  responds: ok(Match),
  run({ db, caller, body, target, references }) {
    mayChange(target, body)
    const { participants, expansions, ...fields } = body
    const gameId = body.gameId ?? target.gameId
    const game = body.gameId === undefined ? { gameExists: true } : {}
    mustReferWell({ ...body, gameId }, { ...references, ...game }, caller)
    mustLeaveGameWhole(target, body)
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
  async run({ db, target }) {
    mustBeDraft(target, 'deleted')
    await db.many(store.softDelete(target.id))
  },
})

export const finalizeMatch = change({
  id: 'finalizeMatch',
  route: 'POST /matches/{matchId}/finalize',
  summary: 'Finalize a draft; from then on it changes through edits',
  scope: 'svc-engine:match-finalize',
  target: ({ params }) => store.lock(params.matchId),
  allow: recorder,
  ifMatch: version,
  responds: ok(Match),
  run({ db, caller, target }) {
    mustBeDraft(target, 'finalized again')
    return store.finalize(db, caller, target.id)
  },
})
