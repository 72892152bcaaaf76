/** Counts and times requests, by the template of their route: no path, id or name that somebody sent is a label. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter, Histogram } from '../metrics/counts.ts'
import type { Family } from '../metrics/families.ts'

export class RequestMeasures {
  readonly #requests = new Counter('scorebook_requests_total', 'Requests that were answered')
  readonly #seconds = new Histogram('scorebook_request_seconds', 'How long answers took')
  readonly #replayed = new Counter(
    'scorebook_requests_replayed_total',
    'Changes that were answered with the stored answer of their Idempotency-Key',
  )

  constructor() {
    this.#replayed.add(undefined, 0)
  }

  /** A path that no route has is one of any number, so all of them have one label. */
  answered(request: FastifyRequest, reply: FastifyReply): void {
    const { method } = request
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none')
    this.#requests.add({ method, route, status: reply.statusCode })
    this.#seconds.observe({ method, route }, reply.elapsedTime / 1000)
    if (reply.getHeader('idempotent-replayed') === 'true') this.#replayed.add()
  }

  get families(): Family[] {
    return [this.#requests.family, this.#seconds.family, this.#replayed.family]
  }
}
