/** Clients that send or read in hostile or odd ways, over real sockets. */
import assert from 'node:assert/strict'
import { type Server, type Socket, connect } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../src/db/sql.ts'
import { uuidv7 } from '../src/db/uuid.ts'
import { buildApp } from '../src/app.ts'
import { BASE_URL, type Person, Problem, type Service, call, newKey, testService } from './support.ts'
import { waitFor } from './wait-for.ts'

let service: Service
let alice: Person
let owner: Person
let port: number

before(async () => {
  service = await testService()
  alice = await service.as('alice')
  owner = await service.as('olga', { roles: ['application-owner'] })
  const app = { applicationId: 'app', displayName: 'App', baseLocale: 'en' }
  assert.equal((await owner.post('/applications', app)).status, 201)
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const address = service.app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
after(() => service.close())

const socket = () => connect(port, '127.0.0.1').on('error', () => {})

/** Returns all text that comes until the server closes the connection. */
function told(client: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    client.setTimeout(20_000, () => reject(new Error(`The connection stays open after: ${text}`)))
    client.on('data', (chunk) => (text += chunk.toString('latin1')))
    client.on('close', () => resolve(text))
  })
}

function ask(...lines: string[]): Promise<string> {
  const client = socket()
  client.write([...lines, '', ''].join('\r\n'))
  return told(client)
}

/** Checks that the text is one problem that closes the connection, and returns it. */
function problemIn(text: string): { status: number; problem: ReturnType<typeof Problem.parse> } {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  assert.match(head, /^content-type: application\/problem\+json/im, text)
  assert.match(head, /^connection: close\r?$/im, text)
  const problem = Problem.parse(JSON.parse(body))
  const [, id] = /^x-request-id: (\S+)/im.exec(head) ?? []
  assert.equal(problem.requestId, id)
  const status = Number(head.split(' ')[1])
  assert.equal(problem.status, status)
  return { status, problem }
}

const IMPORT = '/api/v1/applications/app/keys/import'

function importing(...headers: string[]): string[] {
  return [`POST ${IMPORT} HTTP/1.1`, 'host: x', 'content-type: application/json', ...headers]
}

test('nobody is listened to for a large body before their token and scope are known', async () => {
  const announced = 'content-length: 60000000'
  const [nobody, wrong, withoutScope] = await Promise.all([
    ask(...importing(announced)),
    ask(...importing(announced, 'authorization: Bearer a.b.c')),
    ask(...importing(announced, `authorization: Bearer ${alice.token}`)),
  ])
  assert.equal(problemIn(nobody).status, 401)
  assert.equal(problemIn(wrong).status, 401)
  assert.equal(problemIn(withoutScope).status, 403)
})

test('a body that grows above 1 MiB without a token is refused where it does', async () => {
  const client = socket()
  const answer = told(client)
  client.write([...importing('transfer-encoding: chunked'), '', ''].join('\r\n'))
  for (let n = 0; n < 40 && client.writable; n++) {
    client.write(`10000\r\n${' '.repeat(0x10000)}\r\n`)
    await sleep(2)
  }
  assert.equal(problemIn(await answer).status, 401)
  const short = socket()
  const malformed = told(short)
  short.write(
    [...importing('transfer-encoding: chunked', 'connection: close'), '', '1\r\n{\r\n0\r\n\r\n'].join('\r\n'),
  )
  assert.match(await malformed, /^HTTP\/1\.1 400[^]*MALFORMED_BODY/)
})

