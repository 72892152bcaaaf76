/** A thread that reads one document and ends: whatever the document does to it is done to it alone. */
import { parentPort, workerData } from 'node:worker_threads'
import { type DocumentText, documentText } from './document-text.ts'
import { Unusable } from './failures.ts'
import type { Question } from './read-document.ts'

/** A failure's class would be lost on its way to the other thread. */
export type Reading = { read: DocumentText } | { refused: string }

const { document, limits } = workerData as Question

const reading: Reading = await documentText({ ...document, bytes: Buffer.from(document.bytes) }, limits).then(
  (read) => ({ read }),
  (error: unknown) => {
    if (error instanceof Unusable) return { refused: error.reason }
    throw error
  },
)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window, is written to
parentPort?.postMessage(reading)
