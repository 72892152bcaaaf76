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
  config: ['config', 'pipeline', 'identity', 'http'],
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

for (const folder of ['pipeline', 'messages']) {
  test(`no file of src/${folder} imports itself through others, types included`, () => {
    const own = files.filter((file) => file.startsWith(`${folder}/`))
    const imports = new Map(
      own.map((file) => [
        file,
        importsOf(file)
          .filter((from) => from.startsWith('.'))
          .map((from) => join(dirname(file), from)),
      ]),
    )
    const reaches = (from: string, seen = new Set<string>()): Set<string> => {
      for (const to of imports.get(from) ?? []) if (!seen.has(to)) reaches(to, seen.add(to))
      return seen
    }
    assert.deepEqual(
      own.filter((file) => reaches(file).has(file)),
      [],
    )
  })
}
