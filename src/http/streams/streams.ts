/**
 * The open streams of a process. Limits how many a caller has, checks their credentials, and sends heartbeats. The feed sends the
 * events.
 */
import type { ServerResponse } from 'node:http'
import { Counter } from '../../metrics/counts.ts'
import { type Family, gauge } from '../../metrics/families.ts'
import type { Caller } from '../caller.ts'
import type { Eventual } from '../eventual.ts'
import { Problem, unavailable } from '../problem.ts'
import { Stream, type StreamEnd } from './stream.ts'

/** Sends each stream the events that its caller may see. */
export interface Feed {
  /** Begins to send events to a stream: all events after the one with this id. Without an id, all events from now on. */
  follow: (stream: Stream, after: string | undefined) => void
  leave: (stream: Stream) => void
  /** Makes a frame without an event that says how far the stream is in the log of events. */
  heartbeat: (stream: Stream) => string
}

/** The pause between two checks of all streams, in milliseconds. */
const TICK = 1_000
/** In milliseconds. A stream gets a heartbeat if it had no event for this long. */
const HEARTBEAT = 15_000
/** How often we check a credential, in milliseconds. A stream must end within 5 s after its credential. */
const CHECKED_EVERY = 3_000
/** In milliseconds. A client that reads nothing for this long is cut off. */
export const SLOWEST = 30_000
/** How many streams a caller, an address and the whole process can have. */
export const MOST_OF_CALLER = 10
export const MOST_OF_ADDRESS = 1_000
export const MOST = 5_000
/** The least that a process allows a caller, because the caller's connections can be spread unevenly over the processes. */
const LEAST_OF_CALLER = 4
/**
 * In milliseconds. Each client must wait for a random time between these two before it comes back, so that not all come at once.
 */
const RETRY = { first: 500, last: 3_000 }

interface Beginning {
  caller: Caller
  /** Undefined if the streams of this address are not limited. */
  address: string | undefined
  again: () => Eventual<Caller>
  /** The id of the last event that the client has. */
  after: string | undefined
  /** True for a HEAD request. */
  withoutBody: boolean
}

interface Opened {
  stream: Stream
  address: string | undefined
  /** Looks up the caller again. Throws if the credential is no longer valid, or has lost the scope. */
  again: () => Eventual<Caller>
  checking: boolean
}

export class Streams {
  readonly #feed: Feed
  readonly #mostOfCaller: number
  readonly #open = new Map<Stream, Opened>()
  readonly #ofCaller = new Map<string, number>()
  readonly #ofAddress = new Map<string, number>()
  /** How many events were sent to streams that have ended since. */
  #sent = 0
  readonly #ended = new Counter('scorebook_event_streams_ended_total', 'Streams of events that have ended')
  readonly #ticks: NodeJS.Timeout
  #draining = false

  constructor(feed: Feed, processes = 1) {
    this.#feed = feed
    this.#mostOfCaller = Math.max(LEAST_OF_CALLER, Math.floor(MOST_OF_CALLER / processes))
    this.#ticks = setInterval(() => this.#tick(), TICK)
    this.#ticks.unref()
  }

  /** Throws if the caller, the address or the process has too many streams already. */
  mustHaveRoom({ key }: Caller, address: string | undefined): void {
    if (this.#draining) throw unavailable('The service is stopping.')
    if ((this.#ofCaller.get(key) ?? 0) >= this.#mostOfCaller)
      throw new Problem(
        429,
        'rate-limited',
        `This caller has ${this.#mostOfCaller} open streams of events already; close one of them.`,
        { headers: { 'retry-after': '5' } },
      )
    if (address !== undefined && (this.#ofAddress.get(address) ?? 0) >= MOST_OF_ADDRESS)
      throw new Problem(
        429,
        'rate-limited',
        `There are ${MOST_OF_ADDRESS} open streams from this address already.`,
        {
          headers: { 'retry-after': '60' },
        },
      )
    if (this.#open.size >= MOST) throw unavailable('The service has too many open streams at the moment.')
  }

  /** Begins an answer. It ends when the client leaves, when the credential ends, or when the service stops. */
  begin(
    raw: ServerResponse,
    headers: Record<string, unknown>,
    { caller, address, again, after, withoutBody }: Beginning,
  ): Stream | undefined {
    raw.writeHead(200, {
      ...(headers as Record<string, string>),
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no', // with this, nginx passes on each event at once
    })
    if (withoutBody) return void raw.end()
    const stream = new Stream(raw, caller)
    const opened = { stream, address, again, checking: false }
    this.#open.set(stream, opened)
    count(this.#ofCaller, caller.key, 1)
    count(this.#ofAddress, address, 1)
    raw.once('close', () => this.#closed(opened))
    stream.write(`retry: ${retry()}\n\n`)
    this.#feed.follow(stream, after)
    return stream
  }

  /** Ends all streams and accepts no new ones. */
  drain(): void {
    this.#draining = true
    for (const { stream } of this.#open.values()) stream.finish('draining', `retry: ${retry()}\n\n`)
  }

  close(): void {
    clearInterval(this.#ticks)
    this.drain()
  }

  get families(): Family[] {
    return [
      gauge('scorebook_event_streams', 'Open streams of events', this.#open.size),
      {
        name: 'scorebook_events_sent_total',
        help: 'Events that were sent to streams',
        type: 'counter',
        over: 'sum',
        samples: [['', [...this.#open.keys()].reduce((sum, { events }) => sum + events, this.#sent)]],
      },
      this.#ended.family,
    ]
  }

  #closed({ stream, address }: Opened): void {
    stream.finish('left')
    this.#feed.leave(stream)
    this.#open.delete(stream)
    count(this.#ofCaller, stream.caller.key, -1)
    count(this.#ofAddress, address, -1)
    this.#sent += stream.events
    this.#ended.add({ reason: stream.end ?? 'left' })
  }

  #tick(): void {
    const now = Date.now()
    for (const opened of this.#open.values()) {
      const { stream } = opened
      if (stream.end !== undefined) continue
      if (stream.slowFor(now) > SLOWEST) stream.finish('slow')
      else if (!stream.isChecked) stream.finish('unchecked')
      else if (stream.quietFor(now) >= HEARTBEAT && !stream.isSlow) stream.write(this.#feed.heartbeat(stream))
      if (now - stream.checkedAt >= CHECKED_EVERY && !opened.checking) this.#check(opened)
    }
  }

  #check(opened: Opened): void {
    const { stream, again } = opened
    const good = (caller: Caller) => {
      if (caller.key !== stream.caller.key) return stream.finish('credential')
      stream.caller = caller
      stream.checkedAt = Date.now()
    }
    const bad = (error: unknown) => {
      const end = endOf(error)
      if (end !== undefined) stream.finish(end)
    }
    try {
      const caller = again()
      if (!(caller instanceof Promise)) return good(caller)
      opened.checking = true
      void caller.then(good, bad).finally(() => (opened.checking = false))
    } catch (error) {
      bad(error)
    }
  }
}

/** Why the stream must end. Undefined if we could not find out whether the credential is valid: the next check may succeed. */
function endOf(error: unknown): StreamEnd | undefined {
  if (error instanceof Problem) return error.status === 401 || error.status === 403 ? 'credential' : undefined
  return undefined
}

function count(numbers: Map<string, number>, of: string | undefined, change: 1 | -1): void {
  if (of === undefined) return
  const number = (numbers.get(of) ?? 0) + change
  if (number > 0) numbers.set(of, number)
  else numbers.delete(of)
}

const retry = () => Math.round(RETRY.first + Math.random() * (RETRY.last - RETRY.first))
