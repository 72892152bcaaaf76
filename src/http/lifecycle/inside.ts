/** Calls the API's own operations in-process, through all their checks, as a caller within the service. */
import { createSecretKey, randomBytes } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { parseJson } from '../json/read.ts'
import { type Services, answerTo } from './lifecycle.ts'
import type { Operation } from '../operation/operation.ts'
import { PREFIX } from '../prefix.ts'

export interface InsideCall {
  operation: string
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  idempotencyKey?: string
}

/** Gives the body of the answer; rejects with a `Problem` as a client would get one. */
export type CallInside = (call: InsideCall) => Promise<unknown>

/** A caller of ours with these scopes, under whose key its Idempotency-Keys are kept: a UUID of version 8, made up. */
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
      // Parsed like a request's body, so that numbers are represented the same way.
      body: body === undefined ? undefined : parseJson(JSON.stringify(body)),
      idempotencyKey,
      // Nobody else changes what callers of ours have made.
      ifMatch: operation.ifMatch ? '*' : undefined,
      ifNoneMatch: undefined,
    }
    const answer = await answerTo(caller, operation, request, services)
    return JSON.parse(answer.body ?? 'null') as unknown
  }
}
