/** Calls operations of the API from within the service, with all checks that a client's request gets. */
import { createSecretKey, randomBytes } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { parseJson } from '../json/read.ts'
import { type Services, answerTo } from './lifecycle.ts'
import type { Operation } from '../operation/operation.ts'
import { PREFIX } from '../prefix.ts'

interface InsideCall {
  operation: string
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  idempotencyKey?: string
}

/** Calls an operation. Returns the body of the answer, or rejects with the `Problem` that a client would get. */
export type CallInside = (call: InsideCall) => Promise<unknown>

/**
 * The service itself as a caller. It has scopes but no user. `key` is an invented UUID (version 8), under which its
 * Idempotency-Keys are stored.
 */
export const insideCaller = (key: string, scopes: readonly string[]): Caller => ({
  key,
  scopes: new Set(scopes.map((name) => `svc-engine:${name}`)),
  userId: undefined,
  canonicalPlayerId: undefined,
  accountId: undefined,
  erased: false,
})

export function callsOf(
  caller: Caller,
  operations: readonly Operation[],
  db: Database,
  usersNamed: Services['usersNamed'],
): CallInside {
  const services = { db, cursorSecret: createSecretKey(randomBytes(32)), usersNamed }
  return async ({ operation: id, params = {}, query = {}, body, idempotencyKey }) => {
    const operation = operations.find((one) => one.id === id)
    if (!operation) throw new Error(`There is no operation ${id}.`)
    const request = {
      path:
        PREFIX +
        operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? '')),
      params,
      query: { parameters: new Map(Object.entries(query)), violations: [] },
      // The body is written as text and read again, so that its numbers are read like the numbers in a client's body.
      body: body === undefined ? undefined : parseJson(JSON.stringify(body)),
      idempotencyKey,
      // The pipeline writes what a reviewer approved, whatever version the resource has.
      ifMatch: operation.ifMatch ? '*' : undefined,
      ifNoneMatch: undefined,
    }
    const answer = await answerTo(caller, operation, request, services)
    return JSON.parse(answer.body ?? 'null') as unknown
  }
}
