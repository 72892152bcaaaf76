/** Makes load: a fixed number of requests at once, or requests that arrive at a fixed rate. */
import { setTimeout as sleep } from 'node:timers/promises'

export interface Load {
  seconds: number
  /** The most requests under way at once. */
  atOnce: number
  /** Arrivals per second; without it, the next request follows each answer. */
  perSecond?: number
}

export interface Driven {
  /** How long each request took, in milliseconds. */
  latencies: number[]
  /** The time from the first request to the last answer. */
  seconds: number
}

/**
 * Sends requests until the time is over, or until `send` has none left and returns undefined. A request that arrives while
 * the limit of requests is under way waits. Its time counts from its arrival.
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
    return performance.now() // a late timer is not the fault of the side that answers
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

/** The quantile of sorted values: this share of them is below it. */
export const at = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
