/** What can be done with ghost players. */
import { change, count, created, list, ok, read, version } from '../../http/operation.ts'
import { CreateGhostPlayer, GhostPlayer, UpdateGhostPlayer } from './schema.ts'
import * as store from './store.ts'

export const listGhostPlayers = list({
  id: 'listGhostPlayers',
  route: 'GET /ghost-players',
  summary: 'The ghost players that the caller may see',
  scope: 'svc-engine:ghost-player-read',
  item: GhostPlayer,
  of: store.ghostPlayers,
})

export const countGhostPlayers = count({
  id: 'countGhostPlayers',
  route: 'GET /ghost-players/count',
  summary: 'How many ghost players the caller may see',
  scope: 'svc-engine:ghost-player-read',
  of: store.ghostPlayers,
})

export const createGhostPlayer = change({
  id: 'createGhostPlayer',
  route: 'POST /ghost-players',
  summary: 'Add a stand-in for a person',
  scope: 'svc-engine:ghost-player-create',
  body: CreateGhostPlayer,
  responds: created(GhostPlayer),
  run: ({ db, caller, body }) => store.insert(db, caller.userId, body.displayName),
})

export const getGhostPlayer = read({
  id: 'getGhostPlayer',
  route: 'GET /ghost-players/{ghostPlayerId}',
  summary: 'A ghost player',
  scope: 'svc-engine:ghost-player-read',
  responds: ok(GhostPlayer),
  show: ({ caller, params }) => store.show(params.ghostPlayerId, caller),
})

export const updateGhostPlayer = change({
  id: 'updateGhostPlayer',
  route: 'PATCH /ghost-players/{ghostPlayerId}',
  summary: 'Rename a ghost player',
  scope: 'svc-engine:ghost-player-update',
  body: UpdateGhostPlayer,
  target: ({ params }) => store.lock(params.ghostPlayerId),
  allow: (caller, ghostPlayer) => caller.userId === ghostPlayer.ownerId,
  ifMatch: version,
  responds: ok(GhostPlayer),
  run: ({ db, body, target }) => store.rename(db, target.id, body.displayName),
})
