/** Nothing in the API breaks a client of the last release, and the comparison finds each kind of break. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import { breakingChanges } from './breaking.ts'
import { bare, lastRelease } from './recorded.ts'
import { type Json, mapOf } from './schemas.ts'

const root = new URL('../../', import.meta.url)
const current = JSON.parse(readFileSync(new URL('openapi.json', root), 'utf8')) as Json

test('openapi.json breaks no client of the last release, but where docs/releases/breaks.txt says so', () => {
  const { version, document } = lastRelease()
  const [head = '', ...accepted] = readFileSync(new URL('docs/releases/breaks.txt', root), 'utf8')
    .trim()
    .split('\n')
  assert.match(
    head,
    new RegExp(`^# .*since ${version.replaceAll('.', '\\.')}\\b`),
    'the file is of the last release',
  )
  assert.deepEqual(breakingChanges(document, current).toSorted(), accepted.toSorted())
})

test('a description without what is for people breaks nobody, and keeps fields with such names', () => {
  assert.deepEqual(breakingChanges(bare(current) as Json, current), [])
  assert.deepEqual(breakingChanges(current, bare(current) as Json), [])
  const kept = bare({
    properties: { description: { type: 'string', description: 'Words' } },
    description: 'More',
  })
  assert.deepEqual(kept, { properties: { description: { type: 'string' } } })
})

/** What `JSON.parse` gives. */
type Loose = ReturnType<typeof JSON.parse>

/** A small document. A schema refers to itself, as a schema of the service may. */
const SMALL = {
  paths: {
    '/games': {
      get: {
        operationId: 'listGames',
        security: [{ bearerAuth: ['game-read'] }],
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } },
          { name: 'X-Hint', in: 'header', schema: { type: 'string' } },
        ],
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Game' } } } },
        },
      },
      post: {
        operationId: 'createGame',
        security: [{ bearerAuth: ['game-create'] }],
        requestBody: {
          required: false,
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/CreateGame' } },
            'text/csv': { schema: { type: 'string' } },
          },
        },
        responses: {
          201: {
            headers: { ETag: { schema: { type: 'string' } } },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Game' } } },
          },
          409: { content: { 'application/problem+json': { schema: { type: 'object' } } } },
        },
      },
    },
  },
  components: {
    schemas: {
      Game: {
        type: 'object',
        properties: {
          id: { type: 'string', format: 'uuid' },
          score: { type: 'string', enum: ['POINTS', 'TIME'] },
          note: { type: 'string' },
          base: { anyOf: [{ $ref: '#/components/schemas/Game' }, { type: 'null' }] },
          tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
        },
        required: ['id', 'score'],
      },
      Event: { type: 'object', properties: { kind: { type: 'string', enum: ['made'] } } },
      CreateGame: {
        type: 'object',
        properties: {
          name: { type: 'string', maxLength: 200 },
          score: { type: 'string', enum: ['POINTS', 'TIME'] },
          players: { anyOf: [{ type: 'integer', maximum: 99 }, { type: 'null' }] },
        },
        required: ['name'],
        additionalProperties: false,
      },
    },
  },
}

/** What the comparison says when the document changes so. */
function saidOf(change: (document: Loose) => void): string[] {
  const after = structuredClone<Json>(SMALL)
  change(after)
  return breakingChanges(SMALL, after)
}

const schemas = (document: Loose): Loose => document.components.schemas
const post = (document: Loose): Loose => document.paths['/games'].post
const get = (document: Loose): Loose => document.paths['/games'].get

