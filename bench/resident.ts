/** The memory of a process, if the kernel reports it. */
import { readFileSync } from 'node:fs'

/** The memory that a process holds now, and the most since its start, in megabytes; 0 without /proc. */
export function resident(pid: number): { now: number; peak: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const megabytes = (name: string) =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024
    return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
  } catch {
    return { now: 0, peak: 0 }
  }
}
