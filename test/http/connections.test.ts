/** Connections that take more than their share, over real sockets. The limits are short enough for a test. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import { type AddressInfo, type Socket, connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ConnectionLimits, Connections, LIMITS } from '../../src/http/server/connections.ts'

async function serving(limits: Partial<ConnectionLimits>, listener: RequestListener) {
  const connections = new Connections({ ...LIMITS, ...limits }, ({ code = 'lost' }) => {
    const status = code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Late' : '400 Wrong'
    return `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`
  })
  const server = connections.serve(listener, {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { connections, server, port, socket: () => connect(port, '127.0.0.1').on('error', () => {}) }
}

async function closing(server: Server): Promise<void> {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}

/** Returns all text that comes until the server closes the connection. */
async function told(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString('latin1')))
  await once(socket, 'close')
  return text
}

const GET = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'
const LARGE = Buffer.alloc(32 * 1_048_576, 'x')

test('of pipelined requests the next begins when the answer to the one before was taken', async () => {
  let [atWork, most, begun] = [0, 0, 0]
  const first = Promise.withResolvers<void>()
  const { server, socket } = await serving({}, (_request, response) => {
    begun++
    first.resolve()
    most = Math.max(most, ++atWork)
    setTimeout(() => {
      atWork--
      response.end(begun === 1 ? LARGE : 'x')
    }, 5)
  })
  const client = socket().pause()
  client.write(GET.repeat(20))
  await first.promise
  await sleep(300)
  assert.equal(begun, 1, 'nobody reads the first answer yet')
  const text = await told(client.resume().end())
  assert.equal(text.split('HTTP/1.1 200').length - 1, 20)
  assert.deepEqual([begun, most], [20, 1])
  await closing(server)
})

test('whoever does not read an answer loses the connection, but not while the request is worked on', async () => {
  const { server, socket } = await serving({ silence: 100 }, (request, response) => {
    setTimeout(() => response.end(request.url === '/large' ? LARGE : 'x'), 350)
  })
  const patient = socket()
  const answered = once(patient, 'data')
  patient.write(GET)
  assert.match(String(await answered), /^HTTP\/1\.1 200/)
  const meeting = once(server, 'connection')
  const deaf = socket().pause()
  deaf.write('GET /large HTTP/1.1\r\nhost: x\r\n\r\n')
  const [theirs] = (await meeting) as [Socket]
  await once(theirs, 'close')
  deaf.destroy()
  await closing(server)
})

test('when too much is unread, the connections with the most unread data are closed', async () => {
  const { server, socket } = await serving({ unread: 50 * 1_048_576 }, (request, response) => {
    response.end(request.url === '/' ? LARGE.subarray(0, 24 * 1_048_576) : LARGE)
  })
  const smaller = socket().pause()
  smaller.write(GET)
  await once(server, 'request')
  const larger = socket().pause()
  larger.write('GET /large HTTP/1.1\r\nhost: x\r\n\r\n')
  await once(server, 'request')
  const text = await told(smaller.resume().end())
  assert.ok(text.length > 24 * 1_048_576)
  assert.ok((await told(larger.resume())).length < LARGE.length)
  await closing(server)
})

test('headers and bodies that drip are answered 408', async () => {
  const { connections, server, socket } = await serving(
    { headers: 100, body: 150, largeBody: 2_000, checkEvery: 20 },
    (request, response) => {
      if (request.url === '/large') connections.allowLargeBody(request)
      request.resume().on('end', () => response.end('whole'))
    },
  )
  const drip = async (head: string, times: number) => {
    const client = socket()
    const answer = told(client)
    client.write(head)
    for (let n = 0; n < times && client.writable; n++) {
      await sleep(20)
      client.write('x')
    }
    return answer
  }
  const post = (path: string) =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 20\r\n\r\n`
  const [headers, body, large] = await Promise.all([
    drip('GET / HTTP/1.1\r\nhost: ', 100),
    drip(post('/'), 19),
    drip(post('/large'), 20),
  ])
  assert.match(headers, /^HTTP\/1\.1 408/)
  assert.match(body, /^HTTP\/1\.1 408/)
  assert.match(large, /^HTTP\/1\.1 200[^]*whole$/)
  await closing(server)
})

test('a body that has stopped coming is given up, however much time it has left', async () => {
  const { connections, server, socket } = await serving({ silence: 100 }, (request) => {
    connections.allowLargeBody(request)
    request.resume()
  })
  const client = socket()
  client.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 20\r\n\r\nx')
  assert.match(await told(client), /^HTTP\/1\.1 408/)
  await closing(server)
})

test('what comes behind a request is answered in its order, also what is no request', async () => {
  const { server, socket } = await serving({}, (request, response) => {
    setTimeout(() => response.end(request.url), 50)
  })
  const client = socket()
  client.write(GET.replace('/', '/one') + GET.replace('/', '/two') + 'NONSENSE\r\n\r\n' + GET)
  const text = await told(client)
  assert.match(text, /200 OK[^]*\/one[^]*200 OK[^]*\/two[^]*400 Wrong/)
  assert.equal(text.split('HTTP/1.1 ').length - 1, 3)
  await closing(server)
})

test('too many requests on one connection end it, and nothing of them stays in memory', async () => {
  const first = Promise.withResolvers<void>()
  const { connections, server, socket } = await serving({ waiting: 50 }, (_request, response) => {
    void first.promise.then(() => response.end('x'))
  })
  const client = socket()
  client.write(GET.repeat(52))
  assert.equal(await told(client), '')
  first.resolve()
  while (connections.underWay > 0) await sleep(5)
  await closing(server)
})

test('a client that ends its side after its request still gets the answer, and the connection ends', async () => {
  const { server, socket } = await serving({}, (_request, response) => {
    setTimeout(() => response.end('x'), 50)
  })
  const client = socket()
  client.end(GET + GET)
  assert.equal((await told(client)).split('HTTP/1.1 200').length - 1, 2)
  await closing(server)
})
