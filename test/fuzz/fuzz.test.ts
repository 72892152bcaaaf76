/** The parts of the fuzz: the judge finds faults, values fit their schemas, and a failing request is made smaller. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { type Schema, keptDocument } from '../document.ts'
import { randomOf } from '../worlds/random.ts'
import { type Asked, type Got, Wire, asCommand } from './asked.ts'
import { Refusing } from './refusing.ts'
import { Judge } from './judge.ts'
import { shrunk } from './shrink.ts'
import { mutated, valid } from './values.ts'

const document = keptDocument()
const judge = new Judge(document)

const asked = (method: string, path: string): Asked => ({
  meant: 'a test',
  by: 'p',
  method,
  path: `/api/v1${path}`,
  headers: {},
})

const ID = '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a60'
const key = { 'idempotency-key': ID }
const newGroup = (more: Partial<Asked> = {}): Asked => ({
  ...asked('POST', '/groups'),
  headers: { 'content-type': 'application/json', 'idempotency-key': ID },
  body: '{"displayName":"Friends"}',
  ...more,
})

const json = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'r' }
const count: Got = { status: 200, headers: json, text: '{"count":1}' }
const group: Got = {
  status: 201,
  headers: { ...json, etag: '"1"', location: '/api/v1/groups/x' },
  text: JSON.stringify({
    id: ID,
    owner: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a61', displayName: 'Ann' },
    displayName: 'Friends',
    memberCount: 0,
    createdAt: '2026-01-15T19:30:00Z',
    updatedAt: '2026-01-15T19:30:00Z',
  }),
}
const problem = (status: number, more: object = {}, headers: Got['headers'] = {}): Got => ({
  status,
  headers: { 'content-type': 'application/problem+json', 'x-request-id': 'r', ...headers },
  text: JSON.stringify({
    type: 'https://example.org/problems/validation',
    title: 'Invalid request',
    status,
    detail: 'It is wrong.',
    instance: 'https://example.org/api/v1/matches',
    requestId: 'r',
    ...more,
  }),
})
const without = (got: Got, name: string): Got => ({ ...got, headers: { ...got.headers, [name]: undefined } })

const sound: [string, Asked, Got][] = [
  ['a count', asked('GET', '/matches/count'), count],
  ['a new group', newGroup(), group],
  ['a refusal', asked('POST', '/groups'), problem(400)],
  ['what any request may be answered', asked('POST', '/groups'), problem(413)],
  ['another method', asked('PUT', '/groups'), problem(405, {}, { allow: 'GET, POST' })],
  ['no such path', asked('GET', '/nothing'), problem(404)],
  ['a page', { ...asked('GET', ''), path: '/' }, { status: 303, headers: {}, text: '' }],
  [
    'OPTIONS',
    asked('OPTIONS', '/groups'),
    { status: 204, headers: { 'x-request-id': 'r', allow: 'GET, POST' }, text: '' },
  ],
]

const pageOf = (limit: number, ids: string[]): Got => ({
  ...count,
  text: JSON.stringify({
    limit,
    prevCursor: null,
    nextCursor: null,
    items: ids.map((id) => ({ ...JSON.parse(group.text), id })),
  }),
})

for (const [name, request, got] of sound) {
  test(`the judge finds nothing wrong with ${name}`, () => {
    assert.equal(judge.fault(request, got), undefined)
  })
}

const wrong: [string, RegExp, Asked, Got | string][] = [
  ['no answer', /hung up/, asked('GET', '/matches/count'), 'The connection hung up.'],
  ['a 500', /answered 500/, asked('GET', '/matches/count'), problem(500)],
  ['a 503', /answered 503/, asked('GET', '/matches/count'), problem(503)],
  ['an undocumented status', /in no document/, asked('GET', '/matches/count'), problem(409)],
  ['another success', /in no document/, asked('GET', '/matches/count'), { ...count, status: 201 }],
  ['an unknown operation', /no such operation/, asked('GET', '/nothing'), count],
  [
    'a body off its schema',
    /off its schema/,
    asked('GET', '/matches/count'),
    { ...count, text: '{"count":"1"}' },
  ],
  ['no JSON', /no JSON/, asked('GET', '/matches/count'), { ...count, text: '{' }],
  [
    'another media type',
    /in no document/,
    asked('GET', '/matches/count'),
    { ...count, headers: { ...json, 'content-type': 'text/html' } },
  ],
  [
    'a body where none belongs',
    /has a body/,
    { ...asked('DELETE', `/groups/${ID}`), headers: { ...key, 'if-match': '*' } },
    { ...count, status: 204 },
  ],
  ['no X-Request-Id', /X-Request-Id/, asked('GET', '/matches/count'), without(count, 'x-request-id')],
  ['no ETag', /no ETag/, newGroup(), without(group, 'etag')],
  ['no Location', /no Location/, newGroup(), without(group, 'location')],
  [
    'a weak ETag',
    /ETag: W.*off its schema/,
    newGroup(),
    { ...group, headers: { ...group.headers, etag: 'W/"1"' } },
  ],
  [
    'a Retry-After that is no number',
    /Retry-After: soon.*off its schema/,
    asked('GET', '/groups'),
    problem(429, {}, { 'retry-after': 'soon' }),
  ],
  ['a 401 without a challenge', /no WWW-Authenticate/, asked('GET', '/groups'), problem(401)],
  [
    'OPTIONS without Allow',
    /no Allow/,
    asked('OPTIONS', '/groups'),
    { status: 204, headers: json, text: '' },
  ],
  ['OPTIONS with an answer', /no such operation/, asked('OPTIONS', '/groups'), { ...count, status: 207 }],
  [
    'a property that slipped out',
    /off its schema/,
    asked('GET', '/matches/count'),
    { ...count, text: '{"count":1,"password":"x"}' },
  ],
  [
    'a property that slipped out, deep within',
    /off its schema/,
    newGroup(),
    {
      ...group,
      text: group.text.replace('"displayName":"Ann"', '"displayName":"Ann","email":"a@example.org"'),
    },
  ],
  [
    'a problem that tells more',
    /off its schema/,
    asked('POST', '/groups'),
    problem(400, { stack: 'at run' }),
  ],
  [
    'a page beyond its limit',
    /2 items on a page of 1/,
    asked('GET', '/groups'),
    pageOf(1, [ID, ID.replace('60', '61')]),
  ],
  ['a page that has something twice', /something twice/, asked('GET', '/groups'), pageOf(5, [ID, ID])],
  [
    'an ETag too much',
    /has ETag/,
    asked('GET', '/matches/count'),
    { ...count, headers: { ...json, etag: '"1"' } },
  ],
  [
    'a header off its schema',
    /Idempotent-Replayed/,
    newGroup(),
    { ...group, headers: { ...group.headers, 'idempotent-replayed': 'yes' } },
  ],
  ['a problem of another status', /says that it is/, asked('POST', '/groups'), problem(400, { status: 409 })],
  ['a problem of another request', /requestId/, asked('POST', '/groups'), problem(400, { requestId: 'x' })],
  [
    'a problem without a detail',
    /off its schema/,
    asked('POST', '/groups'),
    problem(400, { detail: undefined }),
  ],
  ['a problem as plain JSON', /comes as/, asked('POST', '/groups'), problem(400, {}, json)],
  ['a 429 without Retry-After', /no Retry-After/, asked('POST', '/groups'), problem(429)],
  ['a 405 without Allow', /no Allow/, asked('PUT', '/groups'), problem(405)],
]

for (const [name, seen, request, got] of wrong) {
  test(`the judge sees ${name}`, () => {
    assert.match(judge.fault(request, got) ?? 'nothing', seen)
  })
}

/** A judge who knows one caller, `p`, who may only make groups. */
const strict = new Judge(document, (by) => (by === 'p' ? new Set(['svc-engine:group-create']) : undefined))
const { body: _, ...withoutBody } = newGroup()
const ok = { ...count, text: group.text }

