/** Which call of the engine an approved candidate asks for, and what the engine has of it already. */
import { type Sql, sql } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import type { EngineCall } from '../engine.ts'

/** A call under way, and which approval it is for. */
export interface Pending {
  call: EngineCall
  revision: number
  /** Milliseconds since the epoch. */
  since: number
}

export type Approved = {
  id: string
  catalogId: string
  revision: number
  attempts: number
  unprovenAttempts: number
  isExpansion: boolean
  gameId: string | null
  expansionId: string | null
  pending: Pending | null
  displayName: string
  description: string | null
  minPlayers: number | null
  maxPlayers: number | null
  imageUrl: string | null
  tags: string[]
  scoreType: string | null
  winCondition: string | null
}

export const columns = sql`
  i.id, i.catalog_id as "catalogId", i.revision, i.attempts,
  i.unproven_attempts as "unprovenAttempts", i.is_expansion as "isExpansion",
  i.game_id as "gameId", i.expansion_id as "expansionId", i.engine_call as pending, i.display_name as "displayName",
  i.description, i.min_players as "minPlayers", i.max_players as "maxPlayers", i.image_url as "imageUrl", i.tags,
  i.score_type as "scoreType", i.win_condition as "winCondition"`

export function callFor(candidate: Approved, source: string): EngineCall {
  const { isExpansion, gameId, expansionId, displayName, description, imageUrl } = candidate
  const idempotencyKey = uuidv7()
  const sourceRef = sourceRefOf(candidate, source)
  const shared = { displayName, description, imageUrl }
  if (isExpansion) {
    const of = { gameId: gameId ?? '' }
    return expansionId === null
      ? { operation: 'createExpansion', params: of, body: { ...present(shared), sourceRef }, idempotencyKey }
      : { operation: 'updateExpansion', params: { ...of, expansionId }, body: shared, idempotencyKey }
  }
  const { minPlayers, maxPlayers, tags, scoreType, winCondition } = candidate
  const body = { ...shared, minPlayers, maxPlayers, tags, scoreType, winCondition }
  return gameId === null
    ? { operation: 'createGame', params: {}, body: { ...present(body), sourceRef }, idempotencyKey }
    : { operation: 'updateGame', params: { gameId }, body, idempotencyKey }
}

const sourceRefOf = ({ catalogId }: Approved, source: string) => `${source}:${catalogId}`

/** On creation what is absent is left out; on change null clears it. */
const present = (body: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))

export type There = {
  gameId: string
  expansionId: string | null
}

/** What the engine has under the source reference. */
export const known = (candidate: Approved, source: string): Sql<There> =>
  candidate.isExpansion
    ? sql<There>`
        select game_id as "gameId", id as "expansionId" from expansions
        where source_ref = ${sourceRefOf(candidate, source)}`
    : sql<There>`
        select id as "gameId", null::uuid as "expansionId" from games
        where source_ref = ${sourceRefOf(candidate, source)}`
