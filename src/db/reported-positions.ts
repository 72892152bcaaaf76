/**
 * The positions that the primary has reported recently. All times are from our own clock, so the servers' clocks may differ from
 * ours.
 */

interface Report {
  /**
   * When we asked the primary, in milliseconds of `performance.now()`. The position includes every change that was committed
   * before this time.
   */
  askedAt: number
  position: bigint
}

export class ReportedPositions {
  readonly #memory: number
  /** The oldest report is first. */
  #reports: Report[] = []

  /** A report is forgotten `memory` milliseconds after it was made. */
  constructor(memory: number) {
    this.#memory = memory
  }

  add(askedAt: number, position: bigint): void {
    this.#reports = this.#reports.filter((report) => report.askedAt > askedAt - this.#memory)
    this.#reports.push({ askedAt, position })
  }

  clear(): void {
    this.#reports = []
  }

  get newest(): bigint | undefined {
    return this.#reports.at(-1)?.position
  }

  /** Returns a position that includes every change before `time`. Undefined if the primary has not reported since `time`. */
  including(time: number): bigint | undefined {
    return this.#reports.find(({ askedAt }) => askedAt >= time)?.position
  }

  /** How old the position is at least, in milliseconds. Undefined if the primary has not reported it yet. */
  ageOf(position: bigint, now: number): number | undefined {
    const report = this.#reports.find((one) => one.position >= position)
    return report && now - report.askedAt
  }

  /** The age of the newest report, in milliseconds. A position that was not reported yet is younger. */
  ageOfNewest(now: number): number {
    return now - (this.#reports.at(-1)?.askedAt ?? 0)
  }
}
