/** How much memory and disk the embedded server may use: by its settings, or by default a share of the machine's memory. */
import { totalmem } from 'node:os'

/** In MB. */
export interface Memory {
  /** Pages that all connections share. */
  sharedBuffers: number
  /** For each sort or hash table of a statement. */
  workMem: number
  /** The log that is written between two checkpoints, on disk. */
  maxWalSize: number
}

/** PostgreSQL's own defaults, which every machine can afford. */
export const SMALL: Memory = { sharedBuffers: 128, workMem: 4, maxWalSize: 1024 }

/**
 * A quarter of the memory for pages, because the system caches pages, too, and the service needs some 300 MB. A tenth of a
 * percent for a sort, because thirty connections can each have several. The limits let a container of 256 MB start, and leave a
 * large machine its memory for other work.
 */
export function memoryOf(given: Partial<Memory>, megabytes = megabytesHere()): Memory {
  const share = (part: number, least: number, most: number) =>
    Math.round(Math.min(most, Math.max(least, megabytes * part)))
  return {
    sharedBuffers: given.sharedBuffers ?? share(1 / 4, 32, 2048),
    workMem: given.workMem ?? share(1 / 1000, 4, 32),
    maxWalSize: given.maxWalSize ?? share(1 / 4, 256, 4096),
  }
}

/** The memory of the machine, or the limit of the container. Without a limit Node returns 0 or more than there is. */
function megabytesHere(): number {
  const limit = process.constrainedMemory()
  return (limit > 0 ? Math.min(limit, totalmem()) : totalmem()) / 1_048_576
}
