/** Limits the memory of parsed bodies. A parsed body can take thirty times as much memory as its text. */
import { getHeapStatistics } from 'node:v8'
import { checkLongJson, parseLongJson } from '../json/read.ts'
import type { JsonValue } from '../json/value.ts'
import type { Operation } from '../operation/operation.ts'
import { unavailable } from '../problem.ts'
import { inSlices } from '../turns/slices.ts'
import { Turns } from '../turns/turns.ts'

/**
 * How many bytes a JSON value takes, with its text and the copy for the checks. An empty object takes 78 bytes, a list in a list
 * 208.
 */
const BYTES_OF_VALUE = 150
/** If a string has a character outside of Latin-1, each of its characters takes two bytes. */
const BYTES_OF_CHARACTER = 2
/** In bytes. The values of a body below this length take half a megabyte at most. */
const SHORT = 8_192

/**
 * The limit for all bodies together: a third of the heap (`part: 3`), but at most 256 MiB. In a heap of 256 MB, Node itself needs
 * the rest.
 */
export const VALUES = { part: 3, most: 256 * 1_048_576 }
const MOST_OF_VALUES = Math.min(VALUES.most, Math.floor(getHeapStatistics().heap_size_limit / VALUES.part))

/**
 * The limit for all light bodies together, in bytes. A single light body may take half of it. With a heap of 256 MB, this half is
 * 5 MB, enough for some 70 kB of JSON.
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
/** Light bodies have memory of their own, so that they need not wait for heavy ones. */
const lighter = room(OF_LIGHTER)
const heavier = room(MOST_OF_VALUES - OF_LIGHTER)

/** A body that has arrived. `text` also frees its bytes, so it can be called only once. */
export interface ArrivedBody {
  readonly length: number
  text: () => string
}

/** Waits until there is room for all the memory that the body may need. The waiting caller who uses the least memory is next. */
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

/**
 * Checks the syntax of a body whose request gets 401 or 403, because a syntax error is reported first. Only one such body is read
 * at a time.
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
