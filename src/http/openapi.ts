/** The OpenAPI 3.1 document, derived from the operations and nothing else. */
import * as z from 'zod'
import packageFile from '../../package.json' with { type: 'json' }
import { AT_ONCE, AT_ONCE_OF, MOST_WAITING_OF_CALLER, PATIENCE } from './caller-turns.ts'
import type { Operation } from './operation.ts'
import { PREFIX } from './prefix.ts'
import { problemTypes, violationCodes } from './problem.ts'

/** A tag, and the operations under it. */
interface Group {
  tag: string
  description: string
  operations: readonly Operation[]
}

/** Where the service is, and where its error types are. */
interface Bases {
  baseUrl: string
  errorTypeBase: string
}

type Json = Record<string, unknown>

export function openApiDocument(groups: readonly Group[], { baseUrl, errorTypeBase }: Bases): Json {
  const all = groups.flatMap(({ tag, operations }) => operations.map((operation) => ({ tag, operation })))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Scorebook',
      version: API_VERSION,
      summary: 'Match tracking for board games',
      description: ABOUT,
    },
    servers: [{ url: baseUrl }],
    tags: groups.map(({ tag, description }) => ({ name: tag, 'x-displayName': titleOf(tag), description })),
    security: [{ bearerAuth: [] }],
    paths: pathsOf(all),
    components: {
      securitySchemes: {
        bearerAuth: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'An access token (RFC 9068) of an issuer that the service is configured with.',
        },
      },
      parameters: headerParameters,
      headers: responseHeaders,
      responses: Object.fromEntries(
        Object.values(failures).map((failure) => [
          failure.name,
          failureResponse(failure, { baseUrl, errorTypeBase }),
        ]),
      ),
      schemas: {
        ...schemas(all.map(({ operation }) => operation)),
        Problem: problemSchema,
        Violation: violationSchema,
      },
    },
  }
}

/** The error statuses of an operation follow from its facts: a path parameter, a change, If-Match. */
export function errorStatuses({ path, handling, ifMatch }: Operation): number[] {
  const changes = handling.kind === 'change'
  return [
    400,
    401,
    403,
    ...(path.includes('{') ? [404] : []),
    ...(changes ? [409] : []),
    ...(ifMatch ? [412] : []),
    ...(changes ? [422] : []),
    429,
    500,
  ]
}

/** The interface's; a release of the service that keeps to it has its own. */
const API_VERSION = '1.0.0'

/** Any UUID is taken as a key, but one with a time in it (UUIDv7) only while it is young; so the example has none. */
export const EXAMPLE_KEY = '5b2e0c1a-9d3f-4e6b-8a71-2c4d6e8f0a13'

const ABOUT = `Record the matches you play: which game, with which expansions and rule variants, who took part, who won.

**Every change** carries an \`Idempotency-Key\`, a UUID of the client's own, best a UUIDv7: the same request sent again with
the same key within 30 days gets the stored answer, marked \`Idempotent-Replayed: true\`, and does nothing twice.

**Every resource** has an \`ETag\`; where \`If-Match\` is required, a change of a version that is not the current one is
refused (412), so that no update is lost.

**Every failure** is a problem body (RFC 9457) whose \`errors\` name all violations of the request at once. Besides the
statuses each operation lists, any request may be answered with 405 (with \`Allow\`), 408 (it came too slowly), 413 (body too
large), 415 (not JSON), 417, 431 (headers too large) or 503 (with \`Retry-After\`), in the same form.

**Each caller** has ${AT_ONCE} requests worked on at once, of them ${AT_ONCE_OF.filtered} with a filter and ${AT_ONCE_OF.large} with a body above 1 MiB. Up to ${MOST_WAITING_OF_CALLER} more wait
for their turn, for ${PATIENCE} seconds at most; beyond that is 429 (with \`Retry-After\`).

**Lists** are paged by opaque cursors, filtered by RSQL and sorted by the fields they name; a \`/count\` beside each takes the
same filter.

API ${API_VERSION}, of Scorebook ${packageFile.version}.`

function pathsOf(all: { tag: string; operation: Operation }[]): Json {
  const paths: Record<string, Json> = {}
  for (const { tag, operation } of all) {
    const path = (paths[PREFIX + operation.path] ??= {})
    path[operation.method.toLowerCase()] = operationObject(tag, operation)
  }
  return paths
}

const refusalOf = ({ refusal = '', handling }: Operation) =>
  (handling.kind === 'change' ? handling.allow?.refusal : refusal) ?? ''

