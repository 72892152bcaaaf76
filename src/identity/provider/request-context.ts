/** What belongs to one request to the provider: its transaction, and what is found out while it runs. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Queryable } from '../../db/database.ts'

export interface RequestContext {
  db: Queryable
  /** True for a page. Only pages may use the hash of a device code. */
  forPerson: boolean
  suggestedCode?: string | undefined
  /** Set if the request brings a code or refresh token that was used before. */
  reused?: { kind: 'CODE_REUSED' | 'REFRESH_REUSED'; accountId: string; clientId: string }
  /** True when the library has ended the grant of `reused`. */
  revoked?: boolean
  grantEndsWith?: string
  signedOut?: boolean
  failure?: unknown
}

/** This context is needed because the library does not give the request to its adapter. */
export const requestContext = new AsyncLocalStorage<RequestContext>()
