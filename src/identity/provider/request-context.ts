/** The context of one request to the provider: its transaction, and what we find out while it runs. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Queryable } from '../../db/database.ts'

export interface RequestContext {
  db: Queryable
  /** True for a page. Only a page may name a device code by its hash. */
  forPerson: boolean
  suggestedCode?: string | undefined
  /** The request's code or refresh token, if it was used before. */
  reused?: { kind: 'CODE_REUSED' | 'REFRESH_REUSED'; accountId: string; clientId: string }
  /** True after the library has ended the grant of `reused`. */
  revoked?: boolean
  grantEndsWith?: string
  signedOut?: boolean
  failure?: unknown
}

/** An asynchronous context, because the library does not pass the request to its adapter. */
export const requestContext = new AsyncLocalStorage<RequestContext>()