function operationObject(tag: string, operation: Operation): Json {
  const { id, summary, description, scope, body, bodyOptional, stream, streamExample: example } = operation
  const said = [description, refusalOf(operation), `Needs the scope \`${scope}\`.`]
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: said.filter((part) => part !== '').join('\n\n'),
    security: [{ bearerAuth: [scope] }],
    parameters: parametersOf(operation),
    ...(body
      ? { requestBody: { required: !bodyOptional, content: { 'application/json': { schema: refTo(body) } } } }
      : {}),
    ...(stream
      ? { requestBody: { required: true, content: { [stream]: { schema: { type: 'string' }, example } } } }
      : {}),
    responses: responsesOf(operation),
  }
}

function parametersOf({ params, query, handling, ifMatch, responds }: Operation): Json[] {
  const inPath = Object.entries(params).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    description:
      schema.meta()?.description ?? `The ${name.endsWith('Id') ? 'id' : name} of the ${nounOf(name)}.`,
    schema: inline(schema),
  }))
  const inQuery = query.parameters.map((parameter) => ({ ...parameter, in: 'query', required: false }))
  const headers = [
    ...(handling.kind === 'change' ? ['IdempotencyKey'] : []),
    ...(responds.orCreated ? ['IfMatchWhereThere', 'IfNoneMatchToCreate'] : ifMatch ? ['IfMatch'] : []),
    ...(responds.revalidates ? ['IfNoneMatch'] : []),
  ]
  return [...inPath, ...inQuery, ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` }))]
}

function responsesOf(operation: Operation): Json {
  const { status, schema, etag, location, orCreated, revalidates } = operation.responds
  const headers = [
    'XRequestId',
    ...(etag ? ['ETag'] : []),
    ...(location ? ['Location'] : []),
    ...(operation.handling.kind === 'change' ? ['IdempotentReplayed'] : []),
  ]
  const success = {
    description: SUCCESS[status],
    headers: headerRefs(revalidates ? [...headers, 'CacheControl'] : headers),
    ...(schema ? { content: { 'application/json': { schema: refTo(schema) } } } : {}),
  }
  const others = {
    ...(orCreated
      ? { 201: { ...success, description: SUCCESS[201], headers: headerRefs([...headers, 'Location']) } }
      : {}),
    ...(revalidates
      ? { 304: { description: 'As it was.', headers: headerRefs([...headers, 'CacheControl']) } }
      : {}),
  }
  const errors = errorStatuses(operation).map((code): [number, Json] => [
    code,
    { $ref: `#/components/responses/${failures[code]?.name}` },
  ])
  return { [status]: success, ...others, ...Object.fromEntries(errors) }
}

const headerRefs = (names: string[]): Json =>
  Object.fromEntries(
    names.map((name): [string, Json] => [
      headerNames[name] ?? name,
      { $ref: `#/components/headers/${name}` },
    ]),
  )

const SUCCESS = { 200: 'Done.', 201: 'Created.', 204: 'Done; there is nothing to show.' }

interface Failure {
  status: number
  name: string
  type: keyof typeof problemTypes
  detail: string
  errors?: Json[]
}

