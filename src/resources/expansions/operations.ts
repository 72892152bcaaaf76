/** List, read, add and change the expansions of a game. */
import { anybody, change, count, list, read, version } from '../../http/operation/define.ts'
import { created, ok } from '../../http/operation/responds.ts'
import * as games from '../games/store.ts'
import { merge } from '../../http/operation/merge.ts'
import { CreateExpansion, Expansion, UpdateExpansion } from './schema.ts'
import * as store from './store.ts'
import { events, wasChanged, wasMade } from '../events/write.ts'

export const listExpansions = list({
  id: 'listExpansions',
  route: 'GET /games/{gameId}/expansions',
  summary: 'The expansions of a game',
  scope: 'svc-engine:expansion-read',
  anyone: true,
  item: Expansion,
  of: store.expansions,
})

export const countExpansions = count({
  id: 'countExpansions',
  route: 'GET /games/{gameId}/expansions/count',
  summary: 'How many expansions a game has',
  scope: 'svc-engine:expansion-read',
  anyone: true,
  of: store.expansions,
})

export const createExpansion = change({
  id: 'createExpansion',
  route: 'POST /games/{gameId}/expansions',
  summary: 'Add an expansion to a game',
  scope: 'svc-engine:expansion-create',
  anyone: true,
  body: CreateExpansion,
  target: ({ params }) => games.lock(params.gameId),
  allow: anybody,
  responds: created(Expansion),
  changes: ({ target, shown }) => events(wasMade('expansion', shown?.id), wasChanged('game', target.id)),
  run: ({ db, body, target }) => store.insert(db, target.id, body),
})

export const getExpansion = read({
  id: 'getExpansion',
  route: 'GET /games/{gameId}/expansions/{expansionId}',
  summary: 'An expansion of a game',
  scope: 'svc-engine:expansion-read',
  anyone: true,
  responds: ok(Expansion),
  show: ({ params }) => store.show(params.gameId, params.expansionId),
})

export const updateExpansion = change({
  id: 'updateExpansion',
  route: 'PATCH /games/{gameId}/expansions/{expansionId}',
  summary: 'Change an expansion',
  scope: 'svc-engine:expansion-update',
  anyone: true,
  body: UpdateExpansion,
  target: ({ params }) => store.lock(params.gameId, params.expansionId),
  allow: anybody,
  ifMatch: version,
  responds: ok(Expansion),
  changes: ({ params }) =>
    events(wasChanged('expansion', params.expansionId), wasChanged('game', params.gameId)),
  run: ({ db, params, body, target }) => store.update(db, params.gameId, merge(target, body)),
})
