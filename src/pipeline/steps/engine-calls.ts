/** Makes the engine call that publishes an approved candidate, and finds the game or expansion that an earlier call has made. */
import { type Sql, sql } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { selected } from '../candidates/columns.ts'
import { type Fields, publishedWith } from '../candidates/fields.ts'
import type { EngineCall } from '../engine.ts'

/** A call that has begun, and the approved revision that it publishes. */
export interface PendingCall {
  call: EngineCall
  revision: number
  since: number
}

export type ApprovedCandidate = Fields & {
  id: string
  catalogId: string
  revision: number
  attempts: number
  unprovenAttempts: number
  gameId: string | null
  expansionId: string | null
  pending: PendingCall | null
}

export const columns = sql`
  i.id, i.catalog_id as "catalogId", i.revision, i.attempts,
  i.unproven_attempts as "unprovenAttempts", i.game_id as "gameId",
  i.expansion_id as "expansionId", i.engine_call as pending, ${selected('i')}`

export function callFor(candidate: ApprovedCandidate, source: string): EngineCall {
  const { isExpansion, gameId, expansionId } = candidate
  const idempotencyKey = uuidv7()
  const fields = publishedWith(isExpansion ? 'expansion' : 'game').map((name) => [name, candidate[name]])
  // To change a game, empty fields are sent as null. To create one, they are left out.
  const changed = Object.fromEntries(fields) as Record<string, unknown>
  const created = {
    ...(Object.fromEntries(fields.filter(([, value]) => value !== null)) as Record<string, unknown>),
    sourceRef: sourceRefOf(candidate, source),
  }
  if (isExpansion) {
    const of = { gameId: gameId ?? '' }
    return expansionId === null
      ? { operation: 'createExpansion', params: of, body: created, idempotencyKey }
      : { operation: 'updateExpansion', params: { ...of, expansionId }, body: changed, idempotencyKey }
  }
  return gameId === null
    ? { operation: 'createGame', params: {}, body: created, idempotencyKey }
    : { operation: 'updateGame', params: { gameId }, body: changed, idempotencyKey }
}

const sourceRefOf = ({ catalogId }: ApprovedCandidate, source: string) => `${source}:${catalogId}`

export type EngineIds = {
  gameId: string
  expansionId: string | null
}

export const known = (candidate: ApprovedCandidate, source: string): Sql<EngineIds> =>
  candidate.isExpansion
    ? sql<EngineIds>`
        select game_id as "gameId", id as "expansionId" from expansions
        where source_ref = ${sourceRefOf(candidate, source)}`
    : sql<EngineIds>`
        select id as "gameId", null::uuid as "expansionId" from games
        where source_ref = ${sourceRefOf(candidate, source)}`
