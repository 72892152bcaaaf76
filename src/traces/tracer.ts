/** Sends a span for each request to a collector, by OTLP. This file is loaded only if `OTEL_…` names a collector. */
import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { type Parent, parentIn } from './traceparent.ts'
import type { TraceSettings } from './settings.ts'

export interface Span {
  traceId: string
  spanId: string
  parent: Parent | undefined
  state: string | undefined
  /** In milliseconds since 1970. */
  begin: number
}

type Value = string | number

/** How many spans can wait. Further spans are dropped. */
const MOST_WAITING = 2_048
const MOST_AT_ONCE = 512
/** In milliseconds. If the collector is missing or slow, this is logged at most once in this time. */
const LOG_PAUSE = 60_000
/** In milliseconds: how long the last spans can take before the service ends. */
const LAST = 5_000
const SERVER = 2
const ERROR = 2

export class Tracer {
  readonly #settings: TraceSettings
  readonly #version: string
  readonly #warn: (message: string, facts: object) => void
  readonly #timer: NodeJS.Timeout
  #waiting: object[] = []
  #dropped = 0
  #loggedAt = -Infinity
  #sending: Promise<void> | undefined
  #closing = false
  readonly #late = new AbortController()

  constructor(settings: TraceSettings, version: string, warn: (message: string, facts: object) => void) {
    this.#settings = settings
    this.#version = version
    this.#warn = warn
    this.#timer = setInterval(() => this.#send(), settings.pause)
    this.#timer.unref()
  }

  begin(headers: IncomingHttpHeaders): Span | undefined {
    const parent = parentIn(headers['traceparent'])
    const traceId = parent?.traceId ?? randomBytes(16).toString('hex')
    if (!this.#records(traceId, parent)) return undefined
    const tracestate = headers['tracestate']
    const state =
      parent && typeof tracestate === 'string' && tracestate.length <= 512 ? tracestate : undefined
    return { traceId, spanId: randomBytes(8).toString('hex'), parent, state, begin: Date.now() }
  }

  end(
    { traceId, spanId, parent, state, begin }: Span,
    {
      name,
      failed,
      milliseconds,
      facts,
    }: { name: string; failed: boolean; milliseconds: number; facts: Readonly<Record<string, Value>> },
  ): void {
    if (this.#waiting.length >= MOST_WAITING) {
      this.#dropped++
      return
    }
    this.#waiting.push({
      traceId,
      spanId,
      ...(parent ? { parentSpanId: parent.spanId } : {}),
      ...(state === undefined ? {} : { traceState: state }),
      name,
      kind: SERVER,
      startTimeUnixNano: nanoseconds(begin),
      endTimeUnixNano: nanoseconds(begin + milliseconds),
      attributes: attributes(facts),
      ...(failed ? { status: { code: ERROR } } : {}),
    })
    if (this.#waiting.length >= MOST_AT_ONCE) this.#send()
  }

  /** Sends the waiting spans before the service stops. This takes `LAST` ms at most. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#closing = true
    const late = setTimeout(() => this.#late.abort(), LAST)
    this.#send()
    await this.#sending
    clearTimeout(late)
  }

  /**
   * Whether the trace is recorded. The last bits of its id decide, as in OpenTelemetry's TraceIdRatioBased, so that all services
   * decide alike.
   */
  #records(traceId: string, parent: Parent | undefined): boolean {
    const { share, byParent } = this.#settings
    if (byParent && parent) return parent.sampled
    return Number.parseInt(traceId.slice(-13), 16) < share * 2 ** 52
  }

  /** Sends waiting spans. There is only one request at a time, so that only one connection waits for a slow collector. */
  #send(): void {
    if (this.#waiting.length > 0) this.#sending ??= this.#sendAll().finally(() => (this.#sending = undefined))
  }

  async #sendAll(): Promise<void> {
    do {
      const spans = this.#waiting.splice(0, MOST_AT_ONCE)
      try {
        await sendSpans(this.#settings, this.#version, spans, this.#late.signal)
        if (this.#dropped > 0)
          this.#logFailure(new Error('it takes spans more slowly than they are recorded'))
      } catch (error) {
        this.#dropped += spans.length
        this.#logFailure(error)
      }
    } while (this.#waiting.length >= (this.#closing ? 1 : MOST_AT_ONCE))
  }

  #logFailure(error: unknown): void {
    const now = performance.now()
    if (now - this.#loggedAt < LOG_PAUSE) return
    this.#loggedAt = now
    this.#warn('spans could not be sent to the collector', { dropped: this.#dropped, err: error })
    this.#dropped = 0
  }
}

export async function sendSpans(
  { url, headers, timeout, resource }: TraceSettings,
  version: string,
  spans: object[],
  signal?: AbortSignal,
): Promise<void> {
  const body = {
    resourceSpans: [
      {
        resource: { attributes: attributes({ ...resource, 'service.version': version }) },
        scopeSpans: [{ scope: { name: 'scorebook', version }, spans }],
      },
    ],
  }
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]),
  })
  await response.arrayBuffer() // this frees the connection for the next request
  if (!response.ok) throw new Error(`it answers ${response.status}`)
}

const nanoseconds = (milliseconds: number) => `${Math.round(milliseconds * 1000)}000`

const attributes = (facts: Readonly<Record<string, Value>>) =>
  Object.entries(facts).map(([key, value]) => ({
    key,
    value:
      typeof value === 'string'
        ? { stringValue: value }
        : Number.isInteger(value)
          ? { intValue: String(value) }
          : { doubleValue: value },
  }))
