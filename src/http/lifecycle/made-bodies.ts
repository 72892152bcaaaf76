/** Limits the memory of parsed bodies, which take up to thirty times their bytes. */
import { getHeapStatistics } from 'node:v8'
import { checkLongJson, parseLongJson } from '../json/read.ts'
import type { JsonValue } from '../json/value.ts'
import type { Operation } from '../operation/operation.ts'
import { unavailable } from '../problem.ts'
import { inSlices } from '../turns/slices.ts'
import { Turns } from '../turns/turns.ts'

/** For a value with its source and the checks' copy of it. An empty object takes 78 bytes, a list in a list 208. */
const BYTES_OF_VALUE = 150
/** If one character of a text is not Latin, each of them takes two bytes. */
const BYTES_OF_CHARACTER = 2
/** In bytes. The values of a shorter body take half a megabyte at most. */
const SHORT = 8_192

/**
 * Bytes for the values of all bodies together. In a container of 512 MB Node's heap is 256 MB, and Node itself needs two thirds.
 */
const MOST_OF_VALUES = Math.min(256 * 1_048_576, Math.floor(getHeapStatistics().heap_size_limit / 3))

/** The part of it for bodies that take half of this part at most, in a heap of 256 MB up to 5 MB: some 70 kB of JSON. */
const OF_LIGHTER = Math.floor(MOST_OF_VALUES / 8)

/** Each for the process, because a process has one heap. */
const room = (atOnce: number) =>
  new Turns({
    atOnce,
    mostWaiting: 1_000,
    patience: 5_000,
    refusal: () =>
      unavailable('Too many large bodies are being worked on at the moment; nothing was changed.'),
  })
/** Lighter bodies have room of their own, so that a few heavy ones, which may all be faults, do not keep the others waiting. */
const lighter = room(OF_LIGHTER)
const heavier = room(MOST_OF_VALUES - OF_LIGHTER)

/** A body that has arrived. `text` can be called once, because it releases the bytes. */
export interface ArrivedBody {
  readonly length: number
  text: () => string
}

/**
 * Runs work with a body when there is room for the most memory that the body can take. The caller who uses the least memory is
 * next. Once we have read the body, we know its real size and give back the difference; the rest comes back after the work.
 */
export async function withRoomFor<T>(
  body: ArrivedBody,
  { mostValues }: Pick<Operation, 'mostValues'>,
  caller: string,
  work: (read: () => Promise<JsonValue>) => Promise<T>,
): Promise<T> {
  const { length } = body
  if (length <= SHORT) return work(async () => (await parseLongJson(body.text(), mostValues, inSlices)).value)
  const taking = (values: number) => length * BYTES_OF_CHARACTER + values * BYTES_OF_VALUE
  const weight = taking(Math.min(mostValues, length / 2))
  const heap = weight <= OF_LIGHTER / 2 ? lighter : heavier
  const turn = heap.take('values', undefined, { party: caller, weight })
  try {
    await turn.come
    return await work(async () => {
      const { value, values } = await parseLongJson(body.text(), mostValues, inSlices)
      turn.lighten(taking(values))
      return value
    })
  } finally {
    turn.end()
  }
}

const strangers = new Turns({
  atOnce: 1,
  mostWaiting: Infinity, // their bytes are limited elsewhere
  refusal: () => unavailable('Too many bodies of unknown callers are being read at the moment.'),
})

/**
 * Throws the faults in the grammar of a body whose caller is refused anyway. It makes no values, and only one body at a time has
 * its text in memory.
 */
export async function checkOfStranger(body: ArrivedBody): Promise<void> {
  const turn = strangers.take('grammar')
  await turn.come
  try {
    await checkLongJson(body.text(), inSlices)
  } finally {
    turn.end()
  }
}
