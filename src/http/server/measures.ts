/** Counts and measures requests by the template of their route, because real paths contain ids and names. */
import { Counter, Histogram } from '../../metrics/counts.ts'
import { type Family, labels } from '../../metrics/families.ts'

interface RequestEnd {
  method: string
  /** The template of the route. */
  route: string | undefined
  /** `gone` if the client left before it had the answer. */
  status: number | 'gone'
  /** Undefined for a stream, because the time that a stream was open means nothing. */
  milliseconds: number | undefined
  replayed: boolean
}

interface RouteLabels {
  all: string
  ended: Partial<Record<RequestEnd['status'], string>>
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

  /** Made once, because making labels for each request took 2 to 3 % of a read's CPU. */
  readonly #labels: Record<string, Map<string, RouteLabels>> = {}

  readonly #included: (() => Family[])[] = []

  constructor() {
    this.#replayed.add(undefined, 0)
  }

  /** All paths without a route share one label. */
  ended({ method, route = 'none', status, milliseconds, replayed }: RequestEnd): void {
    const { all, ended } = this.#labelsOf(method, route)
    this.#requests.add((ended[status] ??= labels({ method, route, status })))
    if (milliseconds !== undefined) this.#seconds.observe(all, milliseconds / 1000)
    if (replayed) this.#replayed.add()
  }

  #labelsOf(method: string, route: string): RouteLabels {
    const routes = (this.#labels[method] ??= new Map())
    const known = routes.get(route)
    if (known) return known
    const made = { all: labels({ method, route }), ended: {} }
    routes.set(route, made)
    return made
  }

  /** Counts a request that Node's parser has refused. Its method and route are unknown. */
  refused(status: number): void {
    this.#requests.add({ method: 'none', route: 'none', status })
  }

  /** Adds the metrics of another part of the service that also answers requests. */
  include(families: () => Family[]): void {
    this.#included.push(families)
  }

  get families(): Family[] {
    const included = this.#included.flatMap((families) => families())
    return [this.#requests.family, this.#seconds.family, this.#replayed.family, ...included]
  }
}
