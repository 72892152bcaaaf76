/** Bounds what bodies take in memory once they are values, which is up to thirty times their bytes. */
import { getHeapStatistics } from 'node:v8'
import { checkJsonInSlices, parseJsonInSlices } from '../json/read.ts'
import type { JsonValue } from '../json/value.ts'
import type { Operation } from '../operation/operation.ts'
import { unavailable } from '../problem.ts'
import { Turns } from '../turns/turns.ts'

/** What a value takes with its source and what the checks make of it. An empty object takes 78, a list in a list 208. */
const BYTES_OF_VALUE = 150
/** A character of the text takes two bytes if one of them is not Latin. */
const BYTES_OF_CHARACTER = 2
/** The values of a shorter body take half a megabyte at most. */
const SHORT = 8_192

/** Bytes of the values of all bodies at work. In a container of 512 MB Node takes a heap of 256 MB, and needs the rest for itself. */
export const MOST_OF_VALUES = Math.min(256 * 1_048_576, Math.floor(getHeapStatistics().heap_size_limit / 3))

/** Module state, because a process has one heap. */
const heap = new Turns({
  atOnce: MOST_OF_VALUES,
  mostWaiting: 1_000,
  patience: 5_000,
  refusal: () => unavailable('Too many large bodies are being worked on at the moment; nothing was changed.'),
})

/** A body that has arrived. Its text is made once, and then its bytes go. */
export interface Arrived {
  readonly length: number
  text: () => string
}

/**
 * Runs work with a body when there is room for what the body may become; the caller with the least at work is next. What it
 * has not become makes room for others when it is read, and the rest of it when the work is done.
 */
export async function withRoomFor<T>(
  body: Arrived,
  { mostValues }: Pick<Operation, 'mostValues'>,
  caller: string,
  work: (read: () => Promise<JsonValue>) => Promise<T>,
): Promise<T> {
  const { length } = body
  if (length <= SHORT) return work(async () => (await parseJsonInSlices(body.text(), mostValues)).value)
  const taking = (values: number) => length * BYTES_OF_CHARACTER + values * BYTES_OF_VALUE
  const weight = taking(Math.min(mostValues, length / 2))
  const turn = heap.take('values', undefined, { party: caller, weight })
  try {
    await turn.come
    return await work(async () => {
      const { value, values } = await parseJsonInSlices(body.text(), mostValues)
      turn.lighten(taking(values))
      return value
    })
  } finally {
    turn.end()
  }
}

const strangers = new Turns({
  atOnce: 1,
  mostWaiting: Infinity, // their bytes are bounded
  refusal: () => unavailable('Too many bodies of unknown callers are being read at the moment.'),
})

/**
 * Throws what is wrong with the grammar of a body whose caller is refused anyway. It makes no value, and of one body at a time the
 * text.
 */
export async function checkOfStranger(body: Arrived): Promise<void> {
  const turn = strangers.take('grammar')
  await turn.come
  try {
    await checkJsonInSlices(body.text())
  } finally {
    turn.end()
  }
}
