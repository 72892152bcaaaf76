/** The building blocks for the schemas of requests and answers. */
import * as z from 'zod'
import { MOST_VIOLATIONS, type ViolationCode } from '../problem.ts'
import { InexactNumber } from '../json/value.ts'
import { sourceOf } from '../json/source.ts'
import { boundedArray } from './bounded-array.ts'
import { BLANK, faultOfName, isBlank } from './text.ts'
import { parseTimestamp } from './timestamp.ts'

/** A UUID of any version, in capitals or not. */
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const uuid = () => z.string().regex(UUID, 'must be a UUID').toLowerCase().meta({ format: 'uuid' })

/** A text. Its length is counted in Unicode code points, and it is not trimmed. */
export function text(limits: { min?: number; max?: number } = {}) {
  return z
    .string()
    .superRefine((value, context) => checkLength(value, limits, context))
    .meta(lengths(limits))
}

/** A text with at least one visible character. Its length is counted in Unicode code points, and it is not trimmed. */
export function words(max: number) {
  return z
    .string()
    .superRefine((value, context) => {
      if (isBlank(value)) fault(context, BLANK.code, BLANK.message)
      checkLength(value, { max }, context)
    })
    .meta({ ...lengths({ min: 1, max }), description: 'Must have a visible character' })
}

/** A name for people to read. It is trimmed, and must fit into one line. */
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

/** A date-time of RFC 3339 with an offset. It is turned into UTC, with at most six decimals of a second. */
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

export function int32(min = -2_147_483_648) {
  return z.int32().min(min)
}

/** A whole number above 0. It stays a text, because a JavaScript number has too few digits. */
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

/**
 * A number with at most two decimals. A number that would lose digits as a double arrives as an `InexactNumber` and is refused.
 */
export function score() {
  return z
    .number()
    .min(-99_999_999.99)
    .max(99_999_999.99)
    .superRefine((value, context) => {
      if (!hasAtMostTwoDecimals(value)) fault(context, 'INVALID_FORMAT', 'must have at most two decimals')
    })
}

/** A list. With `unique`, no two items may be equal. A function such as `folded` can decide what is equal. */
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

/** Reports each item that has the same `key` as an earlier one. `key` must accept anything, because items may be invalid. */
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

/** Compares texts as they are. Only in UUIDs capitals make no difference. */
const asItIs = (value: string) => (UUID.test(value) ? value.toLowerCase() : value)

/** An option of `superRefine`: the check also runs on values that have other faults, so that one answer lists all faults. */
export const always = { when: () => true }

const itself = (item: unknown) => ({ value: item })

/** Any JSON object of at most `mostBytes` bytes. Its text is kept as the client sent it. */
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

export const Ref = z.strictObject({ id: uuid(), displayName: z.string() }).meta({
  id: 'Ref',
  description: 'A reference to another resource',
  example: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a10', displayName: 'Rising Tides' },
})

/** Reports a fault. `message` is the rest of a sentence that begins with the field's name. */
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

/** We look at the text of the number, because `value * 100` gives a wrong result for 13 % of the valid values. */
function hasAtMostTwoDecimals(value: number): boolean {
  return /^-?\d+(\.\d{1,2})?$/.test(String(value))
}
