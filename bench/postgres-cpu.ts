/** The CPU time of the embedded PostgreSQL and of other processes with their children, where the kernel tells it. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Milliseconds of CPU that the server of this folder and its processes have used, also those that ended; 0 where there is no /proc. */
export function postgresCpu(folder: string): number {
  const [pid = ''] = readFileSync(join(folder, 'cluster', 'postmaster.pid'), 'utf8').split('\n')
  return cpuOf(pid)
}

/** Of a process and its children. */
export function cpuOf(pid: string): number {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => statOf(name))
      .filter((stat) => stat !== undefined)
      .filter((stat) => stat.pid === pid || stat.parent === pid)
      .reduce((sum, { ticks, ended, ...stat }) => sum + (ticks + (stat.pid === pid ? ended : 0)) * TICK, 0)
  } catch {
    return 0
  }
}

/** The kernel counts in hundredths of a second. */
const TICK = 10

function statOf(pid: string): { pid: string; parent: string; ticks: number; ended: number } | undefined {
  try {
    // The name in parentheses may hold anything; what follows it is numbers.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return {
      pid,
      parent: fields[1] ?? '',
      ticks: Number(fields[11]) + Number(fields[12]),
      /** Of its children that ended. */
      ended: Number(fields[13]) + Number(fields[14]),
    }
  } catch {
    return undefined
  }
}
