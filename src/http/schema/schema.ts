/** The building blocks of request and response schemas, with the specification's limits and violation codes. */
import * as z from 'zod'
import { MOST_VIOLATIONS, type ViolationCode } from '../problem.ts'
import { InexactNumber } from '../json/value.ts'
import { sourceOf } from '../json/source.ts'
import { boundedArray } from './bounded-array.ts'
import { BLANK, faultOfName, isBlank } from './text.ts'
import { parseTimestamp } from './timestamp.ts'

/** Any UUID, in upper or lower case. `uuid()` turns it into lower case, like PostgreSQL. */
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const uuid = () => z.string().regex(UUID, 'must be a UUID').toLowerCase().meta({ format: 'uuid' })

/** A text of `min` to `max` Unicode code points, kept as sent. */
export function text(limits: { min?: number; max?: number } = {}) {
  return z
    .string()
    .superRefine((value, context) => checkLength(value, limits, context))
    .meta(lengths(limits))
}

/** A text of 1 to `max` code points with a visible character, kept as sent. */
export function words(max: number) {
  return z
    .string()
    .superRefine((value, context) => {
      if (isBlank(value)) fault(context, BLANK.code, BLANK.message)
      checkLength(value, { max }, context)
    })
    .meta({ ...lengths({ min: 1, max }), description: 'Must have a visible character' })
}

/** A name that people read: trimmed, and fit to be shown in one line. */
export function displayName(max: number) {
  return z
    .string()
    .trim()
    .superRefine((value, context) => {
      const found = faultOfName(value)
      if (found) fault(context, found.code, found.message)
      checkLength(value, { max }, context)
    })
    .meta({
      ...lengths({ min: 1, max }),
      description:
        'White space around it is removed. It must have a visible character, and no line breaks, control characters or characters that override the direction of text',
    })
}

/** An absolute http or https URL of at most 500 characters. */
export function imageUrl() {
  return z
    .string()
    .superRefine((value, context) => {
      checkLength(value, { max: 500 }, context)
      if (!/^https?:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/i.test(value) || !URL.canParse(value)) {
        fault(
          context,
          'INVALID_FORMAT',
          'must be an absolute http or https URL, other characters percent-encoded',
        )
      }
    })
    .meta({ format: 'uri', maxLength: 500 })
}

/** An RFC 3339 date-time with an offset; the value is the same instant in UTC with at most six digits of a second. */
export function timestamp() {
  return z
    .string()
    .transform((value, context) => {
      const parsed = parseTimestamp(value)
      if ('at' in parsed) return parsed.at
      fault(context, parsed.code, parsed.message)
      return z.NEVER
    })
    .meta({ type: 'string', format: 'date-time' })
}

/** A 32-bit integer, at least `min`. */
export function int32(min = -2_147_483_648) {
  return z.int32().min(min)
}

/** A 64-bit integer above 0. The value is its decimal text, because a JavaScript number cannot hold all of them. */
export function int64() {
  return z
    .custom<unknown>((value) => value !== undefined)
    .transform((value, context) => {
      const written = value instanceof InexactNumber ? value.text : String(value)
      if (!(value instanceof InexactNumber) && !Number.isInteger(value)) {
        fault(context, 'INVALID_TYPE', 'must be a whole number')
        return z.NEVER
      }
      if (/^[1-9]\d{0,18}$/.test(written) && BigInt(written) <= 9_223_372_036_854_775_807n) return written
      fault(context, 'OUT_OF_RANGE', 'must be a whole number from 1 to 9223372036854775807')
      return z.NEVER
    })
    .meta({ type: 'integer', format: 'int64', minimum: 1 })
}

/** A number with at most two decimals. The JSON reader makes an `InexactNumber` of what a double can't hold. */
export function score() {
  return z
    .number()
    .min(-99_999_999.99)
    .max(99_999_999.99)
    .superRefine((value, context) => {
      if (!hasAtMostTwoDecimals(value)) fault(context, 'INVALID_FORMAT', 'must have at most two decimals')
    })
}

