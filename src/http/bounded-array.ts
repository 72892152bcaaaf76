/**
 * An array of a body that is read no further once more is wrong with it than is told. Half a million faults, which fit
 * into 1 MB, took seconds of everybody's time; the 26 million of a 40 MB import ended the process. A long one is read
 * in slices.
 */
import * as z from 'zod'
import { isLong } from './json/source.ts'
import { MOST_VIOLATIONS } from './problem.ts'
import { Slice } from './slices.ts'

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
    const { element } = definition
    const read: unknown[] = Array.from({ length: items.length })
    payload.value = read
    /** True where enough is wrong. */
    const keep = (result: z.core.ParsePayload, index: number): boolean => {
      read[index] = result.value
      for (const issue of z.core.util.prefixIssues(index, result.issues)) payload.issues.push(issue)
      return payload.issues.length > MOST_VIOLATIONS
    }
    if (context.async) return inPauses(items)
    for (const [index, value] of items.entries() as Iterable<[number, unknown]>) {
      if (keep(element._zod.run({ value, issues: [] }, context) as z.core.ParsePayload, index)) break
    }
    return payload

    /** An item that is not long itself is read at once, by the faster road that zod has for that. */
    async function inPauses(all: unknown[]) {
      const slice = new Slice()
      for (const [index, value] of all.entries()) {
        const how = isLong(value) ? context : { ...context, async: false }
        if (keep(await element._zod.run({ value, issues: [] }, how), index)) break
        if (slice.isOver) await slice.pause()
      }
      return payload
    }
  }
})

export const boundedArray = <T extends z.ZodType>(element: T): z.ZodArray<T> =>
  new SparingArray({ type: 'array', element }) as unknown as z.ZodArray<T>
