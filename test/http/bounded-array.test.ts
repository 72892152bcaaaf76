/** A list in a body is read only until there are enough faults to report. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod'
import { MOST_VIOLATIONS } from '../../src/http/problem.ts'
import { boundedArray } from '../../src/http/schema/bounded-array.ts'
import { validate } from '../../src/http/schema/validate.ts'

test('with more faults than the answer reports, nothing more is read, however deep the arrays are nested', () => {
  let read = 0
  const wrong = z.unknown().superRefine((_, context) => {
    read++
    context.addIssue({ code: 'custom', message: 'is wrong' })
  })
  const flat = validate(boundedArray(wrong), Array(500_000).fill(1), 'body')
  assert.equal(flat.violations?.length, MOST_VIOLATIONS + 1)
  assert.equal(read, MOST_VIOLATIONS + 1)
  read = 0
  const deep = z.strictObject({ outer: boundedArray(z.strictObject({ inner: boundedArray(wrong) })) })
  const outer = Array.from({ length: 10_000 }, () => ({ inner: Array(300).fill(1) }))
  const found = validate(deep, { outer }, 'body')
  assert.equal(found.violations?.[0]?.field, 'outer[0].inner[0]')
  assert.equal(found.violations?.[300]?.field, 'outer[1].inner[0]')
  assert.equal(read, 4 * 300)
})

test('a few faults are all reported with their places, and valid items are parsed', () => {
  const numbers = boundedArray(z.string().transform(Number)).min(2).max(3)
  assert.deepEqual(validate(numbers, ['1', '2'], 'body'), { value: [1, 2] })
  const wrong = validate(z.strictObject({ list: numbers }), { list: ['1', 2, null, '4'] }, 'body')
  assert.deepEqual(
    wrong.violations?.map(({ field, code }) => `${field} ${code}`),
    ['list[1] INVALID_TYPE', 'list[2] INVALID_TYPE', 'list TOO_MANY_ITEMS'],
  )
  const many = validate(z.strictObject({ list: numbers }), { list: ['1', '2', '3', '4'] }, 'body')
  assert.deepEqual(
    many.violations?.map(({ code }) => code),
    ['TOO_MANY_ITEMS'],
  )
  assert.deepEqual(
    validate(z.strictObject({ list: numbers }), { list: {} }, 'body').violations?.map(({ code }) => code),
    ['INVALID_TYPE'],
  )
})

test('it is described as an array', () => {
  const described = z.toJSONSchema(boundedArray(z.string()).max(3), { io: 'input' })
  assert.deepEqual(
    { ...described, $schema: undefined },
    { $schema: undefined, type: 'array', maxItems: 3, items: { type: 'string' } },
  )
})
