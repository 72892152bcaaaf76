/** Every field of every answer has a right, and every filter and sort reads such a field (`src/fields.ts`). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../../src/api.ts'
import { FIELDS } from '../../src/fields.ts'
import type { Operation } from '../../src/http/operation/operation.ts'
import { RIGHTS, type Rights, rightRead } from '../../src/resources/visibility/rights.ts'
import { LIST_IDS, collectionOf } from './collections.ts'

const entries = Object.values<{ schema: unknown; rights: Rights }>(FIELDS)

/** The rights for an answer, or for the items of a page. */
function rightsOf({ responds: { schema } }: Operation): Rights | undefined {
  const found = entries.find((entry) => entry.schema === schema)
  if (found || !schema) return found?.rights
  const { items } = (schema as unknown as { shape: { items?: { element: unknown } } }).shape
  return entries.find((entry) => entry.schema === items?.element)?.rights
}

for (const operation of operations) {
  test(`${operation.id} defines for every field who may see it`, () => {
    const { schema, media } = operation.responds
    if (schema && media === undefined) assert.ok(rightsOf(operation), 'src/fields.ts has its answer')
  })
}

for (const id of LIST_IDS) {
  test(`${id} is filtered and sorted by fields that have a right`, () => {
    const operation = operations.find((one) => one.id === id)
    assert.ok(operation)
    const rights = rightsOf(operation) ?? assert.fail('src/fields.ts has its items')
    const { filters, sorts, reads = {} } = collectionOf(id)
    for (const field of new Set([...Object.keys(filters), ...sorts])) {
      const right = rightRead(rights, field)
      const hint = `${field} reads no field of the answer: \`reads\` in collections.ts must say by which right it is shown`
      assert.ok(right !== undefined || field in reads, hint)
      assert.ok(right === undefined || !(field in reads), `${field} has the right of the field that it reads`)
    }
  })

  test(`${id} cannot be sorted by fields that some of its readers may not see`, () => {
    const operation = operations.find((one) => one.id === id)
    const rights = operation && rightsOf(operation)
    for (const sort of collectionOf(id).sorts) {
      const right = rights && rightRead(rights, sort)
      // Names of people are an exception: they are sorted as the caller sees them.
      if (right && right !== 'person')
        assert.ok(['seen', 'own', 'scope'].includes(right), `${sort}: ${right}`)
    }
  })
}

test('every right is in use', () => {
  const used = new Set<string>()
  const collect = (rights: Rights): void => {
    if (typeof rights === 'string') used.add(rights)
    else Object.values(rights).forEach(collect)
  }
  for (const { rights } of entries) collect(rights)
  assert.deepEqual([...used].toSorted(), Object.keys(RIGHTS).toSorted())
})
