/** Hostile and senseless requests: each answer says what is wrong, and none is a 500. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { uuidv7 } from '../src/db/uuid.ts'
import { testWorld } from './world.ts'
import { newMatch } from './resources/matches/recipes.ts'
import { ROUNDS } from './races/statuses.ts'
import { BASE_URL, Problem, call, violations } from './support.ts'

const { service, world } = await testWorld()
let gameId: string
let ghostPlayerId: string
let port: number

before(async () => {
  gameId = (await world.game()).id
  ghostPlayerId = (await world.ghostPlayer()).id
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const address = service.app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})

const reference = (name: string) => new URL(`../../shared/reference/${name}`, import.meta.url)

interface BodyCase {
  name: string
  bodyBase64?: string
  bodyGenerator?: { repeat: [text: string, times: number] }
  variantA: { expected: { status: number[] } }
  variantB?: { expected: { status: number[]; roundTripIf201?: boolean } }
}

const bodies = reference('json-bodies.json')
test(
  'the JSON conformance suite, as bodies and inside one',
  { skip: !existsSync(bodies) && 'the suite is not here' },
  async () => {
    const { cases } = JSON.parse(readFileSync(bodies, 'utf8')) as { cases: BodyCase[] }
    const around = {
      ...newMatch(gameId, ghostPlayerId),
      participants: [{ ghostPlayerId, loadoutAttributes: { v: '§' } }],
    }
    for (const { name, bodyBase64 = '', bodyGenerator, variantA, variantB } of cases) {
      const [piece, times] = bodyGenerator?.repeat ?? ['', 0]
      const text = bodyGenerator ? Buffer.from(piece.repeat(times)) : Buffer.from(bodyBase64, 'base64')
      const whole = await world.alice.post('/matches', text)
      assert.ok(
        variantA.expected.status.includes(whole.status),
        `${name} as a body: ${whole.status} ${whole.text}`,
      )
      if (!variantB) continue
      const [head = '', tail = ''] = JSON.stringify(around).split('"§"')
      const part = await world.alice.post(
        '/matches',
        Buffer.concat([Buffer.from(head), text, Buffer.from(tail)]),
      )
      assert.ok(
        expectedInside(name, variantB.expected.status).includes(part.status),
        `${name} inside one: ${part.status} ${part.text}`,
      )
      if (part.status === 201)
        assert.ok(part.text.includes(text.toString()), `${name} comes back to the letter`)
    }
  },
)

/** Valid JSON that our decisions on the interface refuse nevertheless: a key twice, and NUL. */
const REFUSED = new Set([
  'y_object_duplicated_key',
  'y_object_duplicated_key_and_value',
  'y_object_escaped_null_in_key',
  'y_string_null_escape',
])
const expectedInside = (name: string, statuses: number[]) => (REFUSED.has(name) ? [400] : statuses)

interface FilterCase {
  id: string
  level: string
  service?: { request: { path: string; query: Record<string, string> }; expected: { status: number[] } }
}

const filters = reference('rsql.json')
test(
  'the RSQL conformance suite, as filters',
  { skip: !existsSync(filters) && 'the suite is not here' },
  async () => {
    const { cases } = JSON.parse(readFileSync(filters, 'utf8')) as { cases: FilterCase[] }
    for (const { id, service: asked } of cases) {
      if (!asked) continue
      const path = asked.request.path.replace('/api/v1', '')
      const reply = await world.alice.get(`${path}?${new URLSearchParams(asked.request.query)}`)
      assert.ok(
        asked.expected.status.includes(reply.status),
        `${id} ${JSON.stringify(asked.request.query)}: ${reply.status} ${reply.text}`,
      )
    }
  },
)

test('a match with random values is refused or stored, and never causes a failure', async () => {
  const valid = () => ({
    ...newMatch(gameId, ghostPlayerId),
    playsetId: uuidv7(),
    expansions: [uuidv7()],
    communityId: uuidv7(),
  })
  const anything = fc.anything({
    values: [fc.string({ unit: 'binary' }), fc.double(), fc.integer(), fc.boolean(), fc.constant(null)],
  })
  const wild = fc.tuple(fc.constantFrom(...Object.keys(valid()), 'other'), anything)
  await fc.assert(
    fc.asyncProperty(wild, async ([key, value]) => {
      const { status } = await world.alice.post('/matches', { ...valid(), [key]: value })
      assert.ok(status === 400)
    }),
    { numRuns: 8 * ROUNDS },
  )
})

test('a body with more faults than anybody reads gets an answer of a bearable size', async () => {
  for (const body of [
    `{"participants": [${Array(130_000).fill(0).join()}]}`,
    `{${Array.from({ length: 80_000 }, (_, n) => `"k${n}": 1`).join()}}`,
  ]) {
    const reply = await world.alice.post('/matches', body)
    assert.equal(reply.body.errors.length, 1000)
    assert.match(reply.body.detail, /more than 1000/)
    assert.ok(reply.text.length < 300_000)
  }
})

