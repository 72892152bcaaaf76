/** The headers, problems and responses of the OpenAPI document. */
import { PREFIX } from '../prefix.ts'
import { problemTypes, violationCodes } from '../problem.ts'
import type { Json } from '../schema/json-schema.ts'

export interface Bases {
  baseUrl: string
  errorTypeBase: string
}

/** This is not a UUIDv7, because the service would soon refuse a UUIDv7 in an example as too old. */
export const EXAMPLE_KEY = '5b2e0c1a-9d3f-4e6b-8a71-2c4d6e8f0a13'

interface Failure {
  status: number
  name: string
  type: keyof typeof problemTypes
  detail: string
  errors?: Json[]
}

export const failures: Record<number, Failure> = {
  400: {
    status: 400,
    name: 'Invalid',
    type: 'validation',
    detail: 'participants[1].score must be at most 99999999.99.',
    errors: [
      {
        field: 'participants[1].score',
        code: 'OUT_OF_RANGE',
        message: 'participants[1].score must be at most 99999999.99.',
        rejectedValue: 100000000,
      },
    ],
  },
  401: {
    status: 401,
    name: 'Unauthenticated',
    type: 'authentication',
    detail: 'The access token has expired.',
  },
  403: { status: 403, name: 'Forbidden', type: 'authorization', detail: 'You may not see this match.' },
  404: {
    status: 404,
    name: 'NotFound',
    type: 'not-found',
    detail: 'There is no such match, or it was deleted.',
  },
  409: { status: 409, name: 'Conflict', type: 'conflict', detail: 'A finalized match cannot be deleted.' },
  412: {
    status: 412,
    name: 'ChangedMeanwhile',
    type: 'precondition-failed',
    detail: 'The resource was changed since it was read; read it again and repeat the change.',
  },
  422: {
    status: 422,
    name: 'KeyReused',
    type: 'validation',
    detail: 'The Idempotency-Key was used for another request; send a new one.',
    errors: [
      {
        field: 'Idempotency-Key',
        code: 'IDEMPOTENCY_KEY_REUSED',
        message: 'Idempotency-Key was used for a request with another method, path, query or body.',
      },
    ],
  },
  429: {
    status: 429,
    name: 'RateLimited',
    type: 'rate-limited',
    detail: 'This caller has too many requests under way.',
  },
  500: {
    status: 500,
    name: 'Failed',
    type: 'internal',
    detail: 'The service failed unexpectedly; its operators can find the cause by the requestId.',
  },
}

export function failureResponse(
  { status, type, detail, errors }: Failure,
  { baseUrl, errorTypeBase }: Bases,
): Json {
  const { title, about } = problemTypes[type]
  const headers = [
    'XRequestId',
    ...(status === 401 || status === 403 ? ['WWWAuthenticate'] : []),
    ...(status === 429 ? ['RetryAfter', 'RateLimit', 'RateLimitPolicy'] : []),
  ]
  return {
    description: `${title}. ${about}`,
    headers: headerRefs(headers),
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        example: {
          type: `${errorTypeBase}/${type}`,
          title,
          status,
          detail,
          instance: `${baseUrl}${PREFIX}/matches`,
          ...(errors ? { errors } : {}),
          requestId: '5d1f0d3e-8a0f-4c55-9a53-0b3a4f1f2c11',
        },
      },
    },
  }
}

export const headerParameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    description:
      'A UUID that the client makes for this request, preferably a UUIDv7. A retry with the same key is safe.',
    schema: { type: 'string', format: 'uuid' },
    example: EXAMPLE_KEY,
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: true,
    description: 'The `ETag` of the version to change; a list of them, or `*`.',
    schema: { type: 'string' },
    example: '"3"',
  },
  IfMatchWhereThere: {
    name: 'If-Match',
    in: 'header',
    description: 'The `ETag` of the version to replace; required if the resource exists.',
    schema: { type: 'string' },
    example: '"3"',
  },
  IfNoneMatchToCreate: {
    name: 'If-None-Match',
    in: 'header',
    description: '`*`, instead of `If-Match`, to make a resource that does not exist yet.',
    schema: { type: 'string', enum: ['*'] },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The `ETag` of the answer that the client already has. If that answer is still current, the status is 304, without a body.',
    schema: { type: 'string' },
    example: '"sB0bjG3Lx1J0Y9F6qfZC4Dq0vSx6m0b3F1m9Jt9iB1E"',
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description:
      'The id of the last event that the client has got. The stream continues after this event. If it is older than 24 hours or unknown, the first event is a `reset`.',
    schema: { type: 'string' },
    example: 'mQ2dPZ1x0rT7nZkV9Yw3uA',
  },
  ScorebookPosition: {
    name: 'Scorebook-Position',
    in: 'header',
    description:
      'The `Scorebook-Position` header of the answer to a change. The answer to this request then shows that change, whoever made it and whichever instance answers. You do not need it for changes of the same client through the same instance.',
    schema: { type: 'string', pattern: '^[0-9]{1,20}$' },
  },
}

