/** The Fastify server: sockets, routing and limits. `lifecycle.ts` handles the requests. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import cors from '@fastify/cors'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
} from 'fastify'
import type { Tracer } from '../../traces/tracer.ts'
import { bodyReader } from './bodies.ts'
import { Connections, LIMITS } from './connections.ts'
import { Endings } from './endings.ts'
import { replies, requestStates } from './exchange.ts'
import type { RequestMeasures } from './measures.ts'
import { BODY_LIMIT } from '../operation/operation.ts'
import { problemOf, sendProblem } from '../lifecycle/problem-answer.ts'
import { unavailable } from '../problem.ts'
import { LARGEST_HEADER, faultOf, refusalOf, writtenOut } from './refusals.ts'
import { PREFIX, WEB_PREFIX } from '../prefix.ts'
import { serverTiming } from '../lifecycle/station-times.ts'
import { allowedAt, hasEmptyParameter, notRouted } from './routes.ts'

export interface ServerOptions {
  /** The URL has no slash at the end. */
  baseUrl: string
  errorTypeBase: string
  /** The origins whose scripts may call the API. `*` means all origins. */
  corsOrigins: readonly string[]
  /** Only these proxies are trusted to send X-Forwarded-For. */
  trustedProxies?: readonly string[]
  logger: FastifyBaseLogger | undefined
  measures?: RequestMeasures | undefined
  tracer?: Tracer | undefined
  /** Called when a large body is no longer needed. */
  collectSoon?: (() => void) | undefined
}

/** How many requests can be at work or waiting. Each takes some 10 kB. */
export const MOST_UNDER_WAY = 10_000

/** Makes a server that has no routes yet. Every failure is answered with a problem document. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const headers = securityHeaders(options.baseUrl)
  const endings = new Endings(options)
  const connections = new Connections(LIMITS, (error, request) => {
    const refusal = refusalOf(error)
    if (!refusal) return undefined
    const { requestId, text } = writtenOut(refusal, headers, options)
    app.log.info({ reqId: requestId, status: refusal.status, code: error.code }, 'refused')
    endings.refused(request, refusal.status)
    return text
  })
  const app: FastifyInstance = Fastify({
    ...(options.logger ? { loggerInstance: options.logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }), // the hook onResponse logs requests
    ...(options.logger
      ? {
          childLoggerFactory: (logger, bindings, own, raw) => {
            const traceId = endings.traceOf(raw)
            return logger.child(traceId === undefined ? bindings : { ...bindings, traceId }, own)
          },
        }
      : {}),
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    rewriteUrl: ({ url = '/' }) => pathOf(url),
    bodyLimit: BODY_LIMIT,
    trustProxy: options.trustedProxies?.length ? [...options.trustedProxies] : false,
    return503OnClosing: false, // we still answer requests that arrived before the stop
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: LONGEST_PARAMETER, querystringParser: () => ({}) },
    serverFactory: (listener) =>
      connections.serve(listener, { maxHeaderSize: LARGEST_HEADER, keepAliveTimeout: KEPT_ALIVE }),
    clientErrorHandler: () => {}, // `connections.ts` answers these errors
    frameworkErrors: (error, request, reply) => {
      endings.await(request, reply)
      void sendProblem(problemOf(error, request), request, reply.headers(headers), options)
      endings.ended(request, reply) // Fastify calls no hook in this case
    },
  })
  app.removeAllContentTypeParsers()
  const bodies = bodyReader(connections, options.collectSoon ?? (() => {}))
  app.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) =>
    bodies.read(request, payload),
  )
  // Operations read CSV as a stream when they know the caller, unless they need all of its bytes at once.
  app.addContentTypeParser('text/csv', async (request: FastifyRequest, payload: IncomingMessage) =>
    requestStates.get(request)?.readsWhole ? bodies.read(request, payload) : bodies.pass(request, payload),
  )
  addHooks(app, options, { headers, endings, connections })
  app.setNotFoundHandler((request, reply) => sendProblem(notRouted(app, request), request, reply, options))
  app.setErrorHandler((error: Error, request, reply) =>
    sendProblem(problemOf(error, request), request, reply, options),
  )
  // The error handler must be set before the CORS plugin is registered, because the plugin's route uses the handler of that time.
  if (options.corsOrigins.length > 0) {
    const shared = corsOptions(options.corsOrigins)
    await app.register(cors, {
      delegator: (request, done) => done(null, isForScripts(request) ? shared : { origin: false }),
    })
  }
  return app
}

interface Parts {
  headers: Record<string, string>
  endings: Endings
  connections: Connections
}

function addHooks(
  app: FastifyInstance,
  options: ServerOptions,
  { headers, endings, connections }: Parts,
): void {
  let isWarned = false
  app.addHook('onRequest', (request, reply, done) => {
    endings.await(request, reply)
    if (!isWarned && isForwarded(request)) {
      isWarned = true
      request.log.warn(UNTRUSTED_PROXY)
    }
    replies.set(request, reply) // a form without fields has a type, so a parser runs although there is no body
    reply.headers(headers)
    reply.header('x-request-id', request.id)
    const fault = faultOf(request.raw)
    if (fault) return done(Object.assign(fault, { headers: { connection: 'close' } }))
    if (request.method === 'OPTIONS' && !isPreflight(request, options)) {
      const allow = allowedAt(app, request)
      if (allow !== undefined) return void reply.code(204).header('allow', allow).send()
      return done(notRouted(app, request))
    }
    if (request.is404 || hasEmptyParameter(request)) return done(notRouted(app, request))
    if (connections.underWay > MOST_UNDER_WAY && isOfApi(request)) {
      return done(unavailable('The service has too many requests under way at the moment.'))
    }
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    const times = requestStates.get(request)?.admission.times
    times?.begin('send')
    if (times && isDebugging(request)) reply.header('server-timing', serverTiming(times))
    if (reply.raw.destroyed) endings.gone(request, reply)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    endings.ended(request, reply)
    done()
  })
}

/** True if the header was sent by somebody who is not a trusted proxy. */
const isForwarded = ({ headers, ip, socket }: FastifyRequest) =>
  headers['x-forwarded-for'] !== undefined && ip === socket.remoteAddress

