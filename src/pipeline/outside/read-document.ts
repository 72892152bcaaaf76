/** Reads a document in a thread of its own, with limits for its memory and time. */
import { Worker } from 'node:worker_threads'
import { threadEnvironment } from '../../http/thread-environment.ts'
import type { DocumentText } from './document-text.ts'
import type { Question, ReadingResult } from './document-worker.ts'
import { Unusable } from './failures.ts'
import type { Document } from './fetch-document.ts'
import type { PdfLimits } from './pdf-text.ts'

export interface ReadingLimits extends PdfLimits {
  /** In milliseconds. */
  time: number
  /** In bytes: the limit for the memory inside and outside of the heap. */
  memory: number
}

const MEGABYTE = 1024 * 1024

/** In milliseconds: how often we check the memory outside of the heap. V8 limits only the heap. */
const WATCH = 25

/** Throws `Unusable` if the document cannot be read within the limits, because another attempt would fail too. */
export async function readDocument(
  { bytes, contentType, charset }: Document,
  limits: ReadingLimits,
  signal: AbortSignal,
): Promise<DocumentText> {
  signal.throwIfAborted()
  const { time, memory, mostPages, mostCharacters } = limits
  const { promise, resolve, reject } = Promise.withResolvers<ReadingResult>()
  const question: Question = {
    document: { bytes, contentType, charset },
    limits: { mostPages, mostCharacters },
  }
  const worker = new Worker(new URL('./document-worker.ts', import.meta.url), {
    workerData: question,
    resourceLimits: {
      maxOldGenerationSizeMb: Math.ceil(memory / MEGABYTE),
      maxYoungGenerationSizeMb: 32,
      stackSizeMb: 4,
    },
    env: threadEnvironment(),
    stdout: true,
    stderr: true,
  })
  worker.stdout.resume()
  worker.stderr.resume()
  worker.on('message', resolve)
  worker.on('error', (cause) => reject(new Unusable(faultOf(cause, memory), { cause })))
  worker.on('exit', () => reject(new Unusable('The document stopped its reader.')))
  const tooSlow = setTimeout(
    () => reject(new Unusable(`The document can't be read within ${time / 1000} seconds.`)),
    time,
  )
  const watch = setInterval(() => void look().catch(() => {}), WATCH)
  const look = async () => {
    const { used_heap_size: inside, external_memory: outside } = await worker.getHeapStatistics()
    if (inside + outside > memory) reject(new Unusable(tooMuch(memory)))
  }
  const left = () => reject(signal.reason as Error)
  signal.addEventListener('abort', left, { once: true })
  try {
    const reading = await promise
    if ('refused' in reading) throw new Unusable(reading.refused)
    return reading.read
  } finally {
    clearTimeout(tooSlow)
    clearInterval(watch)
    signal.removeEventListener('abort', left)
    await worker.terminate()
  }
}

const tooMuch = (memory: number) =>
  `The document can't be read within ${Math.round(memory / MEGABYTE)} MB of memory.`

function faultOf(cause: unknown, memory: number): string {
  const isTooMuch = cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return isTooMuch ? tooMuch(memory) : "The document can't be read."
}
