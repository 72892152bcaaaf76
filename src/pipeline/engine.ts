/** The engine for the pipeline: calls the API's own operations in-process, through all their checks, as a service caller. */
import type { Database } from '../db/database.ts'
import { callsOf, insideCaller } from '../http/lifecycle/inside.ts'
import type { Operation } from '../http/operation/operation.ts'
import { Problem } from '../http/problem.ts'
import { usersNamed } from '../resources/users/named.ts'

/** A call. It is stored before it is made, so that the same call can be sent again. */
export interface EngineCall {
  operation: 'createGame' | 'updateGame' | 'createExpansion' | 'updateExpansion'
  params: Record<string, string>
  body: Record<string, unknown>
  idempotencyKey: string
}

export type EngineAnswer =
  | { done: true; id: string }
  /** The engine's reason, for a reviewer. */
  | { done: false; status: number; reason: string }

/** Rejects when the outcome is unknown: the same call may be sent again. */
export type Engine = (call: EngineCall) => Promise<EngineAnswer>

/** All instances store the pipeline's idempotency keys under this caller. */
const CALLER = insideCaller('5c0eb00c-0ca7-8a10-a001-000000000001', [
  'game-create',
  'game-update',
  'expansion-create',
  'expansion-update',
])

export function engineOf(operations: readonly Operation[], db: Database): Engine {
  const call = callsOf(CALLER, operations, db, usersNamed)
  return async (asked) => {
    try {
      const { id } = (await call(asked)) as { id: string }
      return { done: true, id }
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error
      return { done: false, status: error.status, reason: reasonOf(error) }
    }
  }
}

const reasonOf = ({ message, errors = [] }: Problem): string =>
  errors.length > 1 ? `${message} ${errors.map((error) => error.message).join(' ')}` : message
