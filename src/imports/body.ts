/** The body of a new import: a file of another tracker, read in a thread with limits on its memory and time. */
import { Worker } from 'node:worker_threads'
import { unavailable } from '../http/problem.ts'
import type { BytesBody } from '../http/operation/operation.ts'
import { threadEnvironment } from '../http/thread-environment.ts'
import { Turns } from '../http/turns/turns.ts'
import type { Question, ReadingResult } from './reader-thread.ts'
import type { Reading } from './reading.ts'

/** In seconds, for reading a file. */
export const LONGEST_READING = 30
/** The most memory of a thread that reads a file, in MB. */
export const MOST_MEMORY = 768
/** How many files are read at once, and how many wait for their turn. The bytes of each are in memory. */
export const READ_AT_ONCE = 1
export const MOST_WAITING = 10
/** The longest wait for a turn to read, in milliseconds. */
const PATIENCE = 20_000

const turns = new Turns({
  atOnce: READ_AT_ONCE,
  mostWaiting: MOST_WAITING,
  patience: PATIENCE,
  refusal: () => unavailable('Too many files are being read at the moment; nothing was changed.'),
})

export const ImportBody: BytesBody<Reading> = {
  media: ['application/octet-stream', 'application/json', 'application/xml', 'text/xml', 'text/csv'],
  async read(bytes, caller) {
    if (bytes.length === 0) return refused('REQUIRED', 'The body is empty; send the bytes of a file.')
    const turn = turns.take('files', undefined, { party: caller })
    try {
      await turn.come
      const result = await inThread({ file: bytes, owner: caller })
      return 'read' in result ? { value: result.read } : refused('INVALID_FORMAT', result.refused)
    } finally {
      turn.end()
    }
  },
}

async function inThread(question: Question): Promise<ReadingResult> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadingResult>()
  const worker = new Worker(new URL('./reader-thread.ts', import.meta.url), {
    workerData: question,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY, stackSizeMb: 4 },
    env: threadEnvironment(),
  })
  worker.on('message', resolve)
  worker.on('error', (error: Error & { code?: string }) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY')
      resolve({ refused: 'The file takes too much memory to read; split it.' })
    else if (error instanceof RangeError) resolve({ refused: 'The file is nested too deeply to be read.' })
    else reject(error)
  })
  worker.on('exit', () => resolve({ refused: 'The file stopped its reader.' }))
  const tooSlow = setTimeout(
    () => resolve({ refused: `The file cannot be read within ${LONGEST_READING} seconds; split it.` }),
    LONGEST_READING * 1000,
  )
  try {
    return await promise
  } finally {
    clearTimeout(tooSlow)
    await worker.terminate()
  }
}

const refused = (code: 'REQUIRED' | 'INVALID_FORMAT', message: string) => ({
  violations: [{ field: 'body', code, message }],
})
