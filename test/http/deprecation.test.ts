/** An operation that will not stay says so in each answer and in the document. A request with a lower limit says its limit. */
import assert from 'node:assert/strict'
import { createSecretKey, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import * as z from 'zod'
import { operations } from '../../src/api.ts'
import { sql } from '../../src/db/sql.ts'
import type { Caller } from '../../src/http/caller.ts'
import { callerTurns } from '../../src/http/lifecycle/caller-turns.ts'
import type { Services } from '../../src/http/lifecycle/lifecycle.ts'
import { openApiDocument } from '../../src/http/openapi/document.ts'
import { read } from '../../src/http/operation/define.ts'
import type { Operation } from '../../src/http/operation/operation.ts'
import { result } from '../../src/http/operation/responds.ts'
import { addRoutes } from '../../src/http/server/routes.ts'
import { createServer } from '../../src/http/server/server.ts'
import { BASE_URL } from '../support.ts'
import { testWorld } from '../world.ts'

const { service, world } = await testWorld()

const Answer = z
  .strictObject({ a: z.int() })
  .meta({ id: 'OfTest', description: 'Of a test', example: { a: 1 } })

const facts = {
  summary: 'An operation of this test',
  scope: 'svc-engine:match-read',
  responds: result(Answer),
  show: () => sql<{ body: string }>`select '{}' as body`,
}
const stays = read({ id: 'getStaying', route: 'GET /staying', ...facts })
const ends = read({
  id: 'getEnding',
  route: 'GET /ending',
  deprecation: {
    since: new Date('2026-01-01T00:00:00Z'),
    sunset: new Date('2026-09-01T00:00:00Z'),
    instead: '`getStaying`',
  },
  ...facts,
})
const BASES = { baseUrl: BASE_URL, errorTypeBase: `${BASE_URL}/problems` }

test('each answer of a deprecated operation says since when, and until when', async (t) => {
  const app = await createServer({ ...BASES, corsOrigins: [], logger: undefined })
  t.after(() => app.close())
  const caller = {
    key: 'k',
    userId: 'u',
    canonicalPlayerId: 'c',
    scopes: new Set([facts.scope]),
    erased: false,
  }
  const services = {
    db: { read: () => Promise.resolve([{ body: '{"a":1}' }]) },
    authentication: { caller: () => caller as unknown as Caller },
    turns: callerTurns(),
    cursorSecret: createSecretKey(randomBytes(32)),
  } as unknown as Services
  addRoutes(app, [stays, ends] as Operation[], services)
  const ask = (url: string) => app.inject({ url: `/api/v1${url}` })
  for (const url of ['/ending', '/ending?unknown=1']) {
    const { statusCode, headers } = await ask(url)
    assert.equal(statusCode, url === '/ending' ? 200 : 400)
    assert.equal(headers['deprecation'], '@1767225600')
    assert.equal(headers['sunset'], 'Tue, 01 Sep 2026 00:00:00 GMT')
  }
  const { headers } = await ask('/staying')
  assert.deepEqual([headers['deprecation'], headers['sunset']], [undefined, undefined])
})

test('the document marks it, and names the headers only then', () => {
  const documentOf = (some: Operation[]) =>
    openApiDocument([{ tag: 'tests', description: 'Of tests', operations: some }], {}, BASES) as {
      paths: Record<
        string,
        { get: { deprecated?: true; description: string; responses: { 200: { headers: object } } } }
      >
      components: { headers: object }
    }
  const both = documentOf([stays, ends] as Operation[])
  const [staying, ending] = ['/api/v1/staying', '/api/v1/ending'].map((path) => both.paths[path]?.get)
  assert.deepEqual([staying?.deprecated, ending?.deprecated], [undefined, true])
  assert.match(
    ending?.description ?? '',
    /^Deprecated since 2026-01-01; use `getStaying`\. It may be gone from 2026-09-01 on\./,
  )
  const named = (headers: object = {}) => ['Deprecation', 'Sunset'].filter((name) => name in headers)
  assert.deepEqual(named(ending?.responses[200].headers), ['Deprecation', 'Sunset'])
  assert.deepEqual(named(staying?.responses[200].headers), [])
  assert.deepEqual(named(both.components.headers), ['Deprecation', 'Sunset'])
  assert.deepEqual(named(documentOf([stays] as Operation[]).components.headers), [])
})

test('whatever is deprecated stays for six months, and names what to use', () => {
  for (const { id, deprecation } of operations.filter((one) => one.deprecation)) {
    const { since, sunset, instead } = deprecation ?? assert.fail(id)
    assert.ok(instead.length > 0, id)
    if (sunset) assert.ok(sunset.getTime() - since.getTime() >= 182 * 86_400_000, id)
  }
})

test('a request with a filter says how many more can run, and one without says nothing', async () => {
  const filtered = await world.alice.get('/matches?filter=status==DRAFT')
  assert.equal(filtered.headers['ratelimit-policy'], '"filtered";q=2;qu="concurrent-requests"')
  assert.equal(filtered.headers['ratelimit'], '"filtered";r=1')
  const plain = await world.alice.get('/matches')
  assert.equal(plain.headers['ratelimit'], undefined)
})

test('a 429 says the limits and when to come back', async () => {
  const { alice } = world
  const turns = callerTurns()
  const held = Array.from({ length: 1_008 }, () => turns.take(alice.token))
  const refused = await turns.take(alice.token).come.then(
    () => assert.fail('It has a turn.'),
    (problem: { headers: Record<string, string> }) => problem.headers,
  )
  assert.equal(refused['ratelimit'], '"requests";r=0;t=5')
  assert.match(
    refused['ratelimit-policy'] ?? '',
    /^"requests";q=8;qu="concurrent-requests", "filtered";q=2;qu="concurrent-requests"$/,
  )
  for (const { come, end } of held) {
    come.catch(() => {})
    end()
  }
  assert.ok(service.app)
})
