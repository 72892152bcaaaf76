/** Load: as many requests as there is room for, or requests that arrive at a fixed rate. */
import { setTimeout as sleep } from 'node:timers/promises'

export interface Load {
  seconds: number
  /** Requests under way at once, at most. */
  atOnce: number
  /** Arrivals a second; without it each answer is followed by the next request. */
  perSecond?: number
}

export interface Driven {
  /** How long each request took, in milliseconds. */
  latencies: number[]
  /** From the first request to the last answer. */
  seconds: number
}

/**
 * Sends requests until the time is over, or until `send` has none left and returns undefined. A request that arrives while
 * all others are still under way waits, and its time counts from its arrival.
 */
export async function drive(
  { seconds, atOnce, perSecond }: Load,
  send: (lane: number) => Promise<unknown> | undefined,
): Promise<Driven> {
  const latencies: number[] = []
  const begun = performance.now()
  const until = begun + seconds * 1000
  let arrivals = 0
  const failed = new AbortController()

  /** When the time of the next request begins; undefined if there is none. */
  async function next(): Promise<number | undefined> {
    const now = performance.now()
    if (perSecond === undefined) return now < until ? now : undefined
    const due = begun + (arrivals++ * 1000) / perSecond
    if (due >= until) return undefined
    if (due <= now) return due
    await sleep(due - now)
    return performance.now() // a timer that is late is no fault of who answers
  }

  async function lane(number: number): Promise<void> {
    for (let since = await next(); since !== undefined && !failed.signal.aborted; since = await next()) {
      const sent = send(number)
      if (!sent) return
      await sent
      latencies.push(performance.now() - since)
    }
  }

  const lanes = Array.from({ length: atOnce }, (_, number) => lane(number))
  try {
    await Promise.all(lanes)
  } catch (error) {
    failed.abort()
    await Promise.allSettled(lanes)
    throw error
  }
  return { latencies, seconds: (performance.now() - begun) / 1000 }
}

/** The value below which this share of the sorted ones is. */
export const at = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