test('a client that asks before it sends is refused at once for a missing token or too large a body, and else invited', async () => {
  const expects = 'expect: 100-continue'
  const [nobody, tooLarge] = await Promise.all([
    ask(...importing(expects, 'content-length: 10')),
    ask(...importing(expects, 'content-length: 100000000')),
  ])
  assert.equal(problemIn(nobody).status, 401)
  assert.equal(problemIn(tooLarge).status, 413)
  const client = socket()
  const answer = told(client)
  const body = JSON.stringify({ baseLocale: 'en', keys: [{ key: 'a', baseText: 'A', arguments: [] }] })
  const headers = [
    expects,
    `authorization: Bearer ${owner.token}`,
    `idempotency-key: ${uuidv7()}`,
    'connection: close',
  ]
  client.write([...importing(`content-length: ${body.length}`, ...headers), '', ''].join('\r\n'))
  client.once('data', () => client.write(body))
  assert.match(await answer, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/)
})

test('what is no HTTP gets a problem document as every other failure', async () => {
  const close = 'connection: close'
  const cases: [status: number, lines: string[]][] = [
    [400, ['NONSENSE']],
    [400, ['BREW /livez HTTP/1.1', 'host: x', close]],
    [400, ['GET /livez HTTP/9.9', 'host: x', close]],
    [400, ['GET /livez HTTP/1.1', close]],
    [400, ['GET /livez HTTP/1.1', 'host: x', 'host: y', close]],
    [400, ['GET /livez']],
    [400, ['CONNECT a:1 HTTP/1.1', 'host: a:1']],
    [400, ['POST /livez HTTP/1.1', 'host: x', 'content-length: 1', 'content-length: 2', close]],
    [400, ['POST /livez HTTP/1.1', 'host: x', 'content-length: 1', 'transfer-encoding: chunked', close]],
    [400, ['GET /livez HTTP/1.1', 'host: x', 'a: b', ' c', close]],
    [400, [...importing('transfer-encoding: chunked', close), '', 'zz\r\n']],
    [417, ['GET /livez HTTP/1.1', 'host: x', 'expect: miracles', close]],
    [431, ['GET /livez HTTP/1.1', 'host: x', `x-large: ${'x'.repeat(70_000)}`]],
  ]
  for (const [status, lines] of cases) {
    const text = await ask(...lines)
    assert.match(text, new RegExp(`^HTTP/1\\.1 ${status} `), `${lines.join(' | ').slice(0, 80)}: ${text}`)
    problemIn(text)
  }
  assert.match(await ask('GET /livez HTTP/1.0'), /^HTTP\/1\.1 200 /)
})

test('a client that ends its side when it has asked reads its answer', async () => {
  const client = socket()
  const answer = told(client)
  const body = JSON.stringify({ displayName: 'Half' })
  const headers = ['host: x', 'content-type: application/json', `content-length: ${body.length}`]
  client.end(
    [
      'POST /api/v1/groups HTTP/1.1',
      ...headers,
      `authorization: Bearer ${alice.token}`,
      `idempotency-key: ${uuidv7()}`,
      '',
      body,
    ].join('\r\n'),
  )
  assert.match(await answer, /^HTTP\/1\.1 201 /)
})

test('three hundred pipelined requests are answered in their order', async () => {
  const client = socket()
  const answer = told(client)
  const ids = Array.from({ length: 300 }, (_, n) => `n${n}`)
  const requests = ids.map(
    (id) =>
      `GET /api/v1/users/me HTTP/1.1\r\nhost: x\r\nx-request-id: ${id}\r\nauthorization: Bearer ${alice.token}\r\n\r\n`,
  )
  client.end(requests.join(''))
  const text = await answer
  assert.deepEqual(
    [...text.matchAll(/^x-request-id: (\S+)/gim)].map((match) => match[1]),
    ids,
  )
  assert.equal(text.split('HTTP/1.1 200').length - 1, 300)
})

test('a hundred requests at once by one caller are all served, with a filter too', async () => {
  for (const path of ['/users/me', '/groups/count?filter=name==a*']) {
    const replies = await Promise.all(Array.from({ length: 100 }, () => alice.get(path)))
    assert.deepEqual([...new Set(replies.map(({ status }) => status))], [200])
  }
})

