/** Every request is counted, timed, logged and recorded once, however it ends. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { RequestMeasures } from '../../src/http/server/measures.ts'
import { createServer } from '../../src/http/server/server.ts'
import { type Span, Tracer } from '../../src/traces/tracer.ts'
import { traceSettingsIn } from '../../src/traces/settings.ts'

test('a client that leaves while its answer is sent is counted, logged and recorded', async (t) => {
  const { ask, told, lines, spans } = await service(t)
  const socket = await ask('GET /large HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(socket, 'readable') // the answer has begun
  socket.destroy()
  assert.deepEqual(await told(1), ['{method="GET",route="/large",status="gone"} 1'])
  assert.deepEqual(
    lines.map(({ msg, route, status }) => ({ msg, route, status })),
    [{ msg: 'the client left before it had the answer', route: '/large', status: undefined }],
  )
  assert.deepEqual(
    spans.map(({ name, facts }) => ({ name, why: facts['error.type'] })),
    [{ name: 'GET /large', why: 'gone' }],
  )
})

test('an answer that is ready after its client has left is counted once, as one that nobody got', async (t) => {
  const { ask, told, lines, answer } = await service(t)
  const socket = await ask('GET /late HTTP/1.1\r\nHost: x\r\n\r\n')
  await answer.begun
  socket.resetAndDestroy()
  await answer.gone
  answer.give()
  assert.deepEqual(await told(1), ['{method="GET",route="/late",status="gone"} 1'])
  assert.equal(lines.length, 1)
})

test('a path that cannot be read is counted and logged, and so is one with a part that is too long', async (t) => {
  const { ask, told, lines } = await service(t)
  await read(await ask('GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'))
  await read(await ask(`GET /things/${'a'.repeat(3_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`))
  assert.deepEqual(await told(2), [
    '{method="GET",route="none",status="400"} 1',
    '{method="GET",route="none",status="404"} 1',
  ])
  assert.deepEqual(
    lines.map(({ msg, status }) => `${msg} ${status}`),
    ['answered 400', 'answered 404'],
  )
})

test('requests that the HTTP server refuses are counted, by their route if it is known', async (t) => {
  const { ask, told } = await service(t)
  await read(await ask('NONSENSE\r\n\r\n'))
  await read(await ask(`GET /things/1 HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(70_000)}\r\n\r\n`))
  const chunked =
    'POST /things HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n'
  await read(await ask(`${chunked}nonsense\r\n`))
  assert.deepEqual(await told(3), [
    '{method="POST",route="/things",status="400"} 1',
    '{method="none",route="none",status="400"} 1',
    '{method="none",route="none",status="431"} 1',
  ])
})

test('hostile methods and paths make no series of their own', async (t) => {
  const { ask, told } = await service(t)
  for (let n = 0; n < 20; n++) {
    await read(await ask(`GET /${n}"}\\ HTTP/1.1\r\nHost: ${n}\r\nConnection: close\r\n\r\n`))
    await read(await ask(`PROPFIND /things/${n} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`))
    await read(await ask(`X${n} /things/${n} HTTP/1.1\r\nHost: x\r\n\r\n`))
  }
  assert.deepEqual(await told(60), [
    '{method="GET",route="none",status="404"} 20',
    '{method="PROPFIND",route="none",status="404"} 20',
    '{method="none",route="none",status="400"} 20',
  ])
})

async function read(socket: Socket): Promise<void> {
  socket.resume()
  await once(socket, 'close')
}

async function service(t: TestContext) {
  const lines: { msg: string; route?: string; status?: number }[] = []
  const spans: Parameters<Tracer['end']>[1][] = []
  const { settings } = traceSettingsIn({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
  assert.ok(settings)
  const tracer = new Tracer(settings, '1', () => {})
  t.after(() => tracer.close())
  t.mock.method(tracer, 'end', (_span: Span, ended: (typeof spans)[number]) => void spans.push(ended))
  const measures = new RequestMeasures()
  const app = await createServer({
    baseUrl: 'http://localhost',
    errorTypeBase: 'http://localhost/problems',
    corsOrigins: [],
    logger: pino({}, { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) }),
    measures,
    tracer,
  })
  const [begun, gone, given] = [0, 1, 2].map(() => Promise.withResolvers<void>())
  app.get('/things/:thingId', () => ({}))
  app.post('/things', () => ({}))
  app.get('/large', (_request, reply) => reply.send(Buffer.alloc(64 * 1_048_576)))
  app.get('/late', async (_request, reply) => {
    reply.raw.once('close', () => gone?.resolve())
    begun?.resolve()
    await given?.promise
    return {}
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  lines.length = 0
  t.after(() => app.close())
  const address = app.server.address()
  assert.ok(typeof address === 'object' && address)
  return {
    spans,
    lines,
    answer: { begun: begun?.promise, gone: gone?.promise, give: () => given?.resolve() },
    ask: async (text: string) => {
      const socket = connect(address.port, '127.0.0.1')
      socket.on('error', () => {})
      t.after(() => socket.destroy())
      await once(socket, 'connect')
      socket.write(text)
      return socket
    },
    /** Waits until this number of requests has ended, and returns the counts. */
    told: async (requests: number) => {
      for (;;) {
        const { samples } = measures.families[0] ?? { samples: [] }
        if (samples.reduce((sum, [, n]) => sum + n, 0) >= requests)
          return samples.map(([suffix, n]) => `${suffix} ${n}`).toSorted()
        await sleep(10)
      }
    },
  }
}