test('a body with more values than any request has is refused as soon as it has them', async () => {
  for (const body of [
    `{"displayName": [${Array(200_000).fill('{}').join()}]}`,
    `{"displayName": [${Array(140_000).fill(0).join()}`, // not even JSON, but the service stops reading before it could notice
  ]) {
    const reply = await world.alice.post('/ghost-players', body)
    assert.deepEqual(violations(reply), ['body TOO_MANY_ITEMS'])
    assert.match(
      reply.body.errors[0].message,
      /^The body has more than 131072 values, .*; send fewer at once\.$/,
    )
  }
})

test('a match and an edit may have as many values as fit into 1 MiB of loadouts', async () => {
  const digits = { list: Array(32_700).fill(0) } // together 64 KiB
  const ghostPlayers = await Promise.all(Array.from({ length: 15 }, () => world.ghostPlayer()))
  const [participant] = newMatch(gameId, ghostPlayerId).participants
  const participants = ghostPlayers.map(({ id }) => ({
    ...participant,
    ghostPlayerId: id,
    loadoutAttributes: digits,
  }))
  const match = await world.alice.post('/matches', { ...newMatch(gameId, ghostPlayerId), participants })
  assert.equal(match.status, 201, match.text.slice(0, 1_000))
  const path = `/matches/${match.body.id}`
  const changed = await world.alice.patch(path, { participants }, match.etag)
  assert.equal(changed.status, 200, changed.text.slice(0, 1_000))
  assert.deepEqual(changed.body.participants[14].loadout.attributes, digits)
  assert.equal(
    (await world.alice.post(`${path}/finalize`, undefined, { 'If-Match': changed.etag })).status,
    200,
  )
  const loadoutChanges = changed.body.participants.map(({ id }: { id: string }) => ({
    matchParticipantId: id,
    attributes: digits,
  }))
  const edit = await world.alice.post(`${path}/edits`, { loadoutChanges })
  assert.equal(edit.status, 201, edit.text.slice(0, 1_000))
})

test('a body without a token, or without the scope, is checked for its grammar, and nothing else', async () => {
  const limited = await service.as('alice', { scope: 'svc-engine:match-read' })
  const many = `{"participants": [${Array(300_000).fill('{}').join()}]}`
  for (const [body, fault] of [
    [many, undefined],
    [many.slice(0, -1), 'MALFORMED_BODY'],
    [`{"a": ["\\u0000"]}`, 'MALFORMED_BODY'],
    ['{"a": 1, "b": {"c": 1}, "a": {}}', 'MALFORMED_BODY'],
    ['{"a": [[], {"__proto__": 1, "__proto__": 1}]}', 'MALFORMED_BODY'],
  ] as const) {
    for (const [status, reply] of [
      [401, await call(service.app, 'POST', '/matches', body)],
      [401, await call(service.app, 'POST', '/matches', body, { authorization: 'Bearer a.b.c' })],
      [403, await limited.post('/matches', body)],
    ] as const) {
      assert.equal(reply.status, fault === undefined ? status : 400, reply.text)
      if (fault) assert.equal(reply.body.errors[0].code, fault)
    }
  }
})

test('a filter of any text is answered', async () => {
  const piece = fc.constantFrom(
    'gameName',
    'id',
    '==',
    '!=',
    '=in=',
    '(',
    ')',
    ';',
    ',',
    "'",
    '"',
    '\\',
    '*',
    '%',
    '_',
    'a',
    ' ',
    '\u0000',
    '\ud800',
    '🎲',
    '=null=',
    'true',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 20 }), async (pieces) => {
      const reply = await world.alice.get(
        `/matches/count?filter=${encodeURIComponent(pieces.join('').replaceAll('\ud800', '%'))}`,
      )
      assert.ok(reply.status === 200 || reply.status === 400)
    }),
    { numRuns: 20 * ROUNDS },
  )
})

for (const query of [
  'filter=%',
  'filter=%ff',
  'filter=%00',
  'filter=a&filter=b',
  '%ff=1',
  'filter=gameName==%ED%A0%80',
  'cursor=%00',
  '__proto__=1',
  'limit=9'.repeat(3),
]) {
  test(`?${query} is refused`, async () => {
    const reply = await world.alice.get(`/matches?${query}`)
    assert.equal(reply.status, 400)
  })
}

test('wildcards of LIKE are plain characters', async () => {
  const dora = await service.as('dora')
  for (const displayName of ['100%', '100x', 'a_b', 'axb', 'c\\d'])
    await dora.post('/ghost-players', { displayName })
  const found = async (filter: string) =>
    (await dora.get(`/ghost-players/count?${new URLSearchParams({ filter })}`)).body.count
  assert.equal(await found("name=='100%'"), 1)
  assert.equal(await found("name=='100%*'"), 1)
  assert.equal(await found("name=='*_b'"), 1)
  assert.equal(await found(String.raw`name=='*\\d'`), 1)
  assert.equal(await found("name=='100*'"), 2)
})