const BREAKS: [name: string, change: (document: Loose) => void, said: string][] = [
  ['an operation is removed', (d) => delete d.paths['/games'].post, 'POST /games: is gone'],
  ['a path is removed', (d) => (d.paths = {}), 'GET /games: is gone'],
  [
    'an operation is renamed',
    (d) => (get(d).operationId = 'games'),
    'GET /games: listGames is now called games',
  ],
  [
    'another scope is needed',
    (d) => (get(d).security[0].bearerAuth = ['match-read']),
    'GET /games: needs the scope match-read now',
  ],
  ['a parameter is removed', (d) => get(d).parameters.shift(), 'GET /games query limit: is gone'],
  [
    'a parameter is required',
    (d) => (get(d).parameters[0].required = true),
    'GET /games query limit: is required now',
  ],
  [
    'a new parameter is required',
    (d) => get(d).parameters.push({ name: 'from', in: 'query', required: true, schema: { type: 'string' } }),
    'GET /games query from: is required now',
  ],
  [
    'a parameter takes less',
    (d) => (get(d).parameters[0].schema.maximum = 50),
    'GET /games query limit: maximum 100 is now 50',
  ],
  ['a body is required', (d) => (post(d).requestBody.required = true), 'POST /games body: is required now'],
  [
    'a type of body is refused',
    (d) => delete post(d).requestBody.content['text/csv'],
    'POST /games body: no longer accepts text/csv',
  ],
  [
    'a field of a request is removed',
    (d) => delete schemas(d).CreateGame.properties.score,
    'CreateGame.score: is gone',
  ],
  [
    'a field of a request is renamed',
    (d) => {
      const { properties } = schemas(d).CreateGame
      properties.title = properties.name
      delete properties.name
      schemas(d).CreateGame.required = ['title']
    },
    'CreateGame.title: is required now',
  ],
  [
    'a field of a request is required',
    (d) => schemas(d).CreateGame.required.push('score'),
    'CreateGame.score: is required now',
  ],
  [
    'a value of a request is refused',
    (d) => schemas(d).CreateGame.properties.score.enum.pop(),
    'CreateGame.score: enum no longer accepts TIME',
  ],
  [
    'a text of a request is shorter',
    (d) => (schemas(d).CreateGame.properties.name.maxLength = 100),
    'CreateGame.name: maxLength 200 is now 100',
  ],
  [
    'a text of a request has a pattern',
    (d) => (schemas(d).CreateGame.properties.name.pattern = '^a'),
    'CreateGame.name: pattern none is now "^a"',
  ],
  [
    'null is refused',
    (d) => (schemas(d).CreateGame.properties.players = { type: 'integer', maximum: 99 }),
    'CreateGame.players: type no longer accepts null',
  ],
  ['a field of an answer is removed', (d) => delete schemas(d).Game.properties.note, 'Game.note: is gone'],
  [
    'a field of an answer can be missing',
    (d) => schemas(d).Game.required.pop(),
    'Game.score: can be missing now',
  ],
  [
    'a field of an answer can be null',
    (d) => (schemas(d).Game.properties.note.type = ['string', 'null']),
    'Game.note: type has also null',
  ],
  [
    'an answer has another value, which clients must know',
    (d) => schemas(d).Game.properties.score.enum.push('TURNS'),
    'Game.score: enum has also TURNS',
  ],
  [
    'a list of an answer has another value',
    (d) => schemas(d).Game.properties.tags.items.enum.push('c'),
    'Game.tags[]: enum has also c',
  ],
  [
    'a value of an answer can be anything',
    (d) => delete schemas(d).Game.properties.score.enum,
    'Game.score: enum has also anything',
  ],
  [
    'a text of an answer has another format',
    (d) => (schemas(d).Game.properties.id.format = 'uri'),
    'Game.id: format "uuid" is now "uri"',
  ],
  [
    'a status changes',
    (d) => {
      post(d).responses[200] = post(d).responses[201]
      delete post(d).responses[201]
    },
    'POST /games: no longer answers 201',
  ],
  ['a status is added', (d) => (get(d).responses[204] = {}), 'GET /games: answers 204 too'],
  [
    'a header is removed',
    (d) => (post(d).responses[201].headers = {}),
    'POST /games 201: the header ETag is gone',
  ],
  [
    'an answer has another type',
    (d) => (post(d).responses[409].content = { 'text/plain': {} }),
    'POST /games 409: application/problem+json is gone',
  ],
]

const HARMLESS: [name: string, change: (document: Loose) => void][] = [
  ['nothing changes', () => {}],
  ['an operation is added', (d) => (d.paths['/more'] = { get: get(d) })],
  ['a scope is no longer needed', (d) => (get(d).security = [])],
  [
    'an optional parameter is added',
    (d) => get(d).parameters.push({ name: 'sort', in: 'query', schema: {} }),
  ],
  ['a header is no longer read', (d) => get(d).parameters.pop()],
  [
    'an optional field of a request is added',
    (d) => (schemas(d).CreateGame.properties.more = { type: 'string' }),
  ],
  ['a field of a request is optional', (d) => (schemas(d).CreateGame.required = [])],
  ['a request takes another value', (d) => schemas(d).CreateGame.properties.score.enum.push('TURNS')],
  ['a request takes longer texts', (d) => (schemas(d).CreateGame.properties.name.maxLength = 300)],
  [
    'a request takes larger numbers',
    (d) => (schemas(d).CreateGame.properties.players.anyOf[0].maximum = 999),
  ],
  ['a field of an answer is added', (d) => (schemas(d).Game.properties.more = { type: 'string' })],
  ['a field of an answer is always there', (d) => schemas(d).Game.required.push('note')],
  ['an answer has fewer values', (d) => schemas(d).Game.properties.score.enum.pop()],
  ['a failure is added', (d) => (get(d).responses[404] = {})],
  [
    'a schema is renamed',
    (d) => {
      schemas(d).Play = schemas(d).Game
      get(d).responses[200].content['application/json'].schema.$ref = '#/components/schemas/Play'
    },
  ],
]

suite('what breaks a client is found:', () => {
  for (const [name, change, said] of BREAKS)
    test(name, () =>
      assert.ok(saidOf(change).includes(said), saidOf(change).join('\n') || 'nothing was said'),
    )
})

suite('what breaks nobody passes:', () => {
  for (const [name, change] of HARMLESS) test(name, () => assert.deepEqual(saidOf(change), []))
})

test('kinds of events may grow, because clients pass over those that they do not know', () => {
  const event = { $ref: '#/components/schemas/Event' }
  const withEvents = structuredClone<Json>(SMALL)
  const content = (document: Json) => mapOf(mapOf(get(document).responses)['200'])['content']
  mapOf(mapOf(content(withEvents))['application/json'])['schema'] = event
  const after = structuredClone(withEvents)
  schemas(after).Event.properties.kind.enum.push('gone')
  assert.deepEqual(breakingChanges(withEvents, after), [])
})
