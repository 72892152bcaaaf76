/** The positions that the primary has reported lately. All times are from our own clock, so clocks need not agree. */

interface Report {
  /** In milliseconds of `performance.now()`. The position includes every change that was acknowledged before this time. */
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

  /**
   * Returns a position that includes everything acknowledged before `time`. Undefined if the primary has not reported since
   * `time`.
   */
  including(time: number): bigint | undefined {
    return this.#reports.find(({ askedAt }) => askedAt >= time)?.position
  }

  /** For how many milliseconds, at least, the primary has had the position. Undefined if no report has the position. */
  ageOf(position: bigint, now: number): number | undefined {
    const report = this.#reports.find((one) => one.position >= position)
    return report && now - report.askedAt
  }

  /** The age of the newest report in milliseconds. A position that was not reported yet is younger than this. */
  ageOfNewest(now: number): number {
    return now - (this.#reports.at(-1)?.askedAt ?? 0)
  }
}
