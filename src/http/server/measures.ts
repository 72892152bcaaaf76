/** Counts and times requests, by the template of their route: no path, id or name that somebody sent is a label. */
import { Counter, Histogram } from '../../metrics/counts.ts'
import type { Family } from '../../metrics/families.ts'

export interface Ended {
  method: string
  /** The template of its route. */
  route: string | undefined
  /** `gone` where the client left before it had the answer. */
  status: number | 'gone'
  milliseconds: number
  /** Whether its answer was a stored one. */
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

  /** A path that no route has is one of any number, so all of them have one label. */
  ended({ method, route = 'none', status, milliseconds, replayed }: Ended): void {
    this.#requests.add({ method, route, status })
    this.#seconds.observe({ method, route }, milliseconds / 1000)
    if (replayed) this.#replayed.add()
  }

  /** What HTTP itself refuses has neither a method nor a route that is known. */
  refused(status: number): void {
    this.#requests.add({ method: 'none', route: 'none', status })
  }

  get families(): Family[] {
    return [this.#requests.family, this.#seconds.family, this.#replayed.family]
  }
}
