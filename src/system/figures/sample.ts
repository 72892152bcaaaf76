/** What an instance has counted since it was last looked at. It comes from the metrics, whose counts never fall. */
import type { Family } from '../../metrics/families.ts'

/** How many requests took at most a number of seconds, in ascending order of the seconds. */
type Below = readonly (readonly [seconds: number, count: number])[]

export interface Totals {
  requests: number
  refused: number
  failed: number
  below: Below
  /** In bytes. */
  memory: number
}

export interface Sample extends Omit<Totals, 'below'> {
  seconds: number
  median: number | undefined
  slow: number | undefined
}

export function totalsOf(families: readonly Family[]): Totals {
  const samplesOf = (wanted: string) => families.find(({ name }) => name === wanted)?.samples ?? []
  const requests = samplesOf('scorebook_requests_total')
  const below = new Map<number, number>()
  for (const [suffix, count] of samplesOf('scorebook_request_seconds')) {
    const bound = /^_bucket.*le="([^"]+)"/.exec(suffix)?.[1]?.replace('+Inf', 'Infinity')
    if (bound !== undefined) below.set(Number(bound), (below.get(Number(bound)) ?? 0) + count)
  }
  return {
    requests: sum(requests),
    refused: sum(requests.filter(([suffix]) => /status="4/.test(suffix))),
    failed: sum(requests.filter(([suffix]) => /status="5/.test(suffix))),
    below: [...below].toSorted(([one], [other]) => one - other),
    memory: sum(samplesOf('process_resident_memory_bytes')),
  }
}

const sum = (samples: Family['samples']) => samples.reduce((total, [, value]) => total + value, 0)

export function sampleOf(before: Totals, now: Totals, seconds: number): Sample {
  const earlier = new Map(before.below)
  const below = now.below.map(([bound, count]) => [bound, count - (earlier.get(bound) ?? 0)] as const)
  return {
    seconds,
    requests: now.requests - before.requests,
    refused: now.refused - before.refused,
    failed: now.failed - before.failed,
    median: quantileOf(below, 0.5),
    slow: quantileOf(below, 0.99),
    memory: now.memory,
  }
}

/**
 * The seconds below which this share of the requests stayed, between the bounds of the histogram as if they were spread evenly
 * there. If they took longer than its last bound, it is this bound. Undefined without requests.
 */
export function quantileOf(below: Below, share: number): number | undefined {
  const all = below.at(-1)?.[1] ?? 0
  if (all === 0) return undefined
  const wanted = share * all
  let [from, counted] = [0, 0]
  for (const [bound, count] of below) {
    if (count >= wanted)
      return bound === Infinity ? from : from + ((bound - from) * (wanted - counted)) / (count - counted)
    from = bound
    counted = count
  }
  return from
}