const failures: Record<number, Failure> = {
  400: {
    status: 400,
    name: 'Invalid',
    type: 'validation',
    detail: 'participants[1].score has to be at most 99999999.99.',
    errors: [
      {
        field: 'participants[1].score',
        code: 'OUT_OF_RANGE',
        message: 'participants[1].score has to be at most 99999999.99.',
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

function failureResponse({ status, type, detail, errors }: Failure, { baseUrl, errorTypeBase }: Bases): Json {
  const { title, about } = problemTypes[type]
  const headers = [
    'XRequestId',
    ...(status === 401 || status === 403 ? ['WWWAuthenticate'] : []),
    ...(status === 429 ? ['RetryAfter'] : []),
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

const headerParameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    description:
      'A UUID made by the client for this request, best a UUIDv7; repeat it to repeat the request safely.',
    schema: { type: 'string', format: 'uuid' },
    example: EXAMPLE_KEY,
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: true,
    description: 'The `ETag` of the version that is meant to be changed; a list of them, or `*`.',
    schema: { type: 'string' },
    example: '"3"',
  },
  IfMatchWhereThere: {
    name: 'If-Match',
    in: 'header',
    description: 'The `ETag` of the version that is meant to be replaced; required where there is one.',
    schema: { type: 'string' },
    example: '"3"',
  },
  IfNoneMatchToCreate: {
    name: 'If-None-Match',
    in: 'header',
    description: '`*` instead of `If-Match`, to make what is not there yet.',
    schema: { type: 'string', enum: ['*'] },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of what the reader has; while it is the same, the answer is 304 without a body.',
    schema: { type: 'string' },
    example: '"sB0bjG3Lx1J0Y9F6qfZC4Dq0vSx6m0b3F1m9Jt9iB1E"',
  },
}

const headerNames: Record<string, string> = {
  XRequestId: 'X-Request-Id',
  ETag: 'ETag',
  Location: 'Location',
  CacheControl: 'Cache-Control',
  IdempotentReplayed: 'Idempotent-Replayed',
  WWWAuthenticate: 'WWW-Authenticate',
  RetryAfter: 'Retry-After',
}

const responseHeaders = {
  XRequestId: {
    description: 'Names this request in the logs; the one sent, where one was.',
    schema: { type: 'string' },
  },
  ETag: { description: 'The version, for `If-Match`.', schema: { type: 'string' }, example: '"3"' },
  CacheControl: {
    description: 'The reader may keep the answer, and asks each time whether it is still the same.',
    schema: { type: 'string', enum: ['private, no-cache'] },
  },
  Location: {
    description: 'The absolute path of what was created.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  IdempotentReplayed: {
    description: 'There, and `true`, where the request was answered before and this is that answer.',
    schema: { type: 'string', enum: ['true'] },
  },
  WWWAuthenticate: { description: 'What the access token lacks (RFC 6750).', schema: { type: 'string' } },
  RetryAfter: {
    description: 'Seconds to wait before the request is sent again.',
    schema: { type: 'integer' },
  },
}

const violationSchema = {
  type: 'object',
  description: 'One thing that is wrong with the request',
  properties: {
    field: {
      type: 'string',
      description: 'A path such as `participants[1].score`, a header or a query parameter',
    },
    code: { type: 'string', enum: violationCodes },
    message: { type: 'string' },
    rejectedValue: { description: 'What was sent, where it is short and no secret' },
  },
  required: ['field', 'code', 'message'],
}

const problemSchema = {
  type: 'object',
  description: 'What went wrong (RFC 9457)',
  properties: {
    type: { type: 'string', format: 'uri', description: 'A GET of it shows a page that explains the error' },
    title: { type: 'string' },
    status: { type: 'integer', format: 'int32' },
    detail: { type: 'string' },
    instance: { type: 'string', format: 'uri' },
    errors: { type: 'array', items: { $ref: '#/components/schemas/Violation' } },
    requestId: { type: 'string' },
  },
  required: ['type', 'title', 'status', 'detail', 'instance', 'requestId'],
}

/** Every schema that has an id, as what is sent: a date-time is the text it is sent as. */
function schemas(operations: readonly Operation[]): Json {
  const requests = new Set(operations.map(({ body }) => body?.meta()?.id))
  const { schemas: found } = z.toJSONSchema(z.globalRegistry, {
    ...conversion,
    uri: (id) => `#/components/schemas/${id}`,
  })
  return Object.fromEntries(
    Object.entries(found).map(([id, schema]) => [
      id,
      requests.has(id) ? cleaned(schema) : extensible(cleaned(schema)),
    ]),
  )
}

/** A request takes no unknown property; an answer may have one some day, and its readers are not to mind. */
function extensible(schema: unknown): Json {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === 'additionalProperties' && value === false ? undefined : value,
    ),
  ) as Json
}

const conversion = {
  io: 'input',
  unrepresentable: 'any',
  target: 'draft-2020-12',
  override: ({ jsonSchema }: { jsonSchema: Json }) => {
    if (jsonSchema['format'] === 'uuid') delete jsonSchema['pattern'] // the format says it
  },
} as const

/** A schema without an id stands where it is used. */
const inline = (schema: z.ZodType): Json => cleaned(z.toJSONSchema(schema, conversion))

function refTo(schema: z.ZodType): Json {
  const id = schema.meta()?.id
  return id === undefined ? inline(schema) : { $ref: `#/components/schemas/${id}` }
}

/** Without the marks that only a schema of its own needs. */
function cleaned(schema: object): Json {
  const { $schema: _dialect, $id: _id, id: _name, ...rest } = schema as Json
  return rest
}

const nounOf = (name: string) =>
  name.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** `matchEdits` as a title: Match edits. */
const titleOf = (tag: string) =>
  tag
    .replace(/^./, (letter) => letter.toUpperCase())
    .replaceAll(/(?<=.)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