/** A list. With `unique` all items must be different; with a function such as `folded`, also after that function. */
export function list<T extends z.ZodType>(
  item: T,
  limits: { min?: number; max?: number; unique?: true | ((text: string) => string) } = {},
) {
  const { min, max, unique } = limits
  let schema = boundedArray(item)
  if (min !== undefined) schema = schema.min(min)
  if (max !== undefined) schema = schema.max(max)
  if (!unique) return schema
  const same = unique === true ? asItIs : unique
  return schema
    .superRefine(
      (items, context) => refuseDuplicates(items, context, 'DUPLICATE_ITEM', itself, 'appears', same),
      always,
    )
    .meta({ uniqueItems: true })
}

/** Reports every item with the `key` of an earlier item. It runs even if items are invalid, so `key` must take anything. */
export function refuseDuplicates(
  items: unknown,
  context: z.RefinementCtx,
  code: ViolationCode,
  key: (item: unknown) => { value: unknown; path?: string } | undefined,
  verb: string,
  same = asItIs,
): void {
  if (!Array.isArray(items)) return
  const seen = new Map<string, number>()
  for (const [index, item] of items.entries()) {
    const found = key(item)
    if (typeof found?.value !== 'string') continue
    const first = seen.get(same(found.value))
    if (first === undefined) {
      seen.set(same(found.value), index)
      continue
    }
    const path = found.path === undefined ? [index] : [index, found.path]
    fault(context, code, `${verb} at index ${first} already`, path, found.value)
    if (context.issues.length > MOST_VIOLATIONS) return
  }
}

/** The text itself, but a UUID in lower case. */
const asItIs = (value: string) => (UUID.test(value) ? value.toLowerCase() : value)

/** For `superRefine`: it runs even if the value has other faults, so one answer lists them all. */
export const always = { when: () => true }

const itself = (item: unknown) => ({ value: item })

/** An object with any keys and values. The value is its JSON text as it was sent, with at most `mostBytes` bytes. */
export function freeObject(mostBytes: number) {
  return z
    .custom<object>((value) => typeof value === 'object' && value !== null && !Array.isArray(value))
    .transform((value, context) => {
      const kept = sourceOf(value) ?? JSON.stringify(value)
      const bytes = Buffer.byteLength(kept)
      if (bytes > mostBytes)
        fault(context, 'VALUE_TOO_LONG', `must take at most ${mostBytes} bytes as JSON text, not ${bytes}`)
      return kept
    })
    .meta({
      type: 'object',
      additionalProperties: true,
      description: `Any keys and values, stored exactly as sent; at most ${mostBytes / 1024} KiB as JSON text`,
    })
}

/** A reference to another resource, as it is shown. */
export const Ref = z.strictObject({ id: uuid(), displayName: z.string() }).meta({
  id: 'Ref',
  description: 'A reference to another resource',
  example: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a10', displayName: 'Rising Tides' },
})

/** Adds a violation with one of the specification's codes. `message` continues a sentence that begins with the field's name. */
export function fault(
  context: z.RefinementCtx,
  code: ViolationCode,
  message: string,
  path: PropertyKey[] = [],
  input?: unknown,
): void {
  context.addIssue({
    code: 'custom',
    message,
    path,
    params: { code },
    ...(input === undefined ? {} : { input }),
  })
}

function checkLength(
  value: string,
  { min = 0, max = Infinity }: { min?: number; max?: number },
  context: z.RefinementCtx,
) {
  if (value.length < min || value.length > max) {
    const length = codePoints(value)
    if (length < min)
      fault(context, 'VALUE_TOO_SHORT', `must have at least ${min} character${min === 1 ? '' : 's'}`)
    if (length > max) fault(context, 'VALUE_TOO_LONG', `has ${length} characters; at most ${max} are allowed`)
  }
}

function codePoints(value: string): number {
  let count = 0
  for (const _ of value) count++
  return count
}

function lengths({ min, max }: { min?: number; max?: number }) {
  return {
    ...(min === undefined ? {} : { minLength: min }),
    ...(max === undefined ? {} : { maxLength: max }),
  }
}

/** Looks at the digits: `value * 100` is wrong for 13 % of good values. */
function hasAtMostTwoDecimals(value: number): boolean {
  return /^-?\d+(\.\d{1,2})?$/.test(String(value))
}
