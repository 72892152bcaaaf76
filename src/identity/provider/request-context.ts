/** The context of one request to the provider: its transaction, and what it found on its way. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Queryable } from '../../db/database.ts'

export interface RequestContext {
  db: Queryable
  /** True for a request to a page for a person: only such a request may name a device code by its handle. */
  forPerson: boolean
  /** The device's code that the page's address suggests. */
  suggestedCode?: string | undefined
  /** The code or refresh token of the request, if it was used before. */
  reused?: { kind: 'CODE_REUSED' | 'REFRESH_REUSED'; accountId: string; clientId: string }
  /** True once the library has ended the grant of that code or token. */
  revoked?: boolean
  /** The browser session with which the new grant ends. */
  grantEndsWith?: string
  /** True once the request has ended its browser session. */
  signedOut?: boolean
  failure?: unknown
}

/** The library passes no request on to its adapter, so its context travels with the asynchronous context. */
export const requestContext = new AsyncLocalStorage<RequestContext>()
