/** The CPU time of the embedded PostgreSQL and of other processes with their children, if the kernel reports it. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The CPU time in milliseconds of all processes of this folder's server, including processes that have ended. 0 without /proc.
 */
export function postgresCpu(folder: string): number {
  const [pid = ''] = readFileSync(join(folder, 'cluster', 'postmaster.pid'), 'utf8').split('\n')
  return cpuOf(pid)
}

function cpuOf(pid: string): number {
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
    // The process name, in parentheses, can have any character. After it come only numbers.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return {
      pid,
      parent: fields[1] ?? '',
      ticks: Number(fields[11]) + Number(fields[12]),
      ended: Number(fields[13]) + Number(fields[14]),
    }
  } catch {
    return undefined
  }
}
