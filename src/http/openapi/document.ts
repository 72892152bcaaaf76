/** Makes the OpenAPI 3.1 document from the operations. */
import packageFile from '../../../package.json' with { type: 'json' }
import { AT_ONCE, AT_ONCE_OF, MOST_WAITING_OF_CALLER, PATIENCE } from '../lifecycle/caller-turns.ts'
import { type Operation, nounOfParameter } from '../operation/operation.ts'
import { PREFIX } from '../prefix.ts'
import {
  type Bases,
  failureResponse,
  failures,
  headerParameters,
  headerRefs,
  problemSchema,
  responseHeaders,
  violationSchema,
} from './components.ts'
import { sentencesOf } from '../operation/deprecation.ts'
import { refTo, schemas } from './schemas.ts'
import { type Json, inline } from '../schema/json-schema.ts'

interface Group {
  tag: string
  description: string
  operations: readonly Operation[]
}

export function openApiDocument(
  groups: readonly Group[],
  roles: Roles,
  { baseUrl, errorTypeBase }: Bases,
): Json {
  const all = groups.flatMap(({ tag, operations }) => operations.map((operation) => ({ tag, operation })))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Scorebook',
      version: API_VERSION,
      summary: 'Match tracking for board games',
      description: `${ABOUT}\n\n${rolesAbout(roles)}\n\n${VERSIONS}`,
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
          description:
            'An access token (RFC 9068) of an issuer that the service is configured with, or a personal access token.',
        },
      },
      parameters: headerParameters,
      headers: headersIn(all.map(({ operation }) => operation)),
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

export function errorStatuses({ path, handling, ifMatch, inBody }: Operation): number[] {
  const changes = handling.kind === 'change'
  return [
    400,
    401,
    403,
    ...(path.includes('{') || inBody ? [404] : []),
    ...(changes ? [409] : []),
    ...(ifMatch ? [412] : []),
    ...(changes ? [422] : []),
    429,
    500,
  ]
}

/** The version of the API. It is independent of the versions of the service. */
const API_VERSION = '1.0.0'

const ABOUT = `Record the matches you play: which game, with which expansions and rule variants, who took part, who won.

**Every change** has an \`Idempotency-Key\`, a UUID that the client makes, best a UUIDv7. If the client sends the same request with
the same key again within 30 days, it gets the stored answer, marked \`Idempotent-Replayed: true\`, and nothing is done twice.

**Every resource** has an \`ETag\`. If an operation requires \`If-Match\`, a change of a version that is no longer current is refused
(412), so no update is lost.

**Every failure** is a problem body (RFC 9457) whose \`errors\` list all violations of the request. Besides the statuses that each
operation lists, any request can get 405 (with \`Allow\`), 408 (it came too slowly), 413 (body too large), 415 (not JSON), 417, 431
(headers too large) or 503 (with \`Retry-After\`), in the same form.

**For each caller** the service works on ${AT_ONCE} requests at once, at most ${AT_ONCE_OF.filtered} with a filter and ${AT_ONCE_OF.large} with a body above 1 MiB. Up to ${MOST_WAITING_OF_CALLER}
more wait for their turn, for ${PATIENCE} seconds at most; the others get 429 (with \`Retry-After\`).
\`RateLimit-Policy\` and \`RateLimit\` say these limits and how much is left, on a 429 and on answers to requests with a lower limit.

**Lists** have opaque cursors for their pages, take filters in RSQL, and sort by the fields that they name. The \`/count\` of each
list takes the same filter. A filter that is too wide is refused at once, or after 3 seconds, with 400 \`INVALID_SEARCH\` and a
sentence that says how to narrow it.`

const VERSIONS = `Version ${API_VERSION} of the API, in Scorebook ${packageFile.version}.`

type Roles = Readonly<Record<string, readonly string[]>>

/** Groups the scopes of each role by noun. A scope ends in a verb, such as `read` in `svc-engine:match-edit-read`. */
function rolesAbout(roles: Roles): string {
  const rows = Object.entries(roles).map(([role, scopes]) => {
    const verbs = Map.groupBy(scopes, (scope) => scope.slice(0, scope.lastIndexOf('-')))
    const words = [...verbs].map(
      ([noun, own]) =>
        `${noun.slice(noun.indexOf(':') + 1)}-${own.map((scope) => scope.slice(noun.length + 1)).join('\\|')}`,
    )
    return `| ${role} | ${words.join(', ')} |`
  })
  return `**Roles** are sets of scopes. Accounts have roles; a token of another issuer that names none of our scopes gets the scopes of
its roles. A token of this service can use only the scopes that the roles of its account allow at the time of the request.

| role | scopes, each after \`svc-engine:\` |
| --- | --- |
${rows.join('\n')}`
}

