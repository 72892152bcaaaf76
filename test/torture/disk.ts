/** A disk that can become full: a file system in memory whose size we reduce. The system must let us mount one. */
import { execFile } from 'node:child_process'
import { mkdir, statfs } from 'node:fs/promises'
import { promisify } from 'node:util'

export interface Disk {
  /** Leaves room for one page only. */
  fill: () => Promise<void>
  free: () => Promise<void>
  end: () => Promise<void>
}

const run = promisify(execFile)

/** The size of a page in bytes. */
const PAGE = 4_096
/** While other processes write, the disk may hold more than a moment ago, and then it cannot become this small. */
const TRIES = 50

/** Makes the disk. Returns a sentence if the system does not allow it. */
export async function smallDisk(folder: string, megabytes: number): Promise<Disk | string> {
  await mkdir(folder, { recursive: true })
  const size = `size=${megabytes}m`
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `${size},mode=711`, 'tmpfs', folder])
  } catch (error) {
    return `The disk is not filled, because a small one can't be mounted here: ${(error as Error).message.trim().split('\n').at(-1)}`
  }
  return {
    async fill() {
      for (let tries = 1; ; tries++) {
        const { blocks, bfree, bsize } = await statfs(folder)
        const used = Math.ceil(((blocks - bfree) * bsize) / PAGE) + 1
        try {
          await run('mount', ['-o', `remount,size=${(used * PAGE) / 1024}k`, folder])
          return
        } catch (error) {
          if (tries === TRIES) throw error
        }
      }
    },
    async free() {
      await run('mount', ['-o', `remount,${size}`, folder])
    },
    async end() {
      await run('umount', ['-l', folder])
    },
  }
}
