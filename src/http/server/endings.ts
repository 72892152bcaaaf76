/** Counts, logs and traces the end of each request, exactly once, even if the client leaves or we refuse the body. */
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { parentIn } from '../../traces/traceparent.ts'
import type { Span, Tracer } from '../../traces/tracer.ts'
import { pathOf, requestStates } from './exchange.ts'
import type { RequestMeasures } from './measures.ts'

interface RouteConfig {
  /** True for a probe or a file of a page: we log it as `debug` unless it fails. */
  isRoutine?: boolean
  /** True if the path has a secret, which must not get into the log. */
  hasSecretPath?: boolean
}

/** The options of a route whose requests are routine. */
export const ROUTINE = { config: { isRoutine: true } satisfies RouteConfig }

export class Endings {
  readonly #measures: RequestMeasures | undefined
  readonly #tracer: Tracer | undefined
  readonly #spans = new WeakMap<IncomingMessage, Span>()
  /** The requests that have not ended. */
  readonly #awaited = new WeakMap<IncomingMessage, { request: FastifyRequest; reply: FastifyReply }>()

  constructor({ measures, tracer }: { measures?: RequestMeasures | undefined; tracer?: Tracer | undefined }) {
    this.#measures = measures
    this.#tracer = tracer
  }

  /** The id of the trace that a request begins or continues; undefined without a trace. */
  traceOf(raw: IncomingMessage): string | undefined {
    const span = this.#tracer?.begin(raw.headers)
    if (span) this.#spans.set(raw, span)
    return span?.traceId ?? parentIn(raw.headers['traceparent'])?.traceId
  }

  await(request: FastifyRequest, reply: FastifyReply): void {
    this.#awaited.set(request.raw, { request, reply })
    const { raw } = reply
    raw.once('close', () => {
      // If the work continues without its client, the request ends with its answer.
      if (!raw.writableFinished && (raw.headersSent || !request.raw.complete)) this.gone(request, reply)
    })
  }

  ended(request: FastifyRequest, reply: FastifyReply): void {
    if (reply.raw.destroyed) this.gone(request, reply)
    else this.#end(request, reply, reply.statusCode)
  }

  /** The client left before it had the answer. */
  gone(request: FastifyRequest, reply: FastifyReply): void {
    this.#end(request, reply, 'gone')
  }

  /** Node's HTTP server refused a request: it could not parse it, or its body came too slowly. */
  refused(raw: IncomingMessage | undefined, status: number): void {
    const begun = raw && this.#awaited.get(raw)
    if (begun) this.#end(begun.request, begun.reply, status)
    else this.#measures?.refused(status)
  }

  /** Counts a request only once: an answer to a closed connection ends a second time. */
  #end(request: FastifyRequest, reply: FastifyReply, status: number | 'gone'): void {
    if (!this.#awaited.delete(request.raw)) return
    const { method } = request
    const route = request.is404 ? undefined : request.routeOptions.url
    const milliseconds = reply.elapsedTime
    const times = requestStates.get(request)?.admission.times
    times?.begin('send')
    const replayed = reply.getHeader('idempotent-replayed') === 'true'
    this.#measures?.ended({ method, route, status, milliseconds, replayed })
    const span = this.#spans.get(request.raw)
    if (span)
      this.#tracer?.end(span, {
        // The route's template, because a path has ids and names in it.
        name: route === undefined ? method : `${method} ${route}`,
        failed: typeof status === 'number' && status >= 500,
        milliseconds,
        facts: {
          'http.request.method': method,
          ...(route === undefined ? {} : { 'http.route': route }),
          ...(status === 'gone' ? { 'error.type': status } : { 'http.response.status_code': status }),
          'scorebook.request_id': request.id,
          ...Object.fromEntries(
            Object.entries(times?.sums ?? {}).map(([station, sum]) => [`scorebook.${station}_ms`, sum]),
          ),
        },
      })
    const config = request.routeOptions.config as RouteConfig | undefined // without a route there is none
    const isRoutine = config?.isRoutine === true && typeof status === 'number' && status < 400
    request.log[isRoutine ? 'debug' : 'info'](
      {
        method,
        route: request.routeOptions.url,
        path: config?.hasSecretPath ? undefined : pathOf(request),
        status: status === 'gone' ? undefined : status,
        milliseconds: Math.round(milliseconds * 10) / 10,
        stations: times?.sums,
      },
      status === 'gone' ? 'the client left before it had the answer' : 'answered',
    )
  }
}
