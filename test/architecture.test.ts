/** Checks the rules of ARCHITECTURE.md: imports go one way, each file says what it is, and SQL is portable. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { sqlTextsOf } from './sql-texts.ts'

const root = new URL('../src/', import.meta.url).pathname
const files = globSync('**/*.ts', { cwd: root }).toSorted()

/** The folders that each folder may import from, besides itself. */
const ALLOWED: Record<string, string[]> = {
  db: ['db'],
  metrics: ['metrics'],
  traces: ['traces'],
  http: ['http', 'metrics', 'traces', 'db'],
  resources: ['resources', 'http', 'db'],
  events: ['events', 'resources', 'http', 'db'],
  messages: ['messages', 'resources', 'http', 'db'],
  pipeline: ['pipeline', 'resources', 'http', 'db'],
  invitations: ['invitations', 'resources', 'identity', 'http', 'db'],
  notifications: [
    'notifications',
    'invitations',
    'events',
    'pipeline',
    'pages',
    'resources',
    'identity',
    'http',
    'db',
  ],
  webhooks: ['webhooks', 'events', 'pipeline', 'identity', 'http', 'db'],
  account: [
    'account',
    'imports',
    'webhooks',
    'notifications',
    'invitations',
    'messages',
    'resources',
    'identity',
    'http',
    'db',
  ],
  identity: ['identity', 'http', 'db'],
  system: ['system', 'metrics', 'pipeline', 'identity', 'http', 'db'],
  pages: ['pages', 'identity', 'events', 'http', 'db'],
  imports: ['imports', 'resources', 'http', 'db'],
  docs: ['docs', 'pages', 'http', 'db'],
  demo: [
    'demo',
    'webhooks',
    'notifications',
    'invitations',
    'messages',
    'pipeline',
    'identity',
    'resources',
    'http',
    'db',
  ],
  fields: [
    'api',
    'account',
    'events',
    'imports',
    'invitations',
    'notifications',
    'webhooks',
    'system',
    'pipeline',
    'resources',
    'messages',
    'identity',
    'http',
  ],
  api: [
    'api',
    'account',
    'events',
    'imports',
    'invitations',
    'notifications',
    'webhooks',
    'system',
    'pipeline',
    'resources',
    'messages',
    'identity',
    'http',
  ],
  config: ['config', 'notifications', 'traces', 'pipeline', 'identity', 'http', 'db'],
  app: [
    'api',
    'events',
    'invitations',
    'notifications',
    'metrics',
    'pages',
    'resources',
    'docs',
    'identity',
    'http',
    'db',
  ],
  cli: [
    'cli',
    'imports',
    'traces',
    'app',
    'api',
    'events',
    'notifications',
    'webhooks',
    'system',
    'metrics',
    'pages',
    'pipeline',
    'config',
    'demo',
    'resources',
    'identity',
    'http',
    'db',
  ],
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
      if (target === '../package.json') continue // package.json, for the version
      if (partOf(file) === 'cli' && target.startsWith('../client/src/')) continue
      assert.ok(allowed.includes(partOf(target)), `src/${file} imports ${target}`)
      const isOperations =
        /^(account|imports|invitations|notifications|webhooks|resources|messages|pipeline|identity|system)\/(.*\/)?operations\.ts$/.test(
          target,
        )
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

const repository = new URL('../', import.meta.url).pathname
const browser = new URL('../web/', import.meta.url).pathname
const appFiles = globSync('**/*.{ts,tsx}', { cwd: browser }).toSorted()

/** The service's files that the app may import at run time. */
const SHARED = new Set(['resources/results/finish.ts', 'messages/icu.ts', 'messages/arguments.ts'])

for (const file of appFiles) {
  test(`web/${file} keeps to the house`, () => {
    const text = readFileSync(join(browser, file), 'utf8')
    assert.match(text, /^\/\*\*\s[^]*?[.!?:]/, 'its first line says what it is')
    for (const [statement, from = ''] of text.matchAll(/^(?:import|export)[^'"]*?from '([^']+)'/gms)) {
      assert.doesNotMatch(from, /^node:/, 'the app runs in browsers')
      if (!from.startsWith('.')) continue
      const target = join('web', dirname(file), from)
      if (target.startsWith('web/')) continue
      // The client's own files, but not its table of all operations.
      if (/^client\/src\/[\w-]+\.ts$/.test(target) && target !== 'client/src/index.ts') continue
      const isType = /^(?:import|export) type\b/.test(statement)
      assert.ok(
        target.startsWith('src/') && (isType || SHARED.has(target.slice(4))),
        `web/${file} imports ${target}`,
      )
    }
    assert.doesNotMatch(text, /dangerouslySetInnerHTML|\.innerHTML\b|\beval\(/)
    if (file.startsWith('texts/') && !['texts/messages.ts'].includes(file))
      assert.doesNotMatch(text, /from '(?!\.)/, 'the service reads the texts too')
  })
}

/** What each folder or file of the app may import, at the start or later. */
const WEB: Record<string, string[]> = {
  scroll: [],
  settings: [],
  'page-props': [],
  virtual: [],
  scripts: ['scripts'],
  api: ['api', 'scripts'],
  texts: ['texts', 'settings', 'api'],
  parts: ['parts', 'texts', 'api'],
  drafts: ['drafts', 'parts', 'texts', 'api'],
  location: ['scroll'],
  pages: ['pages', 'drafts', 'parts', 'location', 'page-props', 'settings', 'texts', 'api'],
  routes: ['pages', 'page-props', 'api'],
  find: ['parts', 'location', 'texts', 'api'],
  frame: ['find', 'routes', 'parts', 'location', 'page-props', 'texts', 'api'],
  ahead: ['routes', 'api'],
  main: ['frame', 'ahead', 'drafts', 'parts', 'settings', 'texts', 'api'],
  'service-worker': ['api'],
}

/** The files of ours that a file imports from. Imports of types count. */
const ownImportsOf = (folder: string, file: string): string[] =>
  [...readFileSync(join(folder, file), 'utf8').matchAll(/^(?:import|export)[^'"]*from '(\.[^']+)'/gms)].map(
    ([, from = '']) => join(dirname(file), from),
  )

/** The files that import themselves by way of others. Imports of types count. */
function circularIn(folder: string, names: readonly string[]): string[] {
  const imports = new Map(names.map((file) => [file, ownImportsOf(folder, file)]))
  const reachableFrom = (file: string, reached = new Set<string>()): Set<string> => {
    for (const next of imports.get(file) ?? []) {
      if (reached.has(next)) continue
      reached.add(next)
      reachableFrom(next, reached)
    }
    return reached
  }
  return names.flatMap((file) =>
    (imports.get(file) ?? [])
      .filter((next) => next === file || reachableFrom(next).has(file))
      .map((next) => `${file} imports ${next}`),
  )
}

test('no files import one another in a circle, types included', () => {
  assert.deepEqual(circularIn(root, files), [])
})

test('no files of the app import one another in a circle, types included', () => {
  assert.deepEqual(circularIn(browser, appFiles), [])
})

test('the folders of the app import one another in one direction, and no page another noun', () => {
  const areaOf = (file: string) => file.split('/')[0]?.replace(/(\.d)?\.tsx?$/, '') ?? ''
  const nounOf = (file: string) => (file.startsWith('pages/') ? file.split('/')[1] : undefined)
  const back = appFiles.flatMap((file) => {
    const allowed = WEB[areaOf(file)]
    assert.ok(allowed, `web/${areaOf(file)} has a place in this test`)
    const later = [...readFileSync(join(browser, file), 'utf8').matchAll(/import\('(\.[^']+)'\)/g)]
    return [...ownImportsOf(browser, file), ...later.map(([, from = '']) => join(dirname(file), from))]
      .filter((target) => !target.startsWith('..'))
      .filter(
        (target) =>
          !allowed.includes(areaOf(target)) ||
          (nounOf(file) !== undefined && nounOf(target) !== undefined && nounOf(file) !== nounOf(target)),
      )
      .map((target) => `${file} imports ${target}`)
  })
  assert.deepEqual(back, [])
})

/** The rooms of divided folders: each room may import itself and the rooms before it. Files at the root may import all rooms. */
const ROOMS: Record<string, string[]> = {
  'src/http': ['turns', 'json', 'schema', 'filter', 'operation', 'streams', 'lifecycle', 'openapi', 'server'],
  'src/cli': ['client', 'service', 'commands'],
  'web/parts': [
    'marks',
    'page',
    'changes',
    'dialogs',
    'corrections',
    'fields',
    'games',
    'lists',
    'plots',
    'matches',
    'pictures',
    'invitations',
    'privacy',
  ],
}

for (const [folder, rooms] of Object.entries(ROOMS))
  test(`the rooms of ${folder} import one another in one direction`, () => {
    const inside = join(repository, folder)
    const names = globSync('**/*.{ts,tsx}', { cwd: inside })
    const floorOf = (file: string) =>
      file.includes('/') ? rooms.indexOf(file.split('/')[0] ?? '') : undefined
    assert.deepEqual(
      names.filter((file) => floorOf(file) === -1),
      [],
      'every room has its place in ROOMS',
    )
    const back = names.flatMap((file) =>
      ownImportsOf(inside, file)
        .filter((target) => !target.startsWith('..') && (floorOf(target) ?? -1) > (floorOf(file) ?? Infinity))
        .map((target) => `${file} imports ${target}`),
    )
    assert.deepEqual(back, [])
  })

const client = join(repository, 'client')
const clientFiles = globSync('**/*.ts', { cwd: client, exclude: ['dist/**'] }).toSorted()

test('no files of the client import one another in a circle, types included', () => {
  assert.deepEqual(circularIn(client, clientFiles), [])
})

for (const file of clientFiles) {
  test(`client/${file} keeps to the house`, () => {
    const text = readFileSync(join(client, file), 'utf8')
    assert.match(text, /^\/\*\*\s[^]*?[.!?:]/, 'its first line says what it is')
    const [folder = ''] = file.split('/')
    for (const [, from = ''] of text.matchAll(/^(?:import|export)[^'"]*?from '([^']+)'/gms)) {
      const isOwn = from.startsWith('.') && join(dirname(file), from).startsWith(`${folder}/`)
      assert.ok(
        isOwn || (file === 'build.ts' && from.startsWith('node:')),
        `client/${file} imports ${from}: the client needs nothing, and runs everywhere`,
      )
    }
  })
}

const benches = globSync('bench/**/*.ts', { cwd: repository }).toSorted()

test('no files of bench import one another in a circle, types included', () => {
  assert.deepEqual(circularIn(repository, benches), [])
})

for (const file of benches) {
  test(`${file} keeps to the house`, () => {
    assert.match(
      readFileSync(join(repository, file), 'utf8'),
      /^\/\*\*\s[^]*?[.!?:]/,
      'its first line says what it is',
    )
    for (const target of ownImportsOf(repository, file)) {
      const isOwn = /^(?:bench|src)\//.test(target) || target === 'package.json'
      // The bench of the web app opens pages in the same way as the tests.
      const isTest = target.startsWith('test/') && file === 'bench/web.ts'
      assert.ok(isOwn || isTest, `${file} imports ${target}`)
    }
  })
}

/** The text of every file that can import others. */
const texts = new Map(
  ['src/**/*.ts', 'web/**/*.{ts,tsx}', 'bench/**/*.ts', 'client/**/*.ts', 'ship/*.ts', 'test/**/*.{ts,tsx}']
    .flatMap((pattern) => globSync(pattern, { cwd: repository, exclude: ['client/dist/**'] }))
    .toSorted()
    .map((file) => [file, readFileSync(join(repository, file), 'utf8')]),
)

const EXPORTED = /^export (?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm
const IMPORTED = /(?:import|export)\s+(?:type\s+)?([^'"`;]*?)\s+from\s+'(\.[^']+)'/g
/** Finds files that are loaded by their path. All their exports may be used. */
const LOADED = /(?:import\(|new URL\(|createRequire\([^)]*\)\()\s*'(\.[^']+)'/g

/** The names that are imported from each file; undefined if somebody imports the whole file. */
function importedNames(): Map<string, Set<string> | undefined> {
  const imported = new Map<string, Set<string> | undefined>()
  for (const [file, text] of texts) {
    for (const [, clause = '', from = ''] of text.matchAll(IMPORTED)) {
      const target = join(dirname(file), from)
      const names = imported.has(target) ? imported.get(target) : new Set<string>()
      for (const name of /\{([^}]*)\}/.exec(clause)?.[1]?.split(',') ?? [])
        names?.add(
          name
            .replace(/\btype /, '')
            .split(' as ')[0]
            ?.trim() ?? '',
        )
      imported.set(target, clause.includes('*') ? undefined : names)
    }
    for (const [, from = ''] of text.matchAll(LOADED)) imported.set(join(dirname(file), from), undefined)
  }
  return imported
}

test('what is exported is imported somewhere, and so is every file', () => {
  const imported = importedNames()
  const named = `${[...texts.values()].join('\n')}${readFileSync(join(repository, 'package.json'), 'utf8')}`
  const unused: string[] = []
  for (const [file, text] of texts) {
    if (file.endsWith('.d.ts') || file.endsWith('.test.ts')) continue
    const name = file
      .split('/')
      .at(-1)
      ?.replace(/\.tsx?$/, '\\.[jt]sx?')
    const isNamed = new RegExp(`['/ ]${name}\\b`).test(named)
    assert.ok(imported.has(file) || isNamed, `${file} is imported by no file, and is no start of a program`)
    const names = imported.has(file) ? imported.get(file) : new Set<string>()
    for (const [, exported = ''] of text.matchAll(EXPORTED))
      if (names && !names.has(exported)) unused.push(`${file}: ${exported}`)
  }
  assert.deepEqual(unused, [])
})

/**
 * Finds SQL that Citus, a distributed PostgreSQL, refuses and we can easily avoid: functions that are not immutable in `on
 * conflict`, subqueries in `values`, and functions like `format` on columns in an update.
 */
function refusedIn(text: string): string[] {
  const resolved = [...text.matchAll(/\bdo update set\b(.*?)(?:\breturning\b|\bwhere\b|\n\s*\)|$)/gs)]
  return [
    ...resolved
      .filter(([, set = '']) => /\b\w*(?:now|timestamp)\(\)|\bcurrent_timestamp\b/.test(set))
      .map(([, set]) => `on conflict … set ${set?.trim()}: take excluded.…, which has the default`),
    ...valuesIn(text)
      .filter((values) => /\bselect\b/.test(values))
      .map((values) => `values (${values}): write insert … select`),
    ...(/\bupdate\s+\w+(\s+\w+)?\s+set\b/.test(text)
      ? (text.match(/\b(format|concat|concat_ws)\(/g) ?? [])
      : []
    ).map((call) => `update with ${call}…): write || and replace`),
  ]
}

/** The contents of the parentheses after each `values`. */
function valuesIn(text: string): string[] {
  return [...text.matchAll(/\bvalues\s*\(/g)].map(({ index, 0: { length } }) => {
    let open = 1
    let at = index + length
    for (; open > 0 && at < text.length; at++) open += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0
    return text.slice(index + length, at - 1)
  })
}

test('no statement uses anything that a distributed PostgreSQL refuses', () => {
  const statements = files.map((file) => ({ file, texts: sqlTextsOf(join(root, file)) }))
  assert.ok(statements.flatMap((one) => one.texts).length > 500, 'the statements are found')
  assert.deepEqual(
    statements.flatMap(({ file, texts: written }) =>
      written.flatMap(refusedIn).map((what) => `${file}: ${what}`),
    ),
    [],
  )
})

test('this test finds what a distributed PostgreSQL refuses', () => {
  for (const text of [
    'insert into a (b) values (1) on conflict (b) do update set c = excluded.c, updated_at = now()',
    'with d as (insert into a (b) values (1) on conflict (b) do update set at = clock_timestamp() returning 1) select 1',
    'insert into a (b, c) values (1, coalesce((select c from d), 2))',
    "update a set b = concat_ws('|', c, d)",
    "update a x set b = regexp_replace(b, format('%s', c), '')",
  ])
    assert.equal(refusedIn(text).length, 1, text)
  for (const text of [
    'insert into a (b) values (now()) on conflict (b) do update set at = excluded.at where a.at < now()',
    'with d as (insert into a (b) values (1) on conflict (b) do update set c = 1\n), e as (update a set at = now()) select 1',
    "select format('%s', b) from a",
  ])
    assert.deepEqual(refusedIn(text), [], text)
})

test('`scorebook api` loads no package: each step of a walk starts it again', () => {
  assert.deepEqual(packagesOf(['main.ts', 'cli/main.ts', 'cli/commands/api.ts']), [])
})

test('a thread that reads a file loads only what it needs to read: each file starts one', () => {
  assert.deepEqual(packagesOf(['imports/reader-thread.ts']), ['htmlparser2'])
  assert.deepEqual(packagesOf(['pipeline/outside/document-worker.ts']), ['htmlparser2', 'unpdf'])
})

/** The packages that Node loads with these files of `src`. */
function packagesOf(starts: readonly string[]): string[] {
  const seen = new Set<string>()
  const packages = new Set<string>()
  const visit = (file: string) => {
    if (seen.has(file) || !files.includes(file)) return
    seen.add(file)
    const statements = textOf(file).matchAll(/^import (?!type )[^'"]*?from '([^']+)'|^import '([^']+)'/gms)
    for (const [, from = '', bare = from] of statements) {
      if (bare.startsWith('.')) visit(join(dirname(file), bare))
      else if (!bare.startsWith('node:')) packages.add(bare)
    }
  }
  for (const file of starts) visit(file)
  assert.ok(seen.size > 5, [...seen].join(' '))
  return [...packages].toSorted()
}
