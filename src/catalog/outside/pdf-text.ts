/** The text of a PDF, read in a thread of its own that has only so much memory and time. */
import { Worker } from 'node:worker_threads'
import { Unusable } from './failures.ts'

export interface PdfLimits {
  /** In milliseconds. */
  time: number
  /** In bytes: what the thread may hold at once, in and outside of its heap. */
  memory: number
  mostPages: number
  mostCharacters: number
}

export interface PdfQuestion {
  bytes: Uint8Array
  mostPages: number
  mostCharacters: number
}

export interface PdfText {
  text: string
  /** How many were read. */
  pages: number
  title: string | undefined
  language: string | undefined
}

const MEGABYTE = 1024 * 1024

/** How often the thread's memory is looked at, in milliseconds. What it unpacks lies outside its heap, which no limit of V8 sees. */
const WATCH = 25

/** Throws `Unusable` for what can't be read within the limits: it won't be another time. */
export async function pdfText(bytes: Uint8Array, limits: PdfLimits, signal: AbortSignal): Promise<PdfText> {
  signal.throwIfAborted()
  const { time, memory, mostPages, mostCharacters } = limits
  const { promise, resolve, reject } = Promise.withResolvers<PdfText>()
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
    workerData: { bytes, mostPages, mostCharacters } satisfies PdfQuestion,
    resourceLimits: {
      maxOldGenerationSizeMb: Math.ceil(memory / MEGABYTE),
      maxYoungGenerationSizeMb: 32,
      stackSizeMb: 4,
    },
    // The thread needs none of the settings, which hold secrets.
    env: {},
    stdout: true,
    stderr: true,
  })
  worker.stdout.resume()
  worker.stderr.resume()
  worker.on('message', resolve)
  worker.on('error', (cause) => reject(new Unusable(faultOf(cause, memory), { cause })))
  worker.on('exit', () => reject(new Unusable('The PDF broke off the reading of it.')))
  const tooSlow = setTimeout(
    () => reject(new Unusable(`The PDF can't be read within ${time / 1000} seconds.`)),
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
    return await promise
  } finally {
    clearTimeout(tooSlow)
    clearInterval(watch)
    signal.removeEventListener('abort', left)
    await worker.terminate()
  }
}

const tooMuch = (memory: number) =>
  `The PDF can't be read within ${Math.round(memory / MEGABYTE)} MB of memory.`

function faultOf(cause: unknown, memory: number): string {
  if (!(cause instanceof Error)) return "The PDF can't be read."
  if ('code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY') return tooMuch(memory)
  return cause.name === 'PasswordException' ? 'The PDF has a password.' : "The PDF can't be read."
}
