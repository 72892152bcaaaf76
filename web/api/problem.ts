/** The errors of a call: either a problem that the service describes, or no answer at all. */

interface Violation {
  field: string
  message: string
  code?: string
}

export class Problem extends Error {
  override name = 'Problem'
  readonly status: number
  /** The last part of the URI of the problem's type, such as `precondition-failed`. */
  readonly type: string
  readonly title: string
  readonly detail: string
  readonly violations: readonly Violation[]
  readonly requestId?: string
  /** How long to wait, in seconds. */
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

/** The service has not answered: there is no network, or the service is down. */
export class Offline extends Error {
  override name = 'Offline'
}

interface ProblemDocument {
  type?: string
  title?: string
  detail?: string
  errors?: Violation[]
  requestId?: string
}

/** Makes the error for an answer. A proxy's answer is not a problem document, so only its status counts. */
export function problemOf({
  status,
  headers,
  text,
}: {
  status: number
  headers: Headers
  text: string
}): Problem {
  const isProblem = headers.get('content-type')?.startsWith('application/problem+json') ?? false
  const document = isProblem ? (JSON.parse(text) as ProblemDocument) : {}
  return new Problem(status, document, secondsIn(headers.get('retry-after')))
}

/** Reads `Retry-After`, which is a number of seconds or a date. */
export function secondsIn(value: string | null, now = Date.now()): number | undefined {
  if (value === null || value.trim() === '') return undefined
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, (at - now) / 1000)
}
