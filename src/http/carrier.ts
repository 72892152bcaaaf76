/** Fastify as the carrier: sockets, routing and limits are its work, what a request means is the pipeline's. */
import { randomUUID } from 'node:crypto'
import cors from '@fastify/cors'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { pathOf } from './exchange.ts'
import { giveBackMemory } from './memory.ts'
import { BODY_LIMIT } from './operation.ts'
import { problemOf, sendProblem } from './problem-answer.ts'
import { notRouted } from './routes.ts'

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

/** A client's own id is kept where it can stand in a log line. */
const requestIdOf = (sent: string | string[] | undefined) =>
  typeof sent === 'string' && /^[\w.:-]{1,64}$/.test(sent) ? sent : randomUUID()

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
