/** When a request ends, counts, logs and traces it, exactly once. */
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { parentIn } from '../../traces/traceparent.ts'
import type { Span, Tracer } from '../../traces/tracer.ts'
import { Attached } from './attached.ts'
import { pathOf, requestStates } from './exchange.ts'
import type { RequestMeasures } from './measures.ts'

interface RouteConfig {
  /** True for health probes and files of pages. They are logged at the level `debug`, unless they fail. */
  isRoutine?: boolean
  /** True if the path contains a secret, so that it must not be logged. */
  hasSecretPath?: boolean
}

export const ROUTINE = { config: { isRoutine: true } satisfies RouteConfig }

export class Endings {
  readonly #measures: RequestMeasures | undefined
  readonly #tracer: Tracer | undefined
  readonly #spans = new Attached<IncomingMessage, Span>()
  readonly #awaited = new Attached<IncomingMessage, { request: FastifyRequest; reply: FastifyReply }>()

  constructor({ measures, tracer }: { measures?: RequestMeasures | undefined; tracer?: Tracer | undefined }) {
    this.#measures = measures
    this.#tracer = tracer
  }

  traceOf(raw: IncomingMessage): string | undefined {
    const span = this.#tracer?.begin(raw.headers)
    if (span) this.#spans.set(raw, span)
    return span?.traceId ?? parentIn(raw.headers['traceparent'])?.traceId
  }

  await(request: FastifyRequest, reply: FastifyReply): void {
    this.#awaited.set(request.raw, { request, reply })
    const { raw } = reply
    raw.once('close', () => {
      // If the client leaves while we are still working on its request, the request ends when the work ends.
      if (!raw.writableFinished && (raw.headersSent || !request.raw.complete)) this.gone(request, reply)
    })
  }

  ended(request: FastifyRequest, reply: FastifyReply): void {
    if (reply.raw.destroyed) this.gone(request, reply)
    else this.#end(request, reply, reply.statusCode)
  }

  /** To be called if the client left before it had its answer. */
  gone(request: FastifyRequest, reply: FastifyReply): void {
    this.#end(request, reply, 'gone')
  }

  /** To be called if Node's parser refused the request, or if its body came too slowly. */
  refused(raw: IncomingMessage | undefined, status: number): void {
    const begun = raw && this.#awaited.get(raw)
    if (begun) this.#end(begun.request, begun.reply, status)
    else this.#measures?.refused(status)
  }

  /** When a connection closes, a finished request would end a second time. Only the first end counts. */
  #end(request: FastifyRequest, reply: FastifyReply, ending: number | 'gone'): void {
    if (!this.#awaited.take(request.raw)) return
    const stream = requestStates.get(request)?.stream
    const status = stream ? reply.raw.statusCode : ending // because most streams end when their clients leave
    const { method } = request
    const route = request.is404 ? undefined : request.routeOptions.url
    const milliseconds = reply.elapsedTime
    const times = requestStates.get(request)?.admission.times
    times?.begin('send')
    const replayed = reply.getHeader('idempotent-replayed') === 'true'
    this.#measures?.ended({
      method,
      route,
      status,
      milliseconds: stream ? undefined : milliseconds,
      replayed,
    })
    const span = this.#spans.get(request.raw)
    if (span)
      this.#tracer?.end(span, {
        // The name has the template of the route, because real paths contain ids and names.
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
    const config = request.routeOptions.config as RouteConfig | undefined // without a route there is no config
    const isRoutine = config?.isRoutine === true && typeof status === 'number' && status < 400
    request.log[isRoutine ? 'debug' : 'info'](
      {
        method,
        route: request.routeOptions.url,
        path: config?.hasSecretPath ? undefined : pathOf(request),
        status: status === 'gone' ? undefined : status,
        milliseconds: Math.round(milliseconds * 10) / 10,
        stations: times?.sums,
        ...(stream ? { end: stream.end ?? 'left', events: stream.events } : {}),
      },
      stream
        ? 'a stream has ended'
        : status === 'gone'
          ? 'the client left before it had the answer'
          : 'answered',
    )
  }
}
