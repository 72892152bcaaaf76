/** Operations on canonical players: read them, their claimed ghost players, and their history. */
import { count, list, read } from '../../http/operation/define.ts'
import { ok } from '../../http/operation/responds.ts'
import { claimedGhostPlayers } from '../ghost-players/store.ts'
import { GhostPlayer } from '../ghost-players/schema.ts'
import { history } from '../matches/collections.ts'
import { Match } from '../matches/schema.ts'
import { CanonicalPlayer } from './schema.ts'
import * as store from './store.ts'

const scope = 'svc-engine:canonical-player-read'

export const listCanonicalPlayers = list({
  id: 'listCanonicalPlayers',
  route: 'GET /canonical-players',
  summary: 'The canonical players that the caller may see',
  scope,
  item: CanonicalPlayer,
  of: store.canonicalPlayers,
})

export const countCanonicalPlayers = count({
  id: 'countCanonicalPlayers',
  route: 'GET /canonical-players/count',
  summary: 'How many canonical players the caller may see',
  scope,
  of: store.canonicalPlayers,
})

export const getCanonicalPlayer = read({
  id: 'getCanonicalPlayer',
  route: 'GET /canonical-players/{canonicalPlayerId}',
  summary: 'A canonical player',
  scope,
  responds: ok(CanonicalPlayer),
  show: ({ caller, params }) => store.show(params.canonicalPlayerId, caller),
})

export const listClaimedGhostPlayers = list({
  id: 'listClaimedGhostPlayers',
  route: 'GET /canonical-players/{canonicalPlayerId}/ghost-players',
  summary: 'The ghost players that the canonical player has claimed',
  scope,
  item: GhostPlayer,
  of: claimedGhostPlayers,
})

export const countClaimedGhostPlayers = count({
  id: 'countClaimedGhostPlayers',
  route: 'GET /canonical-players/{canonicalPlayerId}/ghost-players/count',
  summary: 'How many ghost players the canonical player has claimed',
  scope,
  of: claimedGhostPlayers,
})

export const listHistory = list({
  id: 'listHistory',
  route: 'GET /canonical-players/{canonicalPlayerId}/matches',
  summary: 'The history of a canonical player: their matches that the caller may see',
  scope,
  item: Match,
  of: history,
})

export const countHistory = count({
  id: 'countHistory',
  route: 'GET /canonical-players/{canonicalPlayerId}/matches/count',
  summary: 'How many matches of the history the caller may see',
  scope,
  of: history,
})
