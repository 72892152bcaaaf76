/** Nothing that somebody typed outlives their wish that this device forgets it. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

test('signing out counts, and can delete, what each store of the app keeps', () => {
  const root = new URL('../../', import.meta.url)
  const stores = globSync('web/**/*.{ts,tsx}', { cwd: root }).flatMap((path) =>
    [...read(path).matchAll(/openStore<[^>]*>\('([\w-]+)'\)/g)].map(([, name = '']) => name),
  )
  assert.ok(stores.length >= 3, stores.join())
  const forgotten = read('web/scripts/forget.js')
  for (const name of stores) assert.ok(forgotten.includes(`'${name}'`), name)
})
