/** The engine as the pipeline sees it: its own operations, called on their whole road as a service caller, without a socket. */
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/authenticate.ts'
import { PREFIX } from '../http/prefix.ts'
import { parseJson } from '../http/json/read.ts'
import type { Operation } from '../http/operation.ts'
import { answerTo } from '../http/lifecycle.ts'
import { Problem } from '../http/problem.ts'

/** A call as it is kept before it is made, so that the same one can be sent again. */
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

/** Rejects where it isn't known whether the call was done: it may be sent again as it is. */
export type Engine = (call: EngineCall) => Promise<EngineAnswer>

/** Its idempotency keys are kept under this name, on every instance. A UUID of version 8, made up. */
const CALLER: Caller = {
  key: '5c0eb00c-0ca7-8a10-a001-000000000001',
  scopes: new Set(
    ['game-create', 'game-update', 'expansion-create', 'expansion-update'].map(
      (name) => `svc-engine:${name}`,
    ),
  ),
  userId: undefined,
  canonicalPlayerId: undefined,
  erased: false,
}

export function engineOf(operations: readonly Operation[], db: Database): Engine {
  const services = { db, cursorSecret: Buffer.alloc(0) } // no change takes a cursor
  return async ({ operation: id, params, body, idempotencyKey }) => {
    const operation = operations.find((one) => one.id === id)
    if (!operation) throw new Error(`The engine has no operation ${id}.`)
    const request = {
      path: PREFIX + operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? ''),
      params,
      query: { parameters: new Map(), violations: [] },
      // As it would be read from a request, numbers and all.
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
