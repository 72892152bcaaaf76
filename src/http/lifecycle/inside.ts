/** Calls operations of the API from inside the service, with all their checks. */
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

/** Returns the answer's body. Rejects with the `Problem` that a client would get. */
export type CallInside = (call: InsideCall) => Promise<unknown>

/**
 * A caller inside the service has scopes and no user. `key` is a made-up UUID (version 8), under which its Idempotency-Keys are
 * stored.
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
      // We write the body as text and read it, so that its numbers look like numbers of a client's body.
      body: body === undefined ? undefined : parseJson(JSON.stringify(body)),
      idempotencyKey,
      // The pipeline writes what a reviewer approved, whichever version is there.
      ifMatch: operation.ifMatch ? '*' : undefined,
      ifNoneMatch: undefined,
    }
    const answer = await answerTo(caller, operation, request, services)
    return JSON.parse(answer.body ?? 'null') as unknown
  }
}
