/** Fastify as the carrier: sockets, routing and limits are its work, what a request means is the pipeline's. */
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import cors from '@fastify/cors'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { DatabaseUnavailable } from '../db/database.ts'
import { JsonError, type JsonValue, decodeUtf8, parseJson } from './json.ts'
import { giveBackMemory } from './memory.ts'
import { BODY_LIMIT, type Operation } from './operation.ts'
import { type Answer, type Services, answer } from './pipeline.ts'
import { PREFIX } from './prefix.ts'
import { Problem, invalid, notFound, problemTypes, unavailable } from './problem.ts'
import { readQuery } from './query.ts'
import { StreamedBody, tooLarge } from './streamed-body.ts'

export { PREFIX }

export interface CarrierOptions {
  /** Where clients reach the service, without a slash at the end. */
  baseUrl: string
  errorTypeBase: string
  /** Origins whose scripts may call; `*` for all. */
  corsOrigins: readonly string[]
  logger: FastifyBaseLogger | undefined
}

/** In milliseconds, to arrive whole: 64 MiB at some 2 Mbit/s. */
const SLOWEST_REQUEST = 300_000

/** A server without routes that answers every failure with a problem body. */
export async function createCarrier(options: CarrierOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    ...(options.logger ? { loggerInstance: options.logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }), // one line a request, of our own
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    bodyLimit: BODY_LIMIT,
    requestTimeout: SLOWEST_REQUEST,
    return503OnClosing: false, // what is accepted while draining is answered
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: LONGEST_PARAMETER, querystringParser: () => ({}) },
    http: { maxHeaderSize: LARGEST_HEADER },
    frameworkErrors: (error, request, reply) => {
      void sendProblem(problemOf(error, request), request, reply, options)
    },
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  // Read by the operation that takes it, after the caller is known; whoever else is sent it refuses it unread.
  app.addContentTypeParser('text/csv', (_request, payload, done) => done(null, payload))
  const headers = securityHeaders(options.baseUrl)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    reply.header('x-request-id', request.id)
    done(request.is404 ? notRouted(app, request) : undefined)
  })
  if (options.corsOrigins.length > 0) await app.register(cors, corsOptions(options.corsOrigins))
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url,
        path: pathOf(request),
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    )
    if (((request.body as Buffer | undefined)?.length ?? 0) > BODY_LIMIT) giveBackMemory()
    done()
  })
  app.setNotFoundHandler((request, reply) => sendProblem(notRouted(app, request), request, reply, options))
  app.setErrorHandler((error: Error, request, reply) =>
    sendProblem(problemOf(error, request), request, reply, options),
  )
  return app
}

/** Gives every operation its route. */
export function carry(app: FastifyInstance, operations: readonly Operation[], services: Services): void {
  for (const operation of operations) {
    app.route({
      method: operation.method,
      url: urlOf(operation.path),
      bodyLimit: operation.bodyLimit,
      onRequest: async (request) => {
        const length = Number(request.headers['content-length'] ?? 0)
        if (length > 0) mustBeOfType(request, operation.stream ?? JSON_TYPE) // before it is found too large
        if (length > operation.bodyLimit) throw tooLarge(operation.bodyLimit)
      },
      handler: async (request, reply) =>
        send(await answer(operation, requestOf(operation, request), services), reply),
    })
  }
  routed.set(app, operations)
  for (const { method, path } of shadowed(operations)) {
    app.route({
      method,
      url: urlOf(path),
      onRequest: (request, _reply, done) => done(notRouted(app, request)),
      handler: () => undefined,
    })
  }
}

/** `DELETE /matches/count` is no match that is called count, though the router would take it for one. */
function shadowed(operations: readonly Operation[]): Pick<Operation, 'method' | 'path'>[] {
  const has = new Set(operations.map(({ method, path }) => `${method} ${path}`))
  return [...new Set(operations.map(({ path }) => path))].flatMap((path) =>
    operations
      .filter((other) => formOf(other.path).test(PREFIX + path) && !has.has(`${other.method} ${path}`))
      .filter((other) => !mayBe(other, path))
      .map(({ method }) => ({ method, path })),
  )
}

/** `/keys/import` is also that of a key which is called import, as a key may be. */
function mayBe({ path, params }: Operation, words: string): boolean {
  const given = words.split('/')
  return path.split('/').every((part, n) => {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? []
    const word = given[n] ?? ''
    return name === undefined || word.startsWith('{') || params[name]?.safeParse(word).success
  })
}

const urlOf = (path: string) => PREFIX + path.replaceAll(/\{(\w+)\}/g, ':$1')

function requestOf(operation: Operation, request: FastifyRequest) {
  const { headers } = request
  return {
    path: pathOf(request),
    params: request.params as Record<string, string>,
    query: readQuery(request.url),
    body: operation.stream ? streamedBody(operation, operation.stream, request) : readBody(request),
    authorization: headers.authorization,
    idempotencyKey: single(headers['idempotency-key']),
    ifMatch: headers['if-match'],
    ifNoneMatch: headers['if-none-match'],
  }
}

function send({ status, etag, location, body, replayed, revalidates }: Answer, reply: FastifyReply) {
  reply.code(status)
  if (revalidates) reply.header('cache-control', 'private, no-cache') // kept by its reader, and asked about each time
  if (etag !== null) reply.header('etag', etag)
  if (location !== null) reply.header('location', location)
  if (replayed) reply.header('idempotent-replayed', 'true')
  if (body !== null) reply.header('content-type', 'application/json')
  return reply.send(body ?? undefined)
}