const forbidden: [string, RegExp, Asked, Got][] = [
  ['an unknown caller', /nobody is known/, newGroup({ by: 'garbage' }), group],
  ['no caller', /nobody is known/, newGroup({ by: undefined }), group],
  ['a caller without the scope', /not the scope/, asked('GET', '/matches/count'), count],
  ['no key', /lacks Idempotency-Key/, newGroup({ headers: { 'content-type': 'application/json' } }), group],
  ['a key that is none', /Idempotency-Key is off/, newGroup({ headers: { 'idempotency-key': 'x' } }), group],
  ['no body', /lacks a body/, withoutBody, group],
  ['a body that is no JSON', /no JSON/, newGroup({ body: '{' }), group],
  ['a body without what it needs', /off its schema/, newGroup({ body: '{}' }), group],
  ['a body with more', /off its schema/, newGroup({ body: '{"displayName":"F","x":1}' }), group],
  [
    'another media type',
    /comes as text/,
    newGroup({ headers: { ...key, 'content-type': 'text/xml' } }),
    group,
  ],
]

for (const [name, seen, request, got] of forbidden) {
  test(`the judge sees that a request is taken with ${name}`, () => {
    assert.match(strict.fault(request, got) ?? 'nothing', seen)
    assert.equal(strict.fault(newGroup({}), group), undefined)
  })
}

