/** Counters, and histograms of times. */
import { type Family, labels } from './families.ts'

/** The labels of a series, or their text, if it was made before by `labels`. */
type Labels = Readonly<Record<string, string | number>> | string

const keyOf = (by: Labels) => (typeof by === 'string' ? by : labels(by))

export class Counter {
  readonly #facts: Pick<Family, 'name' | 'help'>
  readonly #values = new Map<string, number>()

  constructor(name: string, help: string) {
    this.#facts = { name, help }
  }

  add(by?: Labels, amount = 1): void {
    const suffix = by === undefined ? '' : keyOf(by)
    this.#values.set(suffix, (this.#values.get(suffix) ?? 0) + amount)
  }

  get family(): Family {
    return { ...this.#facts, type: 'counter', over: 'sum', samples: [...this.#values] }
  }
}

/** The upper bounds of the histograms, in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export class Histogram {
  readonly #facts: Pick<Family, 'name' | 'help'>
  readonly #series = new Map<string, { counts: number[]; sum: number; count: number }>()

  constructor(name: string, help: string) {
    this.#facts = { name, help }
  }

  observe(by: Labels, seconds: number): void {
    const key = keyOf(by)
    let series = this.#series.get(key)
    if (series === undefined) {
      series = { counts: BOUNDS.map(() => 0), sum: 0, count: 0 }
      this.#series.set(key, series)
    }
    const bound = BOUNDS.findIndex((most) => seconds <= most)
    if (bound >= 0) series.counts[bound] = (series.counts[bound] ?? 0) + 1
    series.sum += seconds
    series.count++
  }

  get family(): Family {
    const samples: [string, number][] = []
    for (const [key, { counts, sum, count }] of this.#series) {
      let below = 0
      for (const [index, n] of counts.entries()) {
        below += n
        samples.push([bucket(key, BOUNDS[index] ?? 0), below])
      }
      samples.push([bucket(key, '+Inf'), count], [`_sum${key}`, sum], [`_count${key}`, count])
    }
    return { ...this.#facts, type: 'histogram', over: 'sum', samples }
  }
}

const bucket = (key: string, le: number | string) => `_bucket${key.slice(0, -1)},le="${le}"}`
