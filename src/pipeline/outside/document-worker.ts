/** A thread that reads one document and ends. A malicious document can harm only this thread. */
import { parentPort, workerData } from 'node:worker_threads'
import { type DocumentText, documentText } from './document-text.ts'
import { Unusable } from './failures.ts'
import type { Document } from './fetch-document.ts'
import type { PdfLimits } from './pdf-text.ts'

export interface Question {
  document: Pick<Document, 'contentType' | 'charset'> & { bytes: Uint8Array }
  limits: PdfLimits
}

/** A failure is sent as a text, because an error loses its class between threads. */
export type ReadingResult = { read: DocumentText } | { refused: string }

const { document, limits } = workerData as Question

const reading: ReadingResult = await documentText(
  { ...document, bytes: Buffer.from(document.bytes) },
  limits,
).then(
  (read) => ({ read }),
  (error: unknown) => {
    if (error instanceof Unusable) return { refused: error.reason }
    throw error
  },
)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window, is written to
parentPort?.postMessage(reading)
