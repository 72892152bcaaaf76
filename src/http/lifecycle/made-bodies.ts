/** Limits the memory of parsed bodies. A body can take thirty times its size after it is parsed. */
import { getHeapStatistics } from 'node:v8'
import { checkLongJson, parseLongJson } from '../json/read.ts'
import type { JsonValue } from '../json/value.ts'
import type { Operation } from '../operation/operation.ts'
import { unavailable } from '../problem.ts'
import { inSlices } from '../turns/slices.ts'
import { Turns } from '../turns/turns.ts'

/**
 * The bytes that a JSON value, its text and the copy for the checks take together. An empty object takes 78, a list in a list
 * 208.
 */
const BYTES_OF_VALUE = 150
/** In a string that has a character beyond Latin-1, each character takes two bytes. */
const BYTES_OF_CHARACTER = 2
/** In bytes. The values of a shorter body take at most half a megabyte. */
const SHORT = 8_192

/**
 * The limit for all bodies together: a third of the heap (`part: 3`), at most 256 MiB. Of a heap of 256 MB, Node itself needs the
 * rest.
 */
export const VALUES = { part: 3, most: 256 * 1_048_576 }
const MOST_OF_VALUES = Math.min(VALUES.most, Math.floor(getHeapStatistics().heap_size_limit / VALUES.part))

/**
 * In bytes, the limit for all light bodies together. A light body takes at most half of it. With a heap of 256 MB that is 5 MB,
 * the size of some 70 kB of JSON.
 */
const OF_LIGHTER = Math.floor(MOST_OF_VALUES / 8)

/** The longest wait for memory, in milliseconds. */
export const PATIENCE = 5_000

const room = (atOnce: number) =>
  new Turns({
    atOnce,
    mostWaiting: 1_000,
    patience: PATIENCE,
    refusal: () =>
      unavailable('Too many large bodies are being worked on at the moment; nothing was changed.'),
  })
/** Light bodies have their own memory, so that they do not wait for heavy bodies. */
const lighter = room(OF_LIGHTER)
const heavier = room(MOST_OF_VALUES - OF_LIGHTER)

/** `text` also frees the bytes, so call it only once. */
export interface ArrivedBody {
  readonly length: number
  text: () => string
}

/** Waits until there is room for all the memory that the body may need. The caller who uses the least memory is next. */
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
  mostWaiting: Infinity, // the bytes of waiting bodies are limited in `bodies.ts`
  refusal: () => unavailable('Too many bodies of unknown callers are being read at the moment.'),
})

/** Throws syntax errors of the body of a request that otherwise gets 401 or 403. Only one such body is read at a time. */
export async function checkOfStranger(body: ArrivedBody): Promise<void> {
  const turn = strangers.take('grammar')
  await turn.come
  try {
    await checkLongJson(body.text(), inSlices)
  } finally {
    turn.end()
  }
}