const UNTRUSTED_PROXY =
  'A request has X-Forwarded-For, and comes from an address that SCOREBOOK_TRUSTED_PROXIES does not name. If it is your proxy, name it there: until then, all people seem to sign in from one address. This warning appears only once.'

const isDebugging = ({ log }: FastifyRequest) => log.level === 'debug' || log.level === 'trace'

/** The client's request id, if it is safe in a line of the log. */
const requestIdOf = (sent: string | string[] | undefined) =>
  typeof sent === 'string' && /^[\w.:-]{1,64}$/.test(sent) ? sent : randomUUID()

/** A proxy may put a whole URL into the request line. Only its path is used, because our host is a setting. */
function pathOf(url: string): string {
  const path = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '')
  return path === '' || path.startsWith('?') ? `/${path}` : path
}

/** In bytes: enough for 200 percent-encoded characters. */
const LONGEST_PARAMETER = 2_400
/** In milliseconds. Many proxies close an idle connection after a minute. We must not close it before they do. */
export const KEPT_ALIVE = 72_000

const isOfApi = ({ url }: FastifyRequest) => url.startsWith(PREFIX) || url.startsWith(WEB_PREFIX)

/**
 * Scripts of other origins may read the API and its description. They may not read pages, and the OpenID provider has rules of
 * its own.
 */
const isForScripts = ({ url }: Pick<FastifyRequest, 'url'>) =>
  url.startsWith(PREFIX) || /^\/(openapi\.json|problems)(?![\w.-])/.test(url)

/** True for a request that the CORS plugin answers. */
const isPreflight = ({ headers, url }: FastifyRequest, { corsOrigins }: ServerOptions) =>
  corsOrigins.length > 0 &&
  isForScripts({ url }) &&
  headers.origin !== undefined &&
  headers['access-control-request-method'] !== undefined

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
      'Last-Event-ID',
      'Scorebook-Position',
      'X-Request-Id',
      'Traceparent', // web pages that use OpenTelemetry send these with each request
      'Tracestate',
    ],
    exposedHeaders: [
      'ETag',
      'Location',
      'Idempotent-Replayed',
      'Scorebook-Position',
      'X-Request-Id',
      'Retry-After',
      'RateLimit',
      'RateLimit-Policy',
      'Deprecation',
      'Sunset',
    ],
    maxAge: 600,
    strictPreflight: false, // an OPTIONS request without preflight headers is no error
  }
}
