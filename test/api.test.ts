/** The types of the API: each operation is exported under its own id. */
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { operations } from '../src/api.ts'
import type { Operation } from '../src/http/operation/operation.ts'

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'handling' in value && 'id' in value

test('an operation is exported under its id, and every one is in the API', async () => {
  const files = globSync('src/**/operations.ts', { cwd: new URL('..', import.meta.url).pathname })
  const exported: string[] = []
  for (const file of files) {
    const module = (await import(new URL(`../${file}`, import.meta.url).href)) as Record<string, unknown>
    for (const [name, value] of Object.entries(module)) {
      if (!isOperation(value)) continue
      assert.equal(name, value.id, file)
      exported.push(name)
    }
  }
  assert.deepEqual(exported.toSorted(), operations.map(({ id }) => id).toSorted())
})

test('no operation keeps its types at run time', () => {
  assert.deepEqual(
    operations.filter((operation) => 'types' in operation),
    [],
  )
})
