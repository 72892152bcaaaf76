/** The positions that the primary has reported lately. The times are ours, so no clocks of servers are compared. */

interface Report {
  /** When we asked, in milliseconds of `performance.now()`: every change that was acknowledged before is before the position. */
  askedAt: number
  position: bigint
}

export class ReportedPositions {
  readonly #memory: number
  /** The oldest first. */
  #reports: Report[] = []

  /** Forgets reports after `memory`, in milliseconds. */
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

  /** A position that includes everything acknowledged before `time`; undefined if the primary has reported none since. */
  including(time: number): bigint | undefined {
    return this.#reports.find(({ askedAt }) => askedAt >= time)?.position
  }

  /** For how long, at least, the primary has had this position; undefined if it has not reported it yet. */
  ageOf(position: bigint, now: number): number | undefined {
    const report = this.#reports.find((one) => one.position >= position)
    return report && now - report.askedAt
  }

  /** How old the newest report is. A position that is not reported yet is younger. */
  ageOfNewest(now: number): number {
    return now - (this.#reports.at(-1)?.askedAt ?? 0)
  }
}