test('a caller with too many requests under way is answered to wait, and others are served', async () => {
  const free = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holding = service.db.transaction(async (tx) => {
    await tx.many(sql`lock table groups in exclusive mode`)
    locked.resolve()
    await free.promise
  })
  await locked.promise
  const greedy = await service.as('greta')
  assert.equal((await greedy.get('/users/me')).status, 200)
  const refused: number[] = []
  const sent = Array.from({ length: 220 }, async () => {
    const { status, headers, body } = await greedy.post('/groups', { displayName: 'One of many' })
    if (status === 429) {
      refused.push(status)
      assert.equal(headers['retry-after'], '5')
      assert.match(body.type, /\/rate-limited$/)
    }
    return status
  })
  while (refused.length < 12) await sleep(5)
  const bob = await service.as('bob')
  assert.equal((await bob.get('/users/me')).status, 200)
  free.resolve()
  await holding
  assert.ok((await Promise.all(sent)).filter((status) => status === 201).length >= 8)
})

test('what waits for a client that has hung up is not begun, though more of its requests lie behind', async () => {
  const free = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holding = service.db.transaction(async (tx) => {
    await tx.many(sql`lock table groups in access exclusive mode`)
    locked.resolve()
    await free.promise
  })
  await locked.promise
  const hilda = await service.as('hilda')
  assert.equal((await hilda.get('/users/me')).status, 200)
  const before = service.db.traffic.statements
  const sockets = Array.from({ length: 40 }, socket)
  for (const one of sockets)
    one.write(
      `GET /api/v1/groups HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${hilda.token}\r\n\r\n`.repeat(5),
    )
  await waitFor('eight lists', () => service.db.traffic.statements >= before + 8)
  await sleep(100) // the other requests wait for their turns now
  for (const one of sockets) one.resetAndDestroy()
  const open = async () => (await connectionsOf(service.app.server)) === 0
  await waitFor('the service to hear of it', open, 3_000).catch(() => {})
  free.resolve()
  await holding
  assert.equal((await hilda.get('/users/me')).status, 200, 'it comes after what waited before')
  const begun = service.db.traffic.statements - before - 1
  assert.ok(begun <= 12, `${begun} of 200 lists were begun`)
})

const connectionsOf = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))

test('nothing is without an id, nor under an id that no thing can have', async () => {
  for (const path of [
    '/matches/',
    `/matches/${uuidv7()}/edits/`,
    '/games//expansions',
    `/games/${'x'.repeat(2_500)}`,
  ]) {
    for (const method of ['GET', 'PATCH'] as const) {
      assert.equal((await alice.send(method, path)).status, 404, `${method} ${path.slice(0, 60)}`)
    }
  }
})

test('OPTIONS says what a path takes, with CORS and without', async () => {
  const { db, issuer } = service
  const config = { baseUrl: BASE_URL, errorTypeBase: `${BASE_URL}/problems`, corsOrigins: [] }
  const without = await buildApp({ config, db, verifier: issuer.verifier })
  const preflight = { origin: 'https://app.example.org', 'access-control-request-method': 'POST' }
  for (const [app, headers] of [
    [service.app, {}],
    [without, {}],
    [without, preflight],
  ] as const) {
    const there = await call(app, 'OPTIONS', '/matches', undefined, headers)
    assert.deepEqual([there.status, there.headers['allow']], [204, 'GET, HEAD, POST'])
    assert.equal((await call(app, 'OPTIONS', '/nowhere', undefined, headers)).status, 404)
    assert.equal((await call(app, 'OPTIONS', '/matches/', undefined, headers)).status, 404)
  }
  await without.close()
})

test('a token is as long as its headers may be', async () => {
  const long = await service.as('alice', { padding: 'x'.repeat(9_000) })
  assert.ok(long.token.length > 11_000)
  assert.equal((await long.get('/users/me')).status, 200)
  assert.equal((await long.post('/games', {}, newKey())).status, 403)
})