test('the longest filter is served, over a real socket', async () => {
  const filter = `gameName=='${'界'.repeat(3980)}'`
  const answer = await raw(`GET /api/v1/matches/count?filter=${encodeURIComponent(filter)} HTTP/1.1`, [
    `authorization: Bearer ${world.alice.token}`,
  ])
  assert.match(answer, /^HTTP\/1\.1 200 /)
  const tooLong = await world.alice.get(
    `/matches/count?filter=${encodeURIComponent(`gameName=='${'界'.repeat(4000)}'`)}`,
  )
  assert.equal(tooLong.status, 400)
})

test('what is no HTTP is refused, and the service goes on', async () => {
  for (const line of [
    'NONSENSE',
    'GET / HTTP/9.9',
    'GET /%zz HTTP/1.1',
    'GET /api/v1/matches/%ff HTTP/1.1',
    'PROPFIND /api/v1/matches HTTP/1.1',
    'BREW /api/v1/matches HTTP/1.1',
  ]) {
    assert.match(await raw(line, []), /^HTTP\/1\.1 4\d\d /, line)
  }
  assert.match(await raw('GET /livez HTTP/1.1', [`x-large: ${'x'.repeat(70_000)}`]), /^HTTP\/1\.1 431 /)
  assert.match(await raw('GET /readyz HTTP/1.1', []), /^HTTP\/1\.1 200 /)
})

test('a body that is announced and never comes does not occupy a place forever', async () => {
  const answer = await new Promise<number>((resolve, reject) => {
    const sent = request({
      port,
      path: '/api/v1/matches',
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': 10 },
    })
    sent.on('error', () => resolve(0))
    sent.on('response', ({ statusCode }) => resolve(statusCode ?? 0))
    sent.write('{')
    setTimeout(() => sent.destroy(), 200)
    sent.on('timeout', reject)
  })
  assert.equal(answer, 0)
  assert.match(await raw('GET /readyz HTTP/1.1', []), /^HTTP\/1\.1 200 /)
})

test('texts that are not tokens are refused', async () => {
  const { app } = service
  const [header = '', payload = ''] = world.alice.token.split('.')
  const none = Buffer.from('{"alg":"none"}').toString('base64url')
  for (const authorization of [
    '',
    'Bearer',
    'Bearer ',
    'Basic YTpi',
    'Bearer a b',
    `Bearer ${none}.${payload}.`,
    `Bearer ${header}.${payload}.`,
    `Bearer ${header}.${payload}.AAAA`,
    `Bearer ${'a'.repeat(9000)}`,
    'Bearer a.b.c',
    'Bearer ...',
  ]) {
    const reply = await call(app, 'GET', '/users/me', undefined, { authorization })
    assert.equal(reply.status, 401, authorization.slice(0, 30))
    assert.match(String(reply.headers['www-authenticate']), /^Bearer/)
  }
  const lower = await call(app, 'GET', '/users/me', undefined, {
    authorization: `bearer ${world.alice.token}`,
  })
  assert.equal(lower.status, 200)
})

test('every answer says what it is, and whose script may read it', async () => {
  const { app } = service
  const reply = await call(app, 'GET', `/users/me?"><script>`, undefined, {
    authorization: 'x',
    'x-request-id': 'my-id.1',
    origin: 'https://app.example.org',
  })
  assert.equal(reply.headers['x-request-id'], 'my-id.1')
  const problem = Problem.parse(reply.body)
  assert.ok(problem.instance.startsWith(`${BASE_URL}/api/v1/users/me?%22`))
  assert.equal(reply.headers['x-content-type-options'], 'nosniff')
  assert.equal(reply.headers['access-control-allow-origin'], 'https://app.example.org')
  for (const name of ['ETag', 'Location', 'Idempotent-Replayed', 'X-Request-Id', 'Retry-After']) {
    assert.ok(reply.headers['access-control-expose-headers']?.includes(name), name)
  }
  const stranger = await call(app, 'GET', '/users/me', undefined, {
    origin: 'https://evil.example.org',
    'x-request-id': 'a\tb',
  })
  assert.equal(stranger.headers['access-control-allow-origin'], undefined)
  assert.match(String(stranger.headers['x-request-id']), /^[0-9a-f-]{36}$/)
  const preflight = await call(app, 'OPTIONS', '/matches', undefined, {
    origin: 'https://app.example.org',
    'access-control-request-method': 'POST',
  })
  assert.equal(preflight.status, 204)
  for (const name of ['Idempotency-Key', 'If-None-Match', 'Traceparent', 'Tracestate'])
    assert.ok(preflight.headers['access-control-allow-headers']?.includes(name), name)
  const head = await world.alice.send('HEAD', '/users/me')
  assert.deepEqual([head.status, head.text], [200, ''])
})

/** Sends a request line and headers as they are, and returns the answer. */
function raw(line: string, headers: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.setTimeout(60_000, () => reject(new Error(`no answer to ${line.slice(0, 80)}`)))
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
    socket.write([line, 'host: localhost', 'connection: close', ...headers, '', ''].join('\r\n'))
  })
}
