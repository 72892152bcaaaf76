/** Follows a stream of events (Server-Sent Events) for as long as the caller reads it, over faults and restarts. */
import { problemOf } from './problem.ts'
import { isPassing, pauseAfter, sleep } from './retry.ts'

/** In milliseconds. The service sends a frame at least every 15 s, so a quieter stream is dead. */
const QUIET = 45_000

export interface FollowOptions {
  /** The id of the last event that you have. The stream goes on after it. */
  lastEventId?: string | undefined
  /** Ends the loop. */
  signal?: AbortSignal | undefined
  /** The milliseconds without a frame after which the stream is opened again. */
  quiet?: number | undefined
  /** The most milliseconds between two tries to open the stream; the pause is at most half as long again. By default 5,000. */
  longestPause?: number | undefined
}

/** Returns undefined if there was no answer. */
type Open = (headers: Record<string, string>, signal: AbortSignal) => Promise<Response | undefined>

/** Read it once, with `for await`. Throws a `Problem` if the service refuses. */
export class Events<E> implements AsyncIterable<E> {
  /** The place in the stream. Keep it, and your program can go on after a restart within 24 hours. */
  lastEventId: string | undefined
  readonly #open: Open
  readonly #options: FollowOptions
  /** In milliseconds, the pause that the service has asked for. */
  #pause: number | undefined

  constructor(open: Open, options: FollowOptions) {
    this.#open = open
    this.#options = options
    this.lastEventId = options.lastEventId
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<E, void, undefined> {
    const { signal, quiet = QUIET, longestPause } = this.#options
    for (let failed = 1; ; failed++) {
      if (signal?.aborted) return
      const leaving = new AbortController()
      const over = signal ? AbortSignal.any([signal, leaving.signal]) : leaving.signal
      let reply: Response | undefined
      try {
        reply = await inTime(this.#open(this.#place(), over), quiet)
        if (reply?.status === 200 && reply.body)
          for await (const frame of framesOf(reply.body, quiet)) {
            failed = 0
            const event = this.#take(frame)
            if (event !== undefined) yield event
          }
        else if (reply && !isPassing(reply.status)) throw await refusalOf(reply)
      } catch (error) {
        if (signal?.aborted) return
        throw error
      } finally {
        leaving.abort()
      }
      const pause = this.#pause ?? pauseAfter(reply ? { reply } : {}, Math.max(failed, 1), longestPause)
      this.#pause = undefined
      await sleep(pause, signal).catch(() => undefined)
    }
  }

  #place(): Record<string, string> {
    return this.lastEventId === undefined ? {} : { 'last-event-id': this.lastEventId }
  }

  /** A frame has a place, an event or both, or asks for a pause before the next try. */
  #take(frame: string): E | undefined {
    const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(frame)?.[1]
    const retry = Number(field('retry'))
    if (retry > 0) this.#pause = retry
    this.lastEventId = field('id') ?? this.lastEventId
    const data = field('data')
    return data === undefined ? undefined : (JSON.parse(data) as E)
  }
}

const refusalOf = async (reply: Response) =>
  problemOf({ status: reply.status, headers: reply.headers, text: await reply.text() })

/** The frames of a body, each without the empty line at its end, until the body ends, breaks off or is quiet. */
async function* framesOf(
  body: ReadableStream<Uint8Array>,
  quiet: number,
): AsyncGenerator<string, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const part = await inTime(
        reader.read().catch(() => undefined),
        quiet,
      )
      if (!part || part.done) return
      const frames = (rest + decoder.decode(part.value, { stream: true })).split('\n\n')
      rest = frames.pop() ?? ''
      yield* frames
    }
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}

/** Returns undefined if the work takes longer. */
async function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
