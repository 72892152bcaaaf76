/**
 * An array schema that stops after a thousand violations. Without it, an import of 40 MB had 26 million violations, which ended
 * the process. It replaces zod's private `_zod.parse`, so package.json pins the version of zod.
 */
import * as z from 'zod'
import { isLong } from '../json/source.ts'
import { MOST_VIOLATIONS } from '../problem.ts'
import { Slice } from '../turns/slices.ts'

type Bounded = z.ZodArray<z.ZodType>

const ZodArray: typeof z.ZodArray = z.ZodArray

/** If the check stops early, the array has holes. Nobody uses such an array, because its request is refused. */
const BoundedArray = z.core.$constructor<Bounded>('BoundedArray', (array, definition) => {
  ZodArray.init(array, definition)
  // oxlint-disable no-underscore-dangle -- zod's own hook for types
  array._zod.parse = (payload, context) => {
    const items: unknown = payload.value
    if (!Array.isArray(items)) {
      payload.issues.push({ expected: 'array', code: 'invalid_type', input: items, inst: array })
      return payload
    }
    const { element } = definition
    const read: unknown[] = Array.from({ length: items.length })
    payload.value = read
    /** Returns true when there are enough violations. */
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

    /** Checks all items, with pauses. Short items are checked without one, because that is faster. */
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
  new BoundedArray({ type: 'array', element }) as unknown as z.ZodArray<T>
