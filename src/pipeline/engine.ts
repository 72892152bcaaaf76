/** The engine for the pipeline: calls the API's own operations in-process, through all their checks, as a service caller. */
import { createSecretKey, randomBytes } from 'node:crypto'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/authenticate.ts'
import { PREFIX } from '../http/prefix.ts'
import { parseJson } from '../http/json/read.ts'
import type { Operation } from '../http/operation.ts'
import { answerTo } from '../http/lifecycle.ts'
import { Problem } from '../http/problem.ts'
import { usersNamed } from '../resources/users/named.ts'

/** A call, stored before it is made so that the same call can be sent again. */
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

/** All instances store the pipeline's idempotency keys under this caller. The UUID, of version 8, is made up. */
const CALLER: Caller = {
  key: '5c0eb00c-0ca7-8a10-a001-000000000001',
  scopes: new Set(
    ['game-create', 'game-update', 'expansion-create', 'expansion-update'].map(
      (name) => `svc-engine:${name}`,
    ),
  ),
  userId: undefined,
  canonicalPlayerId: undefined,
  accountId: undefined,
  erased: false,
}

export function engineOf(operations: readonly Operation[], db: Database): Engine {
  const services = { db, cursorSecret: createSecretKey(randomBytes(32)), usersNamed } // no change takes a cursor
  return async ({ operation: id, params, body, idempotencyKey }) => {
    const operation = operations.find((one) => one.id === id)
    if (!operation) throw new Error(`The engine has no operation ${id}.`)
    const request = {
      path: PREFIX + operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? ''),
      params,
      query: { parameters: new Map(), violations: [] },
      // Parsed like a request's body, so that numbers are represented the same way.
      body: parseJson(JSON.stringify(body)),
      idempotencyKey,
      // Nobody else changes what the pipeline has published.
      ifMatch: operation.ifMatch ? '*' : undefined,
      ifNoneMatch: undefined,
    }
    try {
      const answer = await answerTo(CALLER, operation, request, services)
      return { done: true, id: idIn(answer.body) }
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error
      return { done: false, status: error.status, reason: reasonOf(error) }
    }
  }
}

const idIn = (body: string | null): string => (JSON.parse(body ?? '{}') as { id: string }).id

const reasonOf = ({ message, errors = [] }: Problem): string =>
  errors.length > 1 ? `${message} ${errors.map((error) => error.message).join(' ')}` : message
