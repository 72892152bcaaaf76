/** What belongs to one request to the provider: its transaction, and what it found on its way. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Queryable } from '../../db/database.ts'

export interface RequestContext {
  db: Queryable
  /** The path begins with a page for a person: a device code may be named by its handle there. */
  forPerson: boolean
  /** The code of a device that the address of the page suggests. */
  suggestedCode?: string | undefined
  /** A code or refresh token that was used before, as the request found it. */
  reused?: { kind: 'CODE_REUSED' | 'REFRESH_REUSED'; accountId: string; clientId: string }
  /** The grant of that code or token was ended. */
  revoked?: boolean
  /** The browser session with which a grant ends. */
  grantEndsWith?: string
  /** The request ended its browser session. */
  signedOut?: boolean
  /** Why the request failed, if it did. */
  failure?: unknown
}

/** The library passes no request on to its adapter, so its context travels with the asynchronous context. */
export const requestContext = new AsyncLocalStorage<RequestContext>()
