/** A thread that reads one file and ends, so that a hostile file harms only this thread. */
import { parentPort, workerData } from 'node:worker_threads'
import { UnreadableFile, read } from './formats/read.ts'
import { type Reading, TooMuch, reading } from './reading.ts'

export interface Question {
  file: Uint8Array
  owner: string
}

/** Only the sentence of a failure is sent, because an error loses its class between threads. */
export type ReadingResult = { read: Reading } | { refused: string }

const { file, owner } = workerData as Question

function result(): ReadingResult {
  try {
    return { read: reading(read(file), { owner, file }) }
  } catch (error) {
    if (error instanceof UnreadableFile || error instanceof TooMuch) return { refused: error.message }
    throw error
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window, is written to
parentPort?.postMessage(result())
