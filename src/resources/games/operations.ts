/** Operations on games: everybody with the scope reads them, catalog services write them. */
import { anybody, change, count, list, read, version } from '../../http/operation/define.ts'
import { created, ok } from '../../http/operation/responds.ts'
import { changedGame } from './rules.ts'
import { CreateGame, Game, UpdateGame } from './schema.ts'
import * as store from './store.ts'
import { events, wasChanged, wasMade } from '../events/write.ts'

export const listGames = list({
  id: 'listGames',
  route: 'GET /games',
  summary: 'All games',
  scope: 'svc-engine:game-read',
  anyone: true,
  item: Game,
  of: store.games,
})

export const countGames = count({
  id: 'countGames',
  route: 'GET /games/count',
  summary: 'How many games there are',
  scope: 'svc-engine:game-read',
  anyone: true,
  of: store.games,
})

export const createGame = change({
  id: 'createGame',
  route: 'POST /games',
  summary: 'Add a game',
  scope: 'svc-engine:game-create',
  anyone: true,
  body: CreateGame,
  responds: created(Game),
  changes: ({ shown }) => events(wasMade('game', shown?.id)),
  run: ({ db, body }) => store.insert(db, body),
})

export const getGame = read({
  id: 'getGame',
  route: 'GET /games/{gameId}',
  summary: 'A game with its expansions',
  scope: 'svc-engine:game-read',
  anyone: true,
  responds: ok(Game),
  show: ({ params }) => store.show(params.gameId),
})

export const updateGame = change({
  id: 'updateGame',
  route: 'PATCH /games/{gameId}',
  summary: 'Change a game',
  scope: 'svc-engine:game-update',
  anyone: true,
  body: UpdateGame,
  target: ({ params }) => store.lock(params.gameId),
  allow: anybody,
  ifMatch: version,
  responds: ok(Game),
  changes: ({ target }) => events(wasChanged('game', target.id)),
  run: ({ db, body, target }) => store.update(db, target, changedGame(target, body)),
})
