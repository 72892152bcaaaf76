/** List, read, create, rename and delete ghost players, and list their matches. */
import { sql } from '../../db/sql.ts'
import { change, count, list, read, version } from '../../http/operation/define.ts'
import { created, noContent, ok } from '../../http/operation/responds.ts'
import type { UserCaller } from '../../http/caller.ts'
import { conflict } from '../../http/problem.ts'
import { matchesOfGhostPlayer } from '../matches/collections.ts'
import { Match } from '../matches/schema.ts'
import { CreateGhostPlayer, GhostPlayer, OwnGhostPlayer, UpdateGhostPlayer } from './schema.ts'
import * as store from './store.ts'
import { JUST_NOW, events, wasChanged, wasDeleted, wasMade } from '../events/write.ts'

const owner = {
  may: ({ userId }: UserCaller, { ownerId }: store.LockedGhostPlayer) => userId === ownerId,
  refusal: 'Only the owner of a ghost player may rename or delete it.',
}

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
  summary: 'Create a ghost player',
  scope: 'svc-engine:ghost-player-create',
  body: CreateGhostPlayer,
  responds: created(GhostPlayer),
  changes: ({ shown }) => events(wasMade('ghost-player', shown?.id)),
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
  target: ({ caller, params }) => store.lock(params.ghostPlayerId, caller),
  allow: owner,
  ifMatch: version,
  responds: ok(GhostPlayer),
  changes: ({ target }) => events(wasChanged('ghost-player', target.id)),
  run: ({ db, body, target }) => store.rename(db, target.id, body.displayName),
})

export const deleteGhostPlayer = change({
  id: 'deleteGhostPlayer',
  route: 'DELETE /ghost-players/{ghostPlayerId}',
  summary: 'Delete a ghost player; matches that it took part in keep showing it',
  description: 'This cancels its pending claim requests and revokes its claim edge.',
  scope: 'svc-engine:ghost-player-delete',
  target: ({ caller, params }) => store.lock(params.ghostPlayerId, caller),
  allow: owner,
  ifMatch: version,
  responds: noContent,
  changes: ({ target: { id } }) =>
    events(
      wasDeleted('ghost-player', id),
      wasChanged('claim-request', sql`s.ghost_player_id = ${id} and ${JUST_NOW}`),
      wasChanged('claim-edge', sql`s.ghost_player_id = ${id} and ${JUST_NOW}`),
    ),
  async run({ db, caller, target }) {
    if (target.isSelf) throw conflict('A self ghost player cannot be deleted: it represents its owner.')
    await Promise.all(store.softDelete(target.id, caller).map((change) => db.many(change)))
  },
})

export const listMatchesOfGhostPlayer = list({
  id: 'listMatchesOfGhostPlayer',
  route: 'GET /ghost-players/{ghostPlayerId}/matches',
  summary: 'The matches of a ghost player that the caller may see',
  scope: 'svc-engine:ghost-player-read',
  item: Match,
  of: matchesOfGhostPlayer,
})

export const countMatchesOfGhostPlayer = count({
  id: 'countMatchesOfGhostPlayer',
  route: 'GET /ghost-players/{ghostPlayerId}/matches/count',
  summary: 'How many matches of a ghost player the caller may see',
  scope: 'svc-engine:ghost-player-read',
  of: matchesOfGhostPlayer,
})

export const listMyGhostPlayers = list({
  id: 'listMyGhostPlayers',
  route: 'GET /users/me/ghost-players',
  summary: 'The caller’s own ghost players, each with its number of matches',
  scope: 'svc-engine:ghost-player-read',
  item: OwnGhostPlayer,
  of: store.ownGhostPlayers,
})

export const countMyGhostPlayers = count({
  id: 'countMyGhostPlayers',
  route: 'GET /users/me/ghost-players/count',
  summary: 'How many ghost players the caller has',
  scope: 'svc-engine:ghost-player-read',
  of: store.ownGhostPlayers,
})
