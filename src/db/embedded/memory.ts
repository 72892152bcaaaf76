/**
 * How much memory and disk the embedded server may use. Settings decide it; without them we take a share of the machine's memory.
 */
import { totalmem } from 'node:os'

/** All numbers are in MB. */
export interface Memory {
  /** The memory for pages, which all connections share. */
  sharedBuffers: number
  /** The memory for each sort or hash table in a statement. */
  workMem: number
  /** How large the log may become on disk between two checkpoints. */
  maxWalSize: number
}

/** PostgreSQL's own defaults, which fit every machine. */
export const SMALL: Memory = { sharedBuffers: 128, workMem: 4, maxWalSize: 1024 }

/** A quarter of the memory is for shared pages. Each sort gets 0.1 %, because thirty connections can each run several sorts. */
export function memoryOf(given: Partial<Memory>, megabytes = megabytesHere()): Memory {
  const share = (part: number, least: number, most: number) =>
    Math.round(Math.min(most, Math.max(least, megabytes * part)))
  return {
    sharedBuffers: given.sharedBuffers ?? share(1 / 4, 32, 2048),
    workMem: given.workMem ?? share(1 / 1000, 4, 32),
    maxWalSize: given.maxWalSize ?? share(1 / 4, 256, 4096),
  }
}

/**
 * The memory of the machine, or of the container if that is less. Without a limit on the container, Node reports 0 or too much.
 */
function megabytesHere(): number {
  const limit = process.constrainedMemory()
  return (limit > 0 ? Math.min(limit, totalmem()) : totalmem()) / 1_048_576
}
