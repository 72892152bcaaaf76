/** Checks a value against its schema and returns all violations. */
import type * as z from 'zod'
import { InexactNumber } from '../json/value.ts'
import { isLong } from '../json/source.ts'
import { MOST_VIOLATIONS, type Violation, type ViolationCode } from '../problem.ts'

export type CheckResult<T> =
  | { value: T; violations?: undefined }
  | { violations: Violation[]; value?: undefined }

/** `root` is the name of the whole value in violations, such as `body`. */
export const validate = <S extends z.ZodType>(
  schema: S,
  value: unknown,
  root: string,
): CheckResult<z.output<S>> => checked(schema.safeParse(value), value, root)

export const validateBody = async <S extends z.ZodType>(
  schema: S,
  body: unknown,
): Promise<CheckResult<z.output<S>>> =>
  isLong(body) ? checked(await schema.safeParseAsync(body), body, 'body') : validate(schema, body, 'body')

function checked<T>(result: z.ZodSafeParseResult<T>, value: unknown, root: string): CheckResult<T> {
  if (result.success) return { value: result.data }
  // one more than an answer lists, because the answer says whether there are more
  const issues = result.error.issues.slice(0, MOST_VIOLATIONS + 1)
  return { violations: issues.flatMap((issue) => violationsOf(issue, value, root)) }
}

/** Writes a path such as `participants[1].score`. Keys that are not plain words are put in brackets. */
export function fieldPath(path: readonly PropertyKey[], root: string): string {
  if (path.length === 0) return root
  return path.map(step).join('').replace(/^\./, '')
}

function step(part: PropertyKey): string {
  if (typeof part === 'number') return `[${part}]`
  return /^[\w$-]+$/.test(String(part)) ? `.${String(part)}` : `[${JSON.stringify(String(part))}]`
}

type Issue = z.core.$ZodIssue

function violationsOf(issue: Issue, whole: unknown, root: string): Violation[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const field = fieldPath([...issue.path, key], root)
      return { field, code: 'UNKNOWN_PROPERTY', message: `${field} is not a property of this request.` }
    })
  }
  const field = fieldPath(issue.path, root)
  const value =
    issue.code === 'custom' && issue.input !== undefined ? issue.input : valueAt(whole, issue.path)
  const [code, message] = verdict(issue, value)
  const shown = value instanceof InexactNumber ? value.text : value
  return [
    { field, code, message: `${field} ${message}.`, ...(isPlain(shown) ? { rejectedValue: shown } : {}) },
  ]
}

/** The code, and a sentence without its first word, which is the field's name. */
function verdict(issue: Issue, value: unknown): [ViolationCode, string] {
  if (value === undefined && !(issue.code === 'custom' && codeOf(issue.params)))
    return ['REQUIRED', 'is required']
  if (value instanceof InexactNumber) return inexact(value)
  switch (issue.code) {
    case 'invalid_type':
      return ['INVALID_TYPE', `must be ${named(issue.expected)}, not ${kindOf(value)}`]
    case 'invalid_value':
      return ['INVALID_VALUE', `must be one of ${issue.values.map(String).join(', ')}`]
    case 'invalid_format':
      return ['INVALID_FORMAT', issue.format === 'regex' ? issue.message : `must be a valid ${issue.format}`]
    case 'too_big':
      if (issue.origin === 'array') return ['TOO_MANY_ITEMS', `must have at most ${issue.maximum} items`]
      return ['OUT_OF_RANGE', `must be at most ${issue.maximum}`]
    case 'too_small':
      if (issue.origin === 'array')
        return ['TOO_FEW_ITEMS', `must have at least ${plural(Number(issue.minimum), 'item')}`]
      return ['OUT_OF_RANGE', `must be at least ${issue.minimum}`]
    case 'custom':
      return [
        codeOf(issue.params) ?? 'INVALID_TYPE',
        codeOf(issue.params) ? issue.message : `must be an object, not ${kindOf(value)}`,
      ]
    default:
      return ['INVALID_VALUE', 'has a value that is not allowed']
  }
}

/** The fault of a number that is too large, or that has more digits than any field accepts. */
function inexact(number: InexactNumber): [ViolationCode, string] {
  return Math.abs(Number(number.text)) >= 1e15
    ? ['OUT_OF_RANGE', 'is too large a number']
    : ['INVALID_FORMAT', 'has more digits than are kept']
}

function codeOf(params: Record<string, unknown> | undefined): ViolationCode | undefined {
  return params?.['code'] as ViolationCode | undefined
}

function valueAt(whole: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, part) => {
    if (typeof value !== 'object' || value === null || value instanceof InexactNumber) return undefined
    return Object.hasOwn(value, part) ? (value as Record<PropertyKey, unknown>)[part] : undefined
  }, whole)
}

/** An answer repeats only such values. For an object or a list, it names the field. */
const isPlain = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value)

function named(expected: string): string {
  if (expected === 'int') return 'a whole number'
  return `${/^[aeio]/.test(expected) ? 'an' : 'a'} ${expected}`
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'number' && !Number.isInteger(value)) return 'a number with decimals'
  return named(typeof value)
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
