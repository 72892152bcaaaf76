/** Which tests a change can affect. A test that is left out although it needs the file would hide a fault from the developer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { affectedBy, filesHere } from './changed.ts'

const files = filesHere()
const tests = files.filter((file) => file.endsWith('.test.ts'))
const affected = (changed: string) => affectedBy([changed], tests, files)

test('a change of the schema affects everything that has a database', () => {
  const all = affected('migrations/0001-conventions.sql')
  const reached = affected('test/setup.ts')
  assert.ok(reached.length > 150)
  assert.deepEqual(
    reached.filter((file) => !all.includes(file)),
    [],
  )
})

test('a change of a statement affects the tests of the API, of its pages and of the command line', () => {
  const all = affected('src/resources/games/store.ts')
  for (const file of [
    'test/authorization.test.ts',
    'test/worlds/worlds.test.ts',
    'test/cli/doctor.test.ts',
    'test/slow/torture.test.ts',
    'test/slow/web/screens.test.ts',
    'test/slow/ship/images.test.ts',
  ])
    assert.ok(all.includes(file), file)
  assert.ok(!all.includes('test/schedule.test.ts'))
})

test('a change of a page of the app affects the tests with the app, and none of the API', () => {
  const all = affected('web/frame.tsx')
  for (const file of [
    'test/slow/web/screens.test.ts',
    'test/web/budget.test.ts',
    'test/architecture.test.ts',
  ])
    assert.ok(all.includes(file), file)
  assert.ok(!all.includes('test/worlds/worlds.test.ts'))
  assert.ok(!all.includes('test/visibility/policy.test.ts'))
})

test('a change of a style affects everything that shows a page', () => {
  const all = affected('web/styles/base.css')
  for (const file of ['test/pages/flows.test.ts', 'test/slow/web/pages.test.ts'])
    assert.ok(all.includes(file), file)
})

test('a change of a document affects the tests that read documents', () => {
  const all = affected('docs/first-match.md')
  for (const file of ['test/docs-blocks.test.ts', 'test/words.test.ts', 'test/slow/walks.test.ts'])
    assert.ok(all.includes(file), file)
  assert.ok(!all.includes('test/db/uuid.test.ts'))
})

test('a change of the packages or of the runner affects every test', () => {
  for (const changed of ['package-lock.json', 'test/run.ts']) assert.deepEqual(affected(changed), tests)
})

test('a path in a text, a pattern, a folder and an import lead to what they name; a type does not', () => {
  const texts: Record<string, string> = {
    'test/a.test.ts': `import { b } from '../src/b.ts'`,
    'src/b.ts': `import type { C } from './c.ts'\nconst folder = new URL('../migrations/', import.meta.url)`,
    'src/c.ts': '',
    'migrations/1.sql': '',
    'test/d.test.ts': `import { readFileSync } from 'node:fs'\nreadFileSync(join('docs', name))`,
    'docs/one.md': '',
    'test/e.test.ts': "globSync('src/**/*.ts'); const file = `examples/${name}.ts`",
    'examples/f.ts': '',
  }
  const names = Object.keys(texts)
  const affectedHere = (changed: string) =>
    affectedBy(
      [changed],
      names.filter((name) => name.endsWith('.test.ts')),
      names,
      (name) => texts[name] ?? assert.fail(name),
    )
  assert.deepEqual(affectedHere('migrations/1.sql'), ['test/a.test.ts', 'test/e.test.ts'])
  assert.deepEqual(affectedHere('src/c.ts'), ['test/e.test.ts'])
  assert.deepEqual(affectedHere('src/b.ts'), ['test/a.test.ts', 'test/e.test.ts'])
  assert.deepEqual(affectedHere('docs/one.md'), ['test/d.test.ts'])
  assert.deepEqual(affectedHere('examples/f.ts'), ['test/e.test.ts'])
  assert.deepEqual(affectedHere('docs/none.md'), ['test/d.test.ts'])
})