const headerNames: Record<string, string> = {
  XRequestId: 'X-Request-Id',
  ETag: 'ETag',
  Location: 'Location',
  CacheControl: 'Cache-Control',
  IdempotentReplayed: 'Idempotent-Replayed',
  ScorebookPosition: 'Scorebook-Position',
  WWWAuthenticate: 'WWW-Authenticate',
  RetryAfter: 'Retry-After',
  RateLimit: 'RateLimit',
  RateLimitPolicy: 'RateLimit-Policy',
  Deprecation: 'Deprecation',
  Sunset: 'Sunset',
}

export const responseHeaders = {
  XRequestId: {
    description: 'The id of this request in the logs. If the client sent one, it is the same.',
    schema: { type: 'string' },
  },
  ETag: { description: 'The version, for `If-Match`.', schema: { type: 'string' }, example: '"3"' },
  CacheControl: {
    description: 'The client may cache the answer, but must ask each time whether it is still current.',
    schema: { type: 'string', enum: ['private, no-cache'] },
  },
  Location: {
    description: 'The absolute path of the new resource.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  IdempotentReplayed: {
    description: 'Present and `true` if this is the stored answer to an earlier request with the same key.',
    schema: { type: 'string', enum: ['true'] },
  },
  ScorebookPosition: {
    description:
      'An opaque mark of this change, present only if standbys of the database answer reads. A read that sends this header sees the change.',
    schema: { type: 'string' },
  },
  WWWAuthenticate: { description: 'What the access token lacks (RFC 6750).', schema: { type: 'string' } },
  RetryAfter: {
    description: 'Seconds to wait before you send the request again.',
    schema: { type: 'integer' },
  },
  RateLimit: {
    description:
      'How many more requests of this kind the caller can have under way now (`r`), and in how many seconds to try again (`t`).',
    schema: { type: 'string' },
    example: '"filtered";r=1',
  },
  RateLimitPolicy: {
    description: 'How many requests of each kind a caller can have under way at once.',
    schema: { type: 'string' },
    example: '"requests";q=8;qu="concurrent-requests"',
  },
  Deprecation: {
    description: 'Since when the operation is deprecated: `@` and seconds since 1970 (RFC 9745).',
    schema: { type: 'string', pattern: '^@[0-9]+$' },
  },
  Sunset: {
    description: 'The operation may be gone from this time on (RFC 8594).',
    schema: { type: 'string' },
  },
}

export const violationSchema = {
  type: 'object',
  description: 'One error in the request',
  properties: {
    field: {
      type: 'string',
      description: 'A path such as `participants[1].score`, a header or a query parameter',
    },
    code: { type: 'string', enum: violationCodes },
    message: { type: 'string' },
    rejectedValue: { description: 'The value that was sent, if it is short and no secret' },
  },
  required: ['field', 'code', 'message'],
}

export const problemSchema = {
  type: 'object',
  description: 'What went wrong (RFC 9457)',
  properties: {
    type: { type: 'string', format: 'uri', description: 'The URL of a page that explains the error' },
    title: { type: 'string' },
    status: { type: 'integer', format: 'int32' },
    detail: { type: 'string' },
    instance: { type: 'string', format: 'uri' },
    errors: { type: 'array', items: { $ref: '#/components/schemas/Violation' } },
    requestId: { type: 'string' },
  },
  required: ['type', 'title', 'status', 'detail', 'instance', 'requestId'],
}

export const headerRefs = (names: string[]): Json =>
  Object.fromEntries(
    names.map((name): [string, Json] => [
      headerNames[name] ?? name,
      { $ref: `#/components/headers/${name}` },
    ]),
  )