/** The document names a header only if an answer has it. */
function headersIn(operations: readonly Operation[]): Json {
  const isDeprecated = operations.some(({ deprecation }) => deprecation)
  const hasSunset = operations.some(({ deprecation }) => deprecation?.sunset)
  const unused = new Set([...(isDeprecated ? [] : ['Deprecation']), ...(hasSunset ? [] : ['Sunset'])])
  return Object.fromEntries(Object.entries(responseHeaders).filter(([name]) => !unused.has(name)))
}

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
  const { id, summary, description, deprecation, scope, body, bodyOptional, stream, bytes } = operation
  const ends = deprecation ? sentencesOf(deprecation) : ''
  const said = [ends, description, refusalOf(operation), `Needs the scope \`${scope}\`.`]
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(deprecation ? { deprecated: true } : {}),
    description: said.filter((part) => part !== '').join('\n\n'),
    security: [{ bearerAuth: [scope] }],
    parameters: parametersOf(operation),
    ...(body
      ? { requestBody: { required: !bodyOptional, content: { 'application/json': { schema: refTo(body) } } } }
      : {}),
    ...(stream
      ? {
          requestBody: {
            required: true,
            content: { [stream]: { schema: { type: 'string' }, example: operation.streamExample } },
          },
        }
      : {}),
    ...(bytes ? { requestBody: { required: true, content: ofBytes(bytes) } } : {}),
    responses: responsesOf(operation),
  }
}

const ofBytes = ({ media }: { media: readonly string[] }): Json =>
  Object.fromEntries(media.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))

function parametersOf({ params, query, handling, ifMatch, responds }: Operation): Json[] {
  const inPath = Object.entries(params).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    description:
      schema.meta()?.description ??
      `The ${name.endsWith('Id') ? 'id' : name} of the ${nounOfParameter(name)}.`,
    schema: inline(schema),
  }))
  const inQuery = query.parameters.map((parameter) => ({ ...parameter, in: 'query', required: false }))
  const headers = [
    ...(handling.kind === 'change' ? ['IdempotencyKey'] : []),
    ...(responds.orCreated ? ['IfMatchWhereThere', 'IfNoneMatchToCreate'] : ifMatch ? ['IfMatch'] : []),
    ...(responds.revalidates ? ['IfNoneMatch'] : []),
    ...(handling.kind === 'read' ? ['ScorebookPosition'] : []),
    ...(handling.kind === 'stream' ? ['LastEventId'] : []),
  ]
  return [...inPath, ...inQuery, ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` }))]
}

function responsesOf(operation: Operation): Json {
  const { status, schema, etag, location, orCreated, revalidates } = operation.responds
  const headers = [
    'XRequestId',
    ...(etag ? ['ETag'] : []),
    ...(location ? ['Location'] : []),
    ...(operation.handling.kind === 'change' ? ['IdempotentReplayed', 'ScorebookPosition'] : []),
    ...(isLimited(operation) ? ['RateLimit', 'RateLimitPolicy'] : []),
    ...(operation.deprecation ? ['Deprecation', ...(operation.deprecation.sunset ? ['Sunset'] : [])] : []),
  ]
  const success = {
    description: SUCCESS[status],
    headers: headerRefs(revalidates ? [...headers, 'CacheControl'] : headers),
    ...(schema ? { content: { [mediaTypeOf(operation)]: { schema: refTo(schema) } } } : {}),
  }
  const others = {
    ...(orCreated
      ? { 201: { ...success, description: SUCCESS[201], headers: headerRefs([...headers, 'Location']) } }
      : {}),
    ...(revalidates
      ? { 304: { description: 'Not changed.', headers: headerRefs([...headers, 'CacheControl']) } }
      : {}),
  }
  const errors = errorStatuses(operation).map((code): [number, Json] => [
    code,
    { $ref: `#/components/responses/${failures[code]?.name}` },
  ])
  return { [status]: success, ...others, ...Object.fromEntries(errors) }
}

/** True if some of its requests have a lower limit than others: those with a filter, and long answers. */
const isLimited = ({ handling, query }: Operation) =>
  handling.kind === 'read' &&
  (handling.long === true || query.parameters.some(({ name }) => name === 'filter'))

/** The media type of an answer. For a stream, the schema describes one event, which is the data of one frame. */
const mediaTypeOf = ({ handling, responds: { media } }: Operation) =>
  media?.split(';')[0] ?? (handling.kind === 'stream' ? 'text/event-stream' : 'application/json')

const SUCCESS = { 200: 'Done.', 201: 'Created.', 204: 'Done. The answer has no body.' }

/** Turns `matchEdits` into "Match edits". */
const titleOf = (tag: string) =>
  tag
    .replace(/^./, (letter) => letter.toUpperCase())
    .replaceAll(/(?<=.)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