/** An empty body is none, whatever its media type. */
function readBody(request: FastifyRequest): JsonValue | undefined {
  const bytes = request.body as Buffer | Readable | undefined
  if (bytes === undefined || (Buffer.isBuffer(bytes) && bytes.length === 0)) return undefined
  mustBeOfType(request, JSON_TYPE)
  return parseJson(decodeUtf8(bytes as Buffer))
}

function streamedBody({ bodyLimit }: Operation, type: string, request: FastifyRequest): StreamedBody {
  const body = request.body as Buffer | Readable | undefined
  if (body === undefined || (Buffer.isBuffer(body) && body.length === 0))
    return new StreamedBody(Readable.from([]), bodyLimit)
  mustBeOfType(request, type)
  return new StreamedBody(body as Readable, bodyLimit)
}

const JSON_TYPE = 'application/json'

function mustBeOfType({ headers }: FastifyRequest, type: string): void {
  const [sent] = (headers['content-type'] ?? '').split(';')
  if (sent?.trim().toLowerCase() === type) return
  const what = type === JSON_TYPE ? 'JSON' : type
  throw new Problem(415, 'validation', `The body has to be ${what}, sent with Content-Type: ${type}.`)
}

/** What is routed, for the answer to a method that a path doesn't have. */
const routed = new WeakMap<FastifyInstance, readonly Operation[]>()

const formOf = (path: string) => new RegExp(`^${PREFIX}${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)

/** Of the paths that fit, the one with the fewest parameters is meant, unless its words may be parameters. */
function notRouted(app: FastifyInstance, request: FastifyRequest): Problem {
  const path = pathOf(request)
  const fitting = (routed.get(app) ?? []).filter((operation) => formOf(operation.path).test(path))
  const fewest = Math.min(...fitting.map(({ params }) => Object.keys(params).length))
  const methods = fitting
    .filter((one) => Object.keys(one.params).length === fewest || mayBe(one, path.slice(PREFIX.length)))
    .map(({ method }) => method)
  if (methods.length === 0) return notFound(`There is nothing at ${path}.`)
  const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
  return new Problem(405, 'validation', `${path} takes ${allow}, not ${request.method}.`, {
    headers: { allow },
  })
}

function sendProblem(
  problem: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
  options: CarrierOptions,
): FastifyReply {
  const { status, type, message: detail, errors, headers } = problem
  return reply
    .code(status)
    .headers({ ...headers, 'x-request-id': request.id, 'content-type': 'application/problem+json' })
    .send(
      JSON.stringify({
        type: `${options.errorTypeBase}/${type}`,
        title: problemTypes[type].title,
        status,
        detail,
        instance: instanceOf(options.baseUrl, request.url),
        errors,
        requestId: request.id,
      }),
    )
}

/** The unexpected is logged with its cause, and the client is told nothing of it. */
function problemOf(error: Error, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error
  if (error instanceof JsonError) return malformed(error)
  if (error instanceof DatabaseUnavailable) {
    request.log.warn({ err: error.cause }, 'database unavailable')
    return unavailable('The database does not answer at the moment; nothing was changed.')
  }
  const { code, statusCode } = error as FastifyError
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return tooLarge(request.routeOptions.bodyLimit ?? BODY_LIMIT)
  }
  if (code === 'FST_ERR_BAD_URL') {
    return invalid([
      { field: 'path', code: 'INVALID_FORMAT', message: 'The path has to be percent-encoded UTF-8.' },
    ])
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Problem(statusCode, 'validation', `${error.message.replace(/\.$/, '')}.`)
  }
  request.log.error({ err: error }, 'unexpected failure')
  return new Problem(
    500,
    'internal',
    'The service failed unexpectedly; its operators can find the cause by the requestId.',
  )
}

const malformed = ({ path, message }: JsonError) =>
  invalid([{ field: path === '' ? 'body' : path, code: 'MALFORMED_BODY', message }])

/** A client's own id is kept where it can stand in a log line. */
const requestIdOf = (sent: string | string[] | undefined) =>
  typeof sent === 'string' && /^[\w.:-]{1,64}$/.test(sent) ? sent : randomUUID()

const pathOf = ({ url }: FastifyRequest) => {
  const mark = url.indexOf('?')
  return mark < 0 ? url : url.slice(0, mark)
}

/** What a client sent raw, such as a quote, is percent-encoded, so that it is a URI. */
function instanceOf(baseUrl: string, url: string): string {
  return (
    baseUrl +
    url.replaceAll(/[^\w\-.~:/?@!$&'()*+,;=%]|%(?![\da-f]{2})/gi, (character) =>
      encodeURIComponent(character),
    )
  )
}

const single = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join(', ') : header)

/** A 200-character key, each character percent-encoded UTF-8 of up to four bytes. */
const LONGEST_PARAMETER = 2_400
/** A filter of 4,000 characters, each percent-encoded UTF-8 of up to four bytes, and the other headers. */
const LARGEST_HEADER = 65_536

function securityHeaders(baseUrl: string): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(baseUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

function corsOptions(origins: readonly string[]) {
  return {
    origin: origins.includes('*') ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'If-Match',
      'If-None-Match',
      'X-Request-Id',
    ],
    exposedHeaders: ['ETag', 'Location', 'Idempotent-Replayed', 'X-Request-Id', 'Retry-After'],
    maxAge: 600,
    strictPreflight: false, // an OPTIONS that is no preflight is no error
  }
}
