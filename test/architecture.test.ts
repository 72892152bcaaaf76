/** The house as ARCHITECTURE.md draws it: imports go one way, and each file says what it is. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

const root = new URL('../src/', import.meta.url).pathname
const files = globSync('**/*.ts', { cwd: root }).toSorted()

/** Who may import whom: a folder imports itself and those that stand before it. */
const ALLOWED: Record<string, string[]> = {
  db: ['db'],
  http: ['http', 'db'],
  resources: ['resources', 'http', 'db'],
  messages: ['messages', 'resources', 'http', 'db'],
  pipeline: ['pipeline', 'resources', 'http', 'db'],
  account: ['account', 'messages', 'resources', 'http', 'db'],
  identity: ['identity', 'http', 'db'],
  docs: ['docs', 'http', 'db'],
  demo: ['demo', 'identity', 'resources', 'http', 'db'],
  api: ['account', 'pipeline', 'resources', 'messages', 'http'],
  config: ['config', 'pipeline', 'identity', 'http', 'db'],
  app: ['api', 'resources', 'docs', 'identity', 'http', 'db'],
  cli: ['cli', 'app', 'api', 'pipeline', 'config', 'demo', 'resources', 'identity', 'http', 'db'],
  main: ['cli', 'config'],
}

const partOf = (file: string) => file.split('/')[0]?.replace(/\.ts$/, '') ?? ''
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
const importsOf = (file: string) =>
  [...textOf(file).matchAll(/^(?:import|export)[^'"]*from '([^']+)'/gms)].map(([, from]) => from ?? '')

for (const file of files) {
  test(`src/${file} keeps to the house`, () => {
    const allowed = ALLOWED[partOf(file)]
    assert.ok(allowed, `src/${partOf(file)} has a place in ARCHITECTURE.md and in this test`)
    for (const from of importsOf(file)) {
      if (!from.startsWith('.')) {
        assert.ok(from !== 'pg' || partOf(file) === 'db', 'only db imports pg')
        continue
      }
      const target = join(dirname(file), from)
      if (target === '../package.json') continue // the version
      assert.ok(allowed.includes(partOf(target)), `src/${file} imports ${target}`)
      const isOperations = /^(account|resources|messages|pipeline)\/(.*\/)?operations\.ts$/.test(target)
      assert.ok(
        !isOperations || partOf(file) === 'api',
        `src/${file} imports operations, which only api.ts does`,
      )
    }
    const text = textOf(file)
    assert.match(text, /^(#!.*\n)?\/\*\*\s[^]*?[.!?:]/, 'its first line says what it is')
    if (!['main.ts', 'config.ts'].includes(file)) assert.doesNotMatch(text, /process\.env\b/)
    assert.doesNotMatch(text, /^export \* from/m)
    assert.doesNotMatch(
      text,
      /\[\w+: string\]: unknown|\binterface \w+ extends [^{]*\bRow\b/,
      'a row is a `type`: an interface satisfies Row only with an index signature, which takes any misspelt column',
    )
  })
}

/** Of each file the files that it imports, types included. */
const imports = new Map(
  files.map((file) => {
    const own = importsOf(file).filter((from) => from.startsWith('.'))
    return [file, own.map((from) => join(dirname(file), from))]
  }),
)

function reachableFrom(file: string, reached = new Set<string>()): Set<string> {
  for (const next of imports.get(file) ?? []) {
    if (reached.has(next)) continue
    reached.add(next)
    reachableFrom(next, reached)
  }
  return reached
}

test('no files import one another in a circle, types included', () => {
  const circular = files.flatMap((file) =>
    (imports.get(file) ?? [])
      .filter((next) => next === file || reachableFrom(next).has(file))
      .map((next) => `${file} imports ${next}`),
  )
  assert.deepEqual(circular, [])
})
