/** The errors of a call: a problem that the service describes, or no answer. */
import type { Operation, Types } from './operation.ts'
import type { Reply } from './reply.ts'

/** One error in a request. `field` is a path such as `participants[1].score`, a header or a query parameter. */
export interface Violation {
  field: string
  message: string
  code?: string
}

/** The service has refused the request, and says why (RFC 9457). */
export class Problem extends Error {
  override name = 'Problem'
  readonly status: number
  /** The last part of the type's URI, for example `precondition-failed`. */
  readonly type: string
  readonly title: string
  /** A full sentence for people. */
  readonly detail: string
  /** All errors in the request; empty if the request was right and still refused. */
  readonly violations: readonly Violation[]
  /** By this, the operators find the request in their log. */
  readonly requestId?: string
  /** In seconds. Present if the service said when to come back. */
  readonly retryAfter?: number

  constructor(status: number, document: ProblemDocument, retryAfter?: number) {
    super(document.detail ?? document.title ?? `The service answered ${status}.`)
    this.status = status
    this.type = document.type?.split('/').at(-1) ?? 'about:blank'
    this.title = document.title ?? ''
    this.detail = this.message
    this.violations = document.errors ?? []
    if (document.requestId !== undefined) this.requestId = document.requestId
    if (retryAfter !== undefined) this.retryAfter = retryAfter
  }
}

/**
 * Somebody else has changed the resource since this client saw it (412). Nothing was done. The client has read the resource again,
 * and sends its new ETag with the next change.
 */
export class PreconditionFailed<R = unknown> extends Problem {
  override name = 'PreconditionFailed'
  /** The resource as it is now. Undefined if it is gone, or could not be read. */
  readonly fresh: { readonly body: R; readonly etag: string | undefined } | undefined
  readonly #operation: Operation

  constructor(refused: Problem, operation: Operation, fresh: PreconditionFailed<R>['fresh']) {
    super(refused.status, { ...refused, errors: refused.violations })
    this.#operation = operation
    this.fresh = fresh && { body: fresh.body, etag: fresh.etag }
  }

  /** True if the error is of this operation. The compiler then knows what `fresh` is. */
  of<T extends Types>(operation: Operation<T>): this is PreconditionFailed<T['resource']> {
    return this.#operation === operation
  }
}

/** The service did not answer: there is no network, or the service is down. A change may have been done or not. */
export class Offline extends Error {
  override name = 'Offline'
}

interface ProblemDocument {
  type?: string
  title?: string
  detail?: string
  errors?: readonly Violation[]
  requestId?: string
}

/** An answer of a proxy is not a problem document, so only its status counts. */
function documentOf({ status, headers, text }: Refusal): ProblemDocument {
  if (headers.get('content-type')?.startsWith('application/problem+json'))
    return JSON.parse(text) as ProblemDocument
  if (status >= 400) return {}
  const place = headers.get('location') ?? 'another place'
  return { detail: `The service redirects to ${place}, where nothing was sent.` }
}

type Refusal = Pick<Reply, 'status' | 'headers' | 'text'>

export const problemOf = (reply: Refusal): Problem =>
  new Problem(reply.status, documentOf(reply), secondsIn(reply.headers.get('retry-after')))

/** Reads `Retry-After`, which is a number of seconds or a date. */
export function secondsIn(value: string | null, now = Date.now()): number | undefined {
  if (value === null || value.trim() === '') return undefined
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, (at - now) / 1000)
}
