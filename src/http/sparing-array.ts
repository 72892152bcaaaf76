/**
 * An array of a body that is read no further once more is wrong with it than is told. Half a million faults, which fit
 * into 1 MB, took seconds of everybody's time; the 26 million of a 40 MB import ended the process.
 */
import * as z from 'zod'
import { MOST_VIOLATIONS } from './problem.ts'

type Sparing = z.ZodArray<z.ZodType>

const ZodArray: typeof z.ZodArray = z.ZodArray

/** What it makes of a body with more faults is an array with holes, which nothing but other checks gets to see. */
const SparingArray = z.core.$constructor<Sparing>('SparingArray', (array, definition) => {
  ZodArray.init(array, definition)
  // oxlint-disable no-underscore-dangle -- zod's own door for types beside its own
  array._zod.parse = (payload, context) => {
    const items: unknown = payload.value
    if (!Array.isArray(items)) {
      payload.issues.push({ expected: 'array', code: 'invalid_type', input: items, inst: array })
      return payload
    }
    const read: unknown[] = Array.from({ length: items.length })
    for (const [index, value] of items.entries() as Iterable<[number, unknown]>) {
      const result = definition.element._zod.run({ value, issues: [] }, context)
      if (result instanceof Promise) throw new Error('A body is checked without waiting.')
      read[index] = result.value
      for (const issue of z.core.util.prefixIssues(index, result.issues)) payload.issues.push(issue)
      if (payload.issues.length > MOST_VIOLATIONS) break
    }
    payload.value = read
    return payload
  }
})

export const sparingArray = <T extends z.ZodType>(element: T): z.ZodArray<T> =>
  new SparingArray({ type: 'array', element }) as unknown as z.ZodArray<T>
