/** The memory of a process, where the kernel tells it. */
import { readFileSync, writeFileSync } from 'node:fs'

/** What a process holds in memory now, and held at most since `forgetPeak`, in megabytes; 0 where there is no /proc. */
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

/** The peak is counted from here on. */
export function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
  } catch {
    // no /proc: there is no peak either
  }
}
