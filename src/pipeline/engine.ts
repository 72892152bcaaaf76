/** The engine, as the pipeline sees it: calls of the API's own operations in this process, with all their checks. */
import type { Database } from '../db/database.ts'
import { callsOf, insideCaller } from '../http/lifecycle/inside.ts'
import type { Operation } from '../http/operation/operation.ts'
import { Problem } from '../http/problem.ts'
import { usersNamed } from '../resources/users/named.ts'

/** A call of the engine. It is stored before it is made, so that it can be repeated. */
export interface EngineCall {
  operation: 'createGame' | 'updateGame' | 'createExpansion' | 'updateExpansion'
  params: Record<string, string>
  body: Record<string, unknown>
  idempotencyKey: string
}

export type EngineAnswer = { done: true; id: string } | { done: false; status: number; reason: string }

/** Rejects if nobody knows whether the call has succeeded. Then the same call can be made again. */
export type Engine = (call: EngineCall) => Promise<EngineAnswer>

/** The same caller on all instances, so that they share its Idempotency-Keys. */
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