test('an empty body counts as no body, and spaces around a name do not count', () => {
  assert.equal(
    strict.fault(newGroup({ body: JSON.stringify({ displayName: `${'x'.repeat(100)} ` }) }), group),
    undefined,
  )
  assert.match(strict.fault(newGroup({ body: '{"displayName":""}' }), group) ?? '', /off its schema/)
  const resumed = asked('POST', '/pipeline/resume')
  const refusing = new Refusing(document)
  const operation = document.find('POST', resumed.path) ?? assert.fail()
  const headers = { 'idempotency-key': ID }
  assert.equal(refusing.reason({ ...resumed, headers, body: '' }, operation), undefined)
})

test('the judge sees that a parameter off its schema is taken', () => {
  for (const path of ['/groups?limit=0', '/groups?limit=x', '/groups/1'])
    assert.match(judge.fault(asked('GET', path), ok) ?? 'nothing', /must be refused: (limit|groupId) is off/)
  assert.match(judge.fault(asked('PATCH', `/groups/${ID}`), ok) ?? '', /lacks (If-Match|Idempotency-Key)/)
})

test('the judge compiles a schema once, however many answers it holds against it', () => {
  const own = new Judge(document)
  for (let n = 0; n < 5; n++) {
    assert.equal(own.fault(asked('POST', '/groups'), problem(409)), undefined)
    assert.equal(own.fault(asked('GET', '/matches/count'), count), undefined)
  }
  assert.equal(own.compiled, 3, 'the schemas of the count, of the problem, and of a header')
})

test('values that are made as valid fit their schema, and mutated ones are still JSON', () => {
  const ajv = new Ajv2020({ strict: false })
  formats.default(ajv)
  for (const format of ['int32', 'int64']) ajv.addFormat(format, true)
  const random = randomOf(1)
  const source = { random, whole: document.whole, idFor: () => undefined }
  for (const { id, body } of document.operations) {
    const schema = body?.content['application/json']?.schema
    if (!schema) continue
    const text = JSON.stringify({ ...schema, components: document.whole['components'] })
    const validate = ajv.compile(JSON.parse(text) as Schema)
    for (let n = 0; n < 30; n++) {
      const made = valid(schema, source)
      assert.ok(
        validate(made) || isEmpty(made),
        `${id}: ${ajv.errorsText(validate.errors)} ${JSON.stringify(made)}`,
      )
      assert.doesNotThrow(() => JSON.stringify(mutated(made, random)))
    }
  }
})

/** If all properties are optional, the fuzz may make an empty object, even if the rules require one of them. */
const isEmpty = (value: unknown) => JSON.stringify(value) === '{}'

test('a request shrinks to what breaks, and can be sent again', async () => {
  const large: Asked = {
    ...asked('POST', '/matches?a=1&limit=5'),
    headers: { 'content-type': 'application/json', accept: 'x' },
    body: JSON.stringify({ gameId: 'x', list: [1, { deep: 'fatal' }, 3], other: 'y' }),
  }
  const smallest = await shrunk(large, ({ body }) => Promise.resolve(body?.includes('"fatal"') ?? false))
  assert.deepEqual(smallest, {
    ...asked('POST', '/matches'),
    headers: {},
    body: '{"list":[{"deep":"fatal"}]}',
  })
  assert.equal(
    asCommand(smallest),
    `curl -i -X POST '$URL/api/v1/matches' -H 'authorization: Bearer <token of p>' --data-binary '{"list":[{"deep":"fatal"}]}'`,
  )
})

test('a body belongs to its request, whatever the method', async (t) => {
  const server = createServer((request, response) => {
    void text(request).then((body) => response.end(`${request.method} ${body}`))
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const wire = new Wire(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, new Map(), 1)
  t.after(() => wire.close())
  for (const method of ['GET', 'DELETE', 'POST', 'OPTIONS']) {
    const got = await wire.send({ ...asked(method, '/matches'), body: '{"a":"ü"}' })
    assert.equal(typeof got === 'string' ? got : got.text, `${method} {"a":"ü"}`)
  }
})
