/** Answers are compressed in a way that the client accepts, and contain the same. */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { codingFor } from '../../src/http/server/content-coding.ts'
import { newApplication } from '../messages/recipes.ts'
import { testWorld } from '../world.ts'
import { newKey } from '../support.ts'

const { service, world } = await testWorld()
const editor = world.editor
let application: string
let game: string

before(async () => {
  const description = 'Build piers. '.repeat(200)
  const made = await editor.post('/games', {
    displayName: 'Harbour Lights',
    description,
    minPlayers: 2,
    maxPlayers: 4,
    tags: [],
    scoreType: 'SCORE',
    winCondition: 'HIGHER_WINS',
  })
  game = `/games/${made.body.id}`
  application = `/applications/${(await newApplication(editor)).id}`
  const keys = Array.from({ length: 100 }, (_, n) => ({
    key: `k${n}`,
    baseText: `Text ${n} of many`,
    arguments: [],
  }))
  await editor.post(`${application}/keys/import`, { baseLocale: 'en', keys })
})

async function ask(path: string, accepted?: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await service.app.inject({
    method: method as 'GET',
    url: path.startsWith('//') ? path.slice(1) : `/api/v1${path}`,
    headers: {
      authorization: `Bearer ${editor.token}`,
      ...(accepted === undefined ? {} : { 'accept-encoding': accepted }),
      ...headers,
    },
  })
  const sent = response.rawPayload
  const coding = response.headers['content-encoding']
  return {
    status: response.statusCode,
    headers: response.headers,
    coding,
    sent: sent.length,
    text: sent.length === 0 ? '' : unpacked(sent, coding).toString(),
  }
}

const unpacked = (sent: Buffer, coding: unknown) =>
  coding === 'br' ? brotliDecompressSync(sent) : coding === 'gzip' ? gunzipSync(sent) : sent

describe('what a reader takes', () => {
  const cases: [string | undefined, string | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['x-gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip;q=0.000', undefined],
    ['br ; q=0.1', 'br'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0', undefined],
    ['gzip, *;q=0', 'gzip'],
    ['identity', undefined],
    ['identity, gzip;q=0.5', undefined],
    ['identity;q=0.5, gzip', 'gzip'],
    ['identity, gzip', 'gzip'],
    ['identity;q=0', undefined],
    ['gzip;q=2, gzip;q=x', undefined],
    ['deflate, zstd', undefined],
  ]
  for (const [accepted, coding] of cases)
    test(`${accepted}: ${coding}`, () => assert.equal(codingFor(accepted, 5000), coding))

  test('what is short stays as it is, unless the reader refuses that', () => {
    assert.equal(codingFor('gzip', 1023), undefined)
    assert.equal(codingFor('gzip', 1024), 'gzip')
    assert.equal(codingFor('gzip, identity;q=0', 10), 'gzip')
    assert.equal(codingFor('gzip, *;q=0', 10), 'gzip')
  })
})

for (const path of [
  '/games',
  '/users/me/export',
  '//openapi.json',
  '//docs/',
  '//docs/js/scalar.js',
  '//problems',
  '//problems/validation',
]) {
  test(`${path} is compressed, and is the same`, async () => {
    const plain = await ask(path)
    assert.equal(plain.coding, undefined)
    assert.match(String(plain.headers['vary']), /Accept-Encoding/)
    if (plain.sent < 1024) return assert.equal((await ask(path, 'br')).coding, undefined)
    for (const coding of ['br', 'gzip']) {
      const packed = await ask(path, coding)
      assert.deepEqual([packed.status, packed.coding, packed.text], [200, coding, plain.text])
      assert.ok(packed.sent < (plain.sent * 2) / 3, `${packed.sent} of ${plain.sent}`)
      assert.equal(packed.headers['content-length'], String(packed.sent))
      assert.equal(packed.headers['content-type'], plain.headers['content-type'])
      const head = await ask(path, coding, {}, 'HEAD')
      assert.deepEqual([head.status, head.coding, head.sent], [200, coding, 0])
      assert.equal(head.headers['content-length'], packed.headers['content-length'])
    }
    return undefined
  })
}

for (const path of ['//openapi.json', '//docs/js/scalar.js', 'messages']) {
  test(`${path} has an ETag for each coding, and answers it with 304`, async () => {
    const at = path === 'messages' ? `${application}/messages/de` : path
    const tags = new Set<unknown>()
    for (const accepted of [undefined, 'br', 'gzip']) {
      const first = await ask(at, accepted)
      const etag = String(first.headers['etag'])
      assert.deepEqual([first.status, first.coding], [200, accepted])
      assert.match(etag, /^"[^"]+"$/, 'it is strong')
      tags.add(etag)
      for (const method of ['GET', 'HEAD']) {
        for (const known of [etag, `W/${etag}`, `, "x",, ${etag}`, '*']) {
          const same = await ask(at, accepted, { 'if-none-match': known }, method)
          assert.deepEqual([same.status, same.sent, same.headers['etag']], [304, 0, etag], known)
          assert.match(String(same.headers['vary']), /Accept-Encoding/)
          assert.equal(same.headers['cache-control'], first.headers['cache-control'])
          for (const name of ['content-encoding', 'content-type', 'content-length'])
            assert.equal(same.headers[name], undefined, name)
        }
        const other = await ask(at, accepted, { 'if-none-match': '"x"' }, method)
        assert.deepEqual([other.status, other.coding], [200, accepted])
      }
    }
    assert.equal(tags.size, 3)
  })
}

test('a resource with a version goes as it is, and nobody on the way may change that', async () => {
  const { status, coding, sent, headers } = await ask(game, 'br, gzip')
  assert.deepEqual([status, coding, headers['etag']], [200, undefined, '"1"'])
  assert.ok(sent > 1024)
  assert.equal(headers['cache-control'], 'no-store, no-transform')
  assert.equal(headers['vary'], 'Origin')
})

test('a coding is one more thing that an answer varies by', async () => {
  const { headers } = await ask('/games', 'br', { origin: 'https://app.example.org' })
  assert.match(String(headers['vary']), /Origin.*Accept-Encoding/)
})

test('a problem and an answer without a body go as they are', async () => {
  const wrong = await ask(`/games?${'x'.repeat(2000)}=1`, 'br')
  assert.deepEqual([wrong.status, wrong.coding], [400, undefined])
  assert.ok(wrong.sent > 1024)
  const { headers, body } = await editor.post('/groups', { displayName: 'Friends' })
  const gone = await ask(
    `/groups/${body.id}`,
    'br',
    { ...newKey(), 'if-match': String(headers['etag']) },
    'DELETE',
  )
  assert.deepEqual([gone.status, gone.coding, gone.sent], [204, undefined, 0])
})

test('a compressed body is refused, and the answer says that it must come uncompressed', async () => {
  const send = (coding: string) =>
    editor.post('/groups', '{"displayName": "Friends"}', { 'content-encoding': coding })
  for (const coding of ['gzip', 'BR', 'identity, gzip', 'unknown']) {
    const refused = await send(coding)
    assert.equal(refused.status, 415, coding)
    assert.match(refused.body.detail, /uncompressed, without Content-Encoding\.$/)
    assert.equal(refused.headers['accept-encoding'], 'identity')
  }
  assert.equal((await send('identity')).status, 201)
})
