/** A service that is stopping still answers requests that have begun or are on their way. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type RequestListener, Agent, createServer, get } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setImmediate as round, setTimeout as sleep } from 'node:timers/promises'
import { drainable } from '../../src/cli/service/drain.ts'
import { inSlices } from '../../src/http/turns/slices.ts'

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

test('running requests are waited for, and the next answer on each connection closes it', async () => {
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
  await sleep(1_400)
  assert.ok(!over, 'it waits for the last answer')
  go.resolve()
  await slow
  await drained
})

test('an accepted connection that sends its request a little later gets an answer', async () => {
  const { server, drain, port } = await serving((_request, response) => response.end('late'))
  const socket = connect(port, '127.0.0.1')
  await Promise.all([once(socket, 'connect'), once(server, 'connection')])
  const drained = drain()
  await sleep(0)
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  assert.match(String(await once(socket, 'data')), /^HTTP\/1.1 200 OK\r\n[^]*connection: close/i)
  await drained
})

test('silent connections do not delay the end', async () => {
  const { server, drain, port } = await serving((_request, response) => response.end('x'))
  // With these settings the server closes no connection by itself.
  Object.assign(server, { keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 })
  const agent = new Agent({ keepAlive: true })
  await ask(port, agent)
  const silent = connect(port, '127.0.0.1').on('error', () => {})
  await once(silent, 'connect')
  await drain()
})

test('data that arrived while the process was busy are read before silent connections are closed', async () => {
  const { drain, port } = await serving((_request, response) => response.end('x'))
  const request = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'
  const kept = await Promise.all(
    Array.from({ length: 180 }, async () => {
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      socket.write(request)
      await once(socket, 'data')
      return socket
    }),
  )
  const drained = drain()
  await sleep(995) // silent connections will be closed in 5 ms
  await round() // the server has read the waiting bytes, but no timer has fired yet
  const open = kept.filter((socket) => !socket.readableEnded && !socket.destroyed)
  const answers = open.map(async (socket) => {
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.write(request)
    await new Promise((resolve) => socket.once('close', resolve))
    return text.startsWith('HTTP/1.1 200')
  })
  for (const busyUntil = performance.now() + 200; performance.now() < busyUntil;);
  assert.equal((await Promise.all(answers)).filter((answered) => answered).length, open.length)
  await drained
})

test('a connection that waits to be accepted is accepted and answered', async () => {
  const { drain, port } = await serving((_request, response) => response.end('x'))
  const sockets = Array.from({ length: 20 }, () => connect(port, '127.0.0.1').on('error', () => {}))
  // the sockets are connected, but the server does not know it yet
  await new Promise<void>((resolve) => process.nextTick(resolve))
  const drained = drain()
  const answers = sockets.map(async (socket) => {
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    await new Promise((resolve) => socket.once('close', resolve))
    return text.startsWith('HTTP/1.1 200')
  })
  assert.equal((await Promise.all(answers)).filter((answered) => answered).length, 20)
  await drained
})

test('of requests that come together, each is answered before the connection is closed', async () => {
  const { drain, port } = await serving((_request, response) => {
    setTimeout(() => response.end('x'), 20)
  })
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const drained = drain()
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString()))
  await sleep(10)
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(3))
  await once(socket, 'close')
  assert.equal(text.split('HTTP/1.1 200').length - 1, 3)
  await drained
})

test('no request over a kept connection is cut while large bodies are read in slices', async () => {
  let answered = 0
  for (let cycle = 0; cycle < 6; cycle++) {
    const { drain, port } = await serving((request, response) => {
      const busy = request.url === '/slices' ? inSlices(spinning(1_500)) : Promise.resolve()
      void busy.then(() => response.end('x'))
    })
    const clients = Array.from({ length: 25 }, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      // The client asks until an answer says `Connection: close`.
      while ((await ask(port, agent)) !== 'close') {
        answered++
        await sleep(Math.random() * 700)
      }
      answered++
    })
    const slices = ask(port, new Agent(), '/slices')
    await sleep(300)
    await drain()
    await Promise.all([...clients, slices])
  }
  assert.ok(answered >= 6 * 25)
})

/** Works for this number of milliseconds, and yields after each one. */
function* spinning(milliseconds: number): Generator<undefined, void> {
  const until = performance.now() + milliseconds
  while (performance.now() < until) {
    const next = performance.now() + 1
    while (performance.now() < next);
    yield
  }
}
