/** The client has every operation of the service, with its facts, and two calls weigh little. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import * as client from '../../client/src/index.ts'
import * as values from '../../client/src/api/operations.ts'
import packageOfClient from '../../client/package.json' with { type: 'json' }
import packageFile from '../../package.json' with { type: 'json' }
import { operations } from '../../src/api.ts'
import { rowOf } from '../../src/pages/app/bundle.ts'
import { present } from '../support.ts'

const byId = values as Record<string, client.Operation | client.StreamOperation>

test('the client has exactly the operations of the service', () => {
  assert.deepEqual(Object.keys(byId).toSorted(), operations.map(({ id }) => id).toSorted())
  for (const { id, method, path, ifMatch, stream, bytes, responds, handling } of operations) {
    const value = present(byId[id])
    assert.deepEqual([value.method, value.path], [method, path])
    assert.equal(value.stream ?? false, handling.kind === 'stream')
    if (value.stream) continue
    assert.equal(value.versionOf !== undefined, ifMatch, id)
    assert.equal(value.creates ?? false, responds.orCreated ?? false, id)
    assert.deepEqual(value.media, stream === undefined ? bytes?.media : [stream], id)
  }
})

/** `/matches/{matchId}/finalize` changes the match, `/matches/{matchId}/edits/{editId}` the edit, and an image its game. */
test('what a change names as its resource has a version, and nothing nearer has one', () => {
  const withVersion = new Set(
    operations
      .filter(({ method, responds: { etag, revalidates } }) => method === 'GET' && etag && !revalidates)
      .map(({ path }) => path),
  )
  for (const { id, path, ifMatch } of operations.filter((one) => one.ifMatch)) {
    assert.ok(ifMatch)
    let nearest = path
    while (!withVersion.has(nearest)) nearest = nearest.slice(0, nearest.lastIndexOf('/'))
    assert.equal(byId[id] && 'versionOf' in byId[id] && byId[id].versionOf, nearest, id)
  }
})

test('the table of the app says the same as the client', () => {
  for (const operation of operations.filter(({ handling }) => handling.kind !== 'stream')) {
    const [id, [method, path, up, media]] = rowOf(operation, operations)
    const value = byId[id] as client.Operation
    assert.deepEqual([method, path], [value.method, value.path])
    const steps = value.versionOf?.split('/').length
    assert.equal(typeof up === 'number' ? value.path.split('/').length - up : undefined, steps, id)
    assert.equal(media !== undefined, value.media !== undefined, id)
  }
})

test('no name of an operation is one of the client itself', () => {
  const own = Object.keys(client).filter((name) => !(name in byId))
  assert.deepEqual(own.toSorted(), [
    'Connection',
    'Events',
    'Offline',
    'PreconditionFailed',
    'Problem',
    'Scorebook',
    'connect',
    'keyFrom',
    'newKey',
  ])
})

test('the client has the version of the service, and no dependency', () => {
  assert.equal(packageOfClient.version, packageFile.version)
  assert.deepEqual(
    Object.keys(packageOfClient).filter((name) => /dependencies/i.test(name)),
    [],
  )
})

/** Bytes, compressed by gzip. */
const BUDGET = 6_000

test('two calls weigh less than 6 kB', async (t) => {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `import { connect, createMatch, listMatches } from './index.ts'
        const scorebook = connect({ url: 'https://scorebook.example.org', token: 'secret' })
        console.log(await scorebook.call(createMatch, { body: {} }))
        for await (const match of scorebook.items(listMatches)) console.log(match)`,
      resolveDir: new URL('../../client/src/', import.meta.url).pathname,
    },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    metafile: true,
  })
  const contents = present(outputFiles[0]).contents
  const bytes = gzipSync(contents).length
  t.diagnostic(`${bytes} bytes compressed, ${contents.length} bytes minified`)
  assert.ok(bytes < BUDGET, `${bytes} bytes`)
  assert.doesNotMatch(Buffer.from(contents).toString(), /ghost-players/, 'only the two operations are in it')
  assert.ok(Object.keys(metafile.inputs).every((name) => !name.includes('node_modules')))
})
