/** A disk so small that it can be filled: a file system in memory, where the system lets us mount one. */
import { execFile } from 'node:child_process'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface Disk {
  /** Takes all the room there is. */
  fill: () => Promise<void>
  free: () => Promise<void>
  end: () => Promise<void>
}

const run = promisify(execFile)

/** A sentence where none can be had. */
export async function smallDisk(folder: string, megabytes: number): Promise<Disk | string> {
  await mkdir(folder, { recursive: true })
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'tmpfs', folder])
  } catch (error) {
    return `The disk is not filled: mounting a small one needs root on Linux (${(error as Error).message.trim().split('\n').at(-1)}).`
  }
  const filler = join(folder, 'filler')
  return {
    async fill() {
      const file = await open(filler, 'a')
      try {
        for (const size of [1_048_576, 4_096]) {
          for (const piece = Buffer.alloc(size); ;) {
            const written = await file.write(piece).catch((error: NodeJS.ErrnoException) => {
              if (error.code === 'ENOSPC') return undefined
              throw error
            })
            if (written === undefined || written.bytesWritten < size) break
          }
        }
      } finally {
        await file.close()
      }
    },
    free: () => rm(filler, { force: true }),
    async end() {
      await run('umount', ['-l', folder])
    },
  }
}
