/** An open stream of events (`text/event-stream`). This answer does not end by itself. */
import type { ServerResponse } from 'node:http'
import type { Caller } from '../caller.ts'

/** Why a stream has ended. */
export type StreamEnd =
  | 'left' // the client has left
  | 'credential' // the token or session has ended, or has lost the scope
  | 'unchecked' // we could not check the credential for too long
  | 'slow' // the client does not read
  | 'draining' // the service is stopping
  | 'failed'

/** In milliseconds. If we could not check the credential for this long, the stream gets no more events and is ended. */
const UNCHECKED = 10_000

export class Stream {
  caller: Caller
  /** When we last found the credential valid, in milliseconds since 1970. */
  checkedAt = Date.now()
  /** How many events were sent. */
  events = 0
  end: StreamEnd | undefined
  readonly #raw: ServerResponse
  #writtenAt = 0
  #slowSince: number | undefined

  constructor(raw: ServerResponse, caller: Caller) {
    this.#raw = raw
    this.caller = caller
  }

  /** Sends frames, which contain this number of events. */
  write(frames: string, events = 0): void {
    if (this.end !== undefined) return
    this.events += events
    this.#writtenAt = Date.now()
    this.#raw.write(frames)
    if (this.isSlow) this.#slowSince ??= Date.now()
  }

  /** False if the credential was last found valid more than 10 s ago. Then no event may be sent to the stream. */
  get isChecked(): boolean {
    return Date.now() - this.checkedAt <= UNCHECKED
  }

  /** True if the client reads too slowly: 16 KiB are waiting in this process, and more in buffers of the system. */
  get isSlow(): boolean {
    return this.#raw.writableNeedDrain
  }

  /** Calls `drained` when the client has read everything that was sent. */
  whenDrained(drained: () => void): void {
    this.#raw.once('drain', () => {
      this.#slowSince = undefined
      drained()
    })
  }

  quietFor(now: number): number {
    return now - this.#writtenAt
  }

  slowFor(now: number): number {
    return this.#slowSince === undefined ? 0 : now - this.#slowSince
  }

  /** Sends a last frame and ends the answer. If the client does not read, the connection is cut. */
  finish(end: StreamEnd, last?: string): void {
    if (this.end !== undefined) return
    if (last !== undefined) this.write(last)
    this.end = end
    if (end === 'slow') this.#raw.destroy()
    else this.#raw.end()
  }
}
