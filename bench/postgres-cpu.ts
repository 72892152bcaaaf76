/** The CPU time of the embedded PostgreSQL, where the kernel tells it. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Milliseconds of CPU that the server of this folder and its processes have used; 0 where there is no /proc. */
export function postgresCpu(folder: string): number {
  const [pid] = readFileSync(join(folder, 'cluster', 'postmaster.pid'), 'utf8').split('\n')
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => statOf(name))
      .filter((stat) => stat !== undefined && (stat.pid === pid || stat.parent === pid))
      .reduce((sum, stat) => sum + (stat?.ticks ?? 0) * TICK, 0)
  } catch {
    return 0
  }
}

/** The kernel counts in hundredths of a second. A process that ended takes its time along, so connections are kept. */
const TICK = 10

function statOf(pid: string): { pid: string; parent: string; ticks: number } | undefined {
  try {
    // The name in parentheses may hold anything; what follows it is numbers.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return { pid, parent: fields[1] ?? '', ticks: Number(fields[11]) + Number(fields[12]) }
  } catch {
    return undefined
  }
}
