/** Is loaded into the service before it starts (`--import`). Each second it writes figures that only the process itself knows. */
import { appendFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface Probed {
  /** How late the event loop was in the last second, in milliseconds. */
  delay: { p99: number; longest: number }
  /** The size of the heap in megabytes. */
  heap: number
  external: number
}

/**
 * The environment variable with the path of the file. The service refuses unknown settings, but allows names that begin like
 * this.
 */
export const PROBE_FILE = 'SCOREBOOK_TEST_PROBE'
/** The resolution of the measured delays, in milliseconds. */
const RESOLUTION = 10

const file = process.env[PROBE_FILE]
if (file !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
  delay.enable()
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION)
  const write = () => {
    const { heapUsed, external } = process.memoryUsage()
    const probed: Probed = {
      delay: { p99: late(delay.percentile(99)), longest: late(delay.max) },
      heap: heapUsed / 2 ** 20,
      external: external / 2 ** 20,
    }
    delay.reset()
    appendFileSync(file, `${JSON.stringify(probed)}\n`)
  }
  setInterval(write, 1_000).unref()
}
