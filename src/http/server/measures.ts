/** Counts and times requests by the template of their route, so no path, id or name becomes a label. */
import { Counter, Histogram } from '../../metrics/counts.ts'
import type { Family } from '../../metrics/families.ts'

interface RequestEnd {
  method: string
  /** The route's template. */
  route: string | undefined
  /** `gone` if the client left before it had the answer. */
  status: number | 'gone'
  milliseconds: number
  /** True if the answer was a stored one. */
  replayed: boolean
}

export class RequestMeasures {
  readonly #requests = new Counter(
    'scorebook_requests_total',
    'Requests that have ended; gone: the client left before it had the answer',
  )
  readonly #seconds = new Histogram('scorebook_request_seconds', 'How long requests took')
  readonly #replayed = new Counter(
    'scorebook_requests_replayed_total',
    'Changes that were answered with the stored answer of their Idempotency-Key',
  )

  constructor() {
    this.#replayed.add(undefined, 0)
  }

  /** All paths without a route share one label. */
  ended({ method, route = 'none', status, milliseconds, replayed }: RequestEnd): void {
    this.#requests.add({ method, route, status })
    this.#seconds.observe({ method, route }, milliseconds / 1000)
    if (replayed) this.#replayed.add()
  }

  /** A request that Node's HTTP server refused: we know neither its method nor its route. */
  refused(status: number): void {
    this.#requests.add({ method: 'none', route: 'none', status })
  }

  get families(): Family[] {
    return [this.#requests.family, this.#seconds.family, this.#replayed.family]
  }
}
