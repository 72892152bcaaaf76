/** The problems (RFC 9457) that a client gets when its request fails. */
import type { DatabaseUnavailable, Reason, SearchTooWide } from '../db/unavailable.ts'

/** `field` is a path such as `participants[1].score`, or the name of a header or query parameter. */
export interface Violation {
  field: string
  code: ViolationCode
  message: string
  rejectedValue?: unknown
}

/** The codes, which programs can read. The page about each type of error explains more. */
export const violationCodes = [
  'REQUIRED',
  'VALUE_TOO_LONG',
  'VALUE_TOO_SHORT',
  'INVALID_FORMAT',
  'INVALID_TYPE',
  'INVALID_VALUE',
  'OUT_OF_RANGE',
  'TOO_MANY_ITEMS',
  'TOO_FEW_ITEMS',
  'DUPLICATE_ITEM',
  'UNKNOWN_PROPERTY',
  'INVALID_REFERENCE',
  'DUPLICATE_GHOST_PLAYER',
  'DUPLICATE_CHANGE',
  'INVALID_SEARCH',
  'INVALID_CURSOR',
  'IDEMPOTENCY_KEY_REUSED',
  'INVALID_MESSAGE',
  'UNKNOWN_ARGUMENT',
  'ARGUMENT_TYPE_MISMATCH',
  'MALFORMED_BODY',
] as const

export type ViolationCode = (typeof violationCodes)[number]

/** For each type of error: its title, and the text of the page about it. */
export const problemTypes = {
  authentication: {
    statuses: [401],
    title: 'Authentication required',
    about:
      'The request has no access token, or the service does not accept the one it has: it is expired, not signed by a configured issuer, or meant for another audience. Get a new token and send it as `Authorization: Bearer …`.',
  },
  authorization: {
    statuses: [403],
    title: 'Not allowed',
    about:
      'The access token is valid, but it lacks the scope of this operation, or its user may not see or change this resource. The `detail` says which.',
  },
  validation: {
    statuses: [400, 405, 408, 413, 415, 417, 422, 431],
    title: 'Invalid request',
    about:
      'Something in the request is wrong. `errors` lists every violation: the field, a machine-readable code, what would be right, and the rejected value. Status 422 means that an Idempotency-Key was used before for another request.',
  },
  'not-found': {
    statuses: [404],
    title: 'Not found',
    about: 'There is nothing under this URL, or it was deleted.',
  },
  conflict: {
    statuses: [409],
    title: 'Conflict',
    about:
      'The request is well-formed, but the present state of the resource does not allow it, or a value that must be unique is taken. The `detail` says which.',
  },
  'precondition-failed': {
    statuses: [412],
    title: 'Changed meanwhile',
    about:
      'The `If-Match` header does not have the current ETag: somebody changed the resource since it was read. Read the resource again, and repeat the change on its current version.',
  },
  'rate-limited': {
    statuses: [429],
    title: 'Too many requests',
    about:
      'This caller (a user or a client) has too many requests under way. The service works on 8 of them at once, at most 2 with a filter and at most 4 with a body above 1 MiB; 1,000 more wait for their turn, for at most 5 seconds. Nothing was changed. Read the answers to the earlier requests, send fewer at once, and repeat this request after `Retry-After` seconds, with the same Idempotency-Key.',
  },
  unavailable: {
    statuses: [503],
    title: 'Unavailable',
    about:
      'The service cannot answer at the moment. Repeat the request after `Retry-After` seconds, with the same Idempotency-Key. Nothing was changed, unless the `detail` says that it is not known: then the answer was lost while the change was being stored, and a request with another key could make the change twice. With the same key it is made once, and its answer is given.',
  },
  internal: {
    statuses: [500],
    title: 'Internal error',
    about: 'The service failed unexpectedly. The `requestId` leads its operators to the cause.',
  },
} as const

export type ProblemType = keyof typeof problemTypes

/** A problem to throw. `detail` is a full sentence for the client. */
export class Problem extends Error {
  override name = 'Problem'
  readonly status: number
  readonly type: ProblemType
  readonly errors: Violation[] | undefined
  readonly headers: Record<string, string>

  constructor(
    status: number,
    type: ProblemType,
    detail: string,
    extra: { errors?: Violation[]; headers?: Record<string, string> } = {},
  ) {
    super(detail)
    this.status = status
    this.type = type
    this.errors = extra.errors
    this.headers = extra.headers ?? {}
  }
}

export function invalid(errors: Violation[]): Problem {
  const detail =
    errors.length === 1
      ? (errors[0]?.message ?? '')
      : errors.length > MOST_VIOLATIONS
        ? `The request has more than ${MOST_VIOLATIONS} violations; the first ${MOST_VIOLATIONS} are listed.`
        : `The request has ${errors.length} violations.`
  const listed = errors.slice(0, MOST_VIOLATIONS).map(withoutLongValue)
  return new Problem(400, 'validation', detail, { errors: listed })
}

export const tooWide = ({ seconds, isWhole }: SearchTooWide) =>
  isWhole
    ? unavailable(
        `The service counted these figures for ${seconds} seconds and did not finish. Nothing is wrong with the request; try again when the service has less to do.`,
      )
    : invalid([
        {
          field: 'query',
          code: 'INVALID_SEARCH',
          message: `This search is too wide: it did not end within ${seconds} seconds. Narrow it by an id, by whole names or by a range of dates, and ask with fewer wildcards and fewer conditions on the elements of a collection.`,
        },
      ])

export const conflict = (detail: string) => new Problem(409, 'conflict', detail)

export const forbidden = (detail: string) => new Problem(403, 'authorization', detail)

export const notFound = (detail: string) => new Problem(404, 'not-found', detail)

export const preconditionFailed = (detail: string) => new Problem(412, 'precondition-failed', detail)

export const unavailable = (detail: string) =>
  new Problem(503, 'unavailable', detail, { headers: { 'retry-after': '1' } })

export const databaseUnavailable = ({ reason }: DatabaseUnavailable) => unavailable(UNAVAILABLE[reason])

const UNAVAILABLE: Record<Reason, string> = {
  away: 'The database is not available at the moment; nothing was changed.',
  replaced:
    'The only database server that offers to take changes is older than one that the service has used, so it is not used; nothing was changed. The log of the service says what its operators must do.',
  slow: 'The database took too long for this request; nothing was changed.',
  locked: 'Another request has locked what this one needs, and takes too long; nothing was changed.',
  busy: 'Too many requests are waiting for the database; nothing was changed.',
  uncertain:
    'The database stopped answering while the change was being stored, so it is not known whether it was made. Repeat the request with the same Idempotency-Key; the change is made once.',
}

/** How many violations an answer lists. Without a limit, a body of 1 MB had half a million violations, and an answer of 70 MB. */
export const MOST_VIOLATIONS = 1000

/** In characters. An answer repeats no values that are longer. */
export const LONGEST_REJECTED_VALUE = 200

function withoutLongValue(violation: Violation): Violation {
  const { rejectedValue, ...rest } = violation
  if (rejectedValue === undefined) return rest
  const written = JSON.stringify(rejectedValue)
  return written === undefined || [...written].length > LONGEST_REJECTED_VALUE ? rest : violation
}
