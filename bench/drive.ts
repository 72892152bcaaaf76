/** Makes load: a fixed number of requests at once, or requests that arrive at a fixed rate. */
import { setTimeout as sleep } from 'node:timers/promises'

export interface Load {
  seconds: number
  atOnce: number
  /** The number of requests that arrive per second. Without it, each answer causes the next request. */
  perSecond?: number
}

export interface Driven {
  latencies: number[]
  /** The time from the first request to the last answer, in seconds. */
  seconds: number
}

/**
 * Sends requests until the time is over or `send` returns undefined. A request's time begins when it arrives, even if it must
 * wait.
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

  async function next(): Promise<number | undefined> {
    const now = performance.now()
    if (perSecond === undefined) return now < until ? now : undefined
    const due = begun + (arrivals++ * 1000) / perSecond
    if (due >= until) return undefined
    if (due <= now) return due
    await sleep(due - now)
    return performance.now() // if the timer is late, that is not the fault of the measured side
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

/** Returns the value below which this share of the sorted values lies. */
export const at = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
