/** Stopping: a request that is under way, or on its way over a kept connection, is answered. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type RequestListener, Agent, createServer, get } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { drainable } from '../../src/cli/drain.ts'

async function serving(listener: RequestListener) {
  const server = createServer(listener)
  const drain = drainable(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(address && typeof address === 'object')
  return { server, drain, port: address.port }
}

function ask(port: number, agent: Agent, path = '/'): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent }, (response) => {
      response.resume().on('end', () => resolve(response.headers.connection))
    }).on('error', reject)
  })
}

test('what is under way is waited for, and what comes over kept connections is answered and closes them', async () => {
  const asked = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  const { drain, port } = await serving((request, response) => {
    if (request.url === '/slow') asked.resolve()
    void (request.url === '/slow' ? go.promise : Promise.resolve()).then(() => response.end('x'))
  })
  const agent = new Agent({ keepAlive: true })
  assert.equal(await ask(port, agent), 'keep-alive')
  const slow = ask(port, new Agent(), '/slow')
  await asked.promise
  let over = false
  const drained = drain().then(() => (over = true))
  assert.equal(await ask(port, agent), 'close')
  await assert.rejects(ask(port, new Agent()), { code: 'ECONNREFUSED' })
  await sleep(400)
  assert.ok(!over, 'it waits for the last answer')
  go.resolve()
  await slow
  await drained
})

test('a connection that is accepted and sends its request a little later gets its answer', async () => {
  const { server, drain, port } = await serving((_request, response) => response.end('late'))
  const socket = connect(port, '127.0.0.1')
  await Promise.all([once(socket, 'connect'), once(server, 'connection')])
  const drained = drain()
  await sleep(0)
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  assert.match(String(await once(socket, 'data')), /^HTTP\/1.1 200 OK\r\n[^]*connection: close/i)
  await drained
})

test('connections that say nothing don’t hold up the end', async () => {
  const { server, drain, port } = await serving((_request, response) => response.end('x'))
  // By itself the server would close none of them.
  Object.assign(server, { keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 })
  const agent = new Agent({ keepAlive: true })
  await ask(port, agent)
  const silent = connect(port, '127.0.0.1').on('error', () => {})
  await once(silent, 'connect')
  await drain()
})
