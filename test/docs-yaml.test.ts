/** `/openapi.yaml` says what `/openapi.json` says, read by a reader of YAML that is not ours. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { yamlOf } from '../src/docs/yaml.ts'
import { testWorld } from './world.ts'

const { service } = await testWorld()

test('the document in YAML is the document in JSON', async (t) => {
  const [yaml, json] = await Promise.all(
    ['/openapi.yaml', '/openapi.json'].map((url) => service.app.inject({ url })),
  )
  assert.equal(yaml?.headers['content-type'], 'application/yaml')
  assert.match(String(yaml?.headers['etag']), /^"[^"]+"$/)
  const again = await service.app.inject({
    url: '/openapi.yaml',
    headers: { 'if-none-match': String(yaml?.headers['etag']) },
  })
  assert.equal(again.statusCode, 304)
  assert.deepEqual(await read(yaml?.payload ?? '', t), json?.json())
})

test('texts that YAML could take for something else stay texts', async (t) => {
  const odd = [
    'true',
    'No',
    'null',
    '~',
    '1',
    '1.5',
    '0x1',
    '',
    ' a',
    'a ',
    'a: b',
    '- a',
    '# a',
    'a #b',
    '"',
    "'a'",
    '{',
    '*a',
    '&a',
    '!a',
    '%a',
    '@a',
    '`a',
    'a\nb',
    '2026-01-15',
    '12:30',
    'ä',
    'é ✓',
    '\t',
    'y',
    '.inf',
  ]
  const document = {
    openapi: '3.1.0',
    info: { title: 'Odd', version: '1' },
    paths: {},
    components: {},
    'x-odd': {
      odd,
      empty: {},
      none: [],
      nothing: null,
      number: -1.5,
      nested: [[1, [2]], { a: [{ b: 'c' }] }],
    },
    'x-keys': Object.fromEntries(odd.map((text, n) => [text, n])),
  }
  assert.deepEqual(await read(yamlOf(document), t), document)
})

/** Redocly reads the YAML, and writes it as JSON. */
async function read(yaml: string, t: { after: (end: () => Promise<void>) => void }): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'yaml-'))
  t.after(() => rm(folder, { recursive: true }))
  const [from, to] = [join(folder, 'document.yaml'), join(folder, 'document.json')]
  await writeFile(from, yaml)
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const root = new URL('../', import.meta.url)
  await promisify(execFile)(
    process.execPath,
    ['node_modules/@redocly/cli/bin/cli.js', 'bundle', from, '--output', to],
    { cwd: root, env },
  )
  return JSON.parse(await readFile(to, 'utf8'))
}
