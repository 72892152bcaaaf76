/** Traces: each request sends a span to the collector, continues an incoming trace, and logs the trace's id. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { json } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { pino } from 'pino'
import { createServer as createService } from '../../src/http/server/server.ts'
import { parentIn } from '../../src/traces/traceparent.ts'
import { traceSettingsIn } from '../../src/traces/settings.ts'
import { Tracer } from '../../src/traces/tracer.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'
const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }

test('a traceparent is read where it is in order, and taken for none otherwise', () => {
  const sampled = { traceId: TRACE, spanId: PARENT, sampled: true }
  assert.deepEqual(parentIn(`00-${TRACE}-${PARENT}-01`), sampled)
  assert.deepEqual(parentIn(`00-${TRACE}-${PARENT}-00`), { ...sampled, sampled: false })
  assert.deepEqual(parentIn(`cc-${TRACE}-${PARENT}-01-what-comes`), sampled)
  for (const wrong of [
    undefined,
    '',
    `00-${TRACE}-${PARENT}-01-more`,
    `ff-${TRACE}-${PARENT}-01`,
    `00-${'0'.repeat(32)}-${PARENT}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${PARENT}-01`,
    `00-${TRACE}-${PARENT}-01\n`,
    [`00-${TRACE}-${PARENT}-01`],
  ])
    assert.equal(parentIn(wrong), undefined, String(wrong))
})

test('without a collector nothing is sent; the usual settings say where, what and how much', () => {
  assert.deepEqual(traceSettingsIn({}), { settings: undefined, faults: [] })
  assert.equal(traceSettingsIn({ ...ENDPOINT, OTEL_SDK_DISABLED: 'true' }).settings, undefined)
  assert.equal(traceSettingsIn({ ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }).settings, undefined)
  assert.deepEqual(traceSettingsIn(ENDPOINT).settings, {
    url: 'http://localhost:4318/v1/traces',
    headers: {},
    timeout: 10_000,
    pause: 5_000,
    resource: { 'service.name': 'scorebook' },
    share: 1,
    byParent: true,
  })
  assert.deepEqual(
    traceSettingsIn({
      ...ENDPOINT,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector.example.org/own',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20abc, x-team = games',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test',
      OTEL_SERVICE_NAME: 'matches',
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    }).settings,
    {
      url: 'https://collector.example.org/own',
      headers: { authorization: 'Basic abc', 'x-team': 'games' },
      timeout: 10_000,
      pause: 5_000,
      resource: { 'deployment.environment': 'test', 'service.name': 'matches' },
      share: 0.25,
      byParent: false,
    },
  )
  const { settings, faults } = traceSettingsIn({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_TRACES_EXPORTER: 'zipkin',
    OTEL_TRACES_SAMPLER: 'jaeger_remote',
    OTEL_TRACES_SAMPLER_ARG: '2',
  })
  assert.equal(settings, undefined)
  assert.equal(faults.length, 5)
})

test('the exporter alone names the usual collector, and its path is added to the path of an endpoint', () => {
  const urlOf = (env: Record<string, string>) => traceSettingsIn(env).settings?.url
  assert.equal(urlOf({ OTEL_TRACES_EXPORTER: 'otlp' }), 'http://localhost:4318/v1/traces')
  assert.equal(
    urlOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://c.example.org/otel/?team=games' }),
    'https://c.example.org/otel/v1/traces?team=games',
  )
})

test('a setting that no span could be sent with is refused, and its secret is not repeated', () => {
  const faultsOf = (env: Record<string, string>) => {
    const { settings, faults } = traceSettingsIn({ ...ENDPOINT, ...env })
    assert.equal(settings, undefined)
    assert.ok(!faults.join().includes('geheim'))
    return faults.map((fault) => fault.split(' ')[0])
  }
  for (const [name, value] of [
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://me:geheim@localhost:4318'],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'http://geheim@localhost:4318/v1/traces'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=Basic%0Ageheim'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=geheim€'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization: geheim'],
    ['OTEL_EXPORTER_OTLP_TRACES_HEADERS', 'a b=geheim'],
    ['OTEL_EXPORTER_OTLP_TIMEOUT', '10s'],
    ['OTEL_EXPORTER_OTLP_TIMEOUT', '0'],
    ['OTEL_BSP_SCHEDULE_DELAY', '0'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'http/xml'],
  ] as const)
    assert.deepEqual(faultsOf({ [name]: value }), [name], value)
  assert.equal(traceSettingsIn({ OTEL_TRACES_EXPORTER: 'zipkin' }).faults.length, 1)
})

test('a request is a span of the trace that it continues, or of a new one; its id is in the log', async (t) => {
  const { url, spans } = await collector(t)
  const { send, lines, end } = await service(t, { OTEL_EXPORTER_OTLP_ENDPOINT: url })
  await send('/things/4711', { traceparent: `00-${TRACE}-${PARENT}-01`, tracestate: 'a=1' })
  await send('/things/4711', {})
  await send('/nowhere/4711', { traceparent: 'garbage' })
  await send('/things/4711', { traceparent: `00-${'a'.repeat(32)}-${PARENT}-00` })
  await end()
  assert.equal(spans.length, 3)
  const [first, second, third] = spans
  assert.deepEqual(
    {
      traceId: first.traceId,
      parentSpanId: first.parentSpanId,
      traceState: first.traceState,
      name: first.name,
      kind: first.kind,
    },
    { traceId: TRACE, parentSpanId: PARENT, traceState: 'a=1', name: 'GET /things/:thingId', kind: 2 },
  )
  assert.match(first.spanId, /^[0-9a-f]{16}$/)
  assert.ok(BigInt(first.endTimeUnixNano) >= BigInt(first.startTimeUnixNano))
  assert.deepEqual(
    first.attributes.find((one: { key: string }) => one.key === 'http.response.status_code'),
    { key: 'http.response.status_code', value: { intValue: '200' } },
  )
  assert.equal(second.parentSpanId, undefined)
  assert.equal(third.name, 'GET')
  assert.ok(!JSON.stringify(spans).includes('4711'), 'no span has what somebody sent')
  const answered = lines.filter(({ msg }) => msg === 'answered').map(({ traceId }) => traceId)
  assert.deepEqual(answered, [TRACE, second.traceId, third.traceId, 'a'.repeat(32)])
})

test('without a collector the id of a trace that comes is in the log all the same', async (t) => {
  const { send, lines, end } = await service(t, {})
  await send('/things/1', { traceparent: `00-${TRACE}-${PARENT}-01` })
  await send('/things/1', {})
  await end()
  assert.deepEqual(
    lines.filter(({ msg }) => msg === 'answered').map(({ traceId }) => traceId),
    [TRACE, undefined],
  )
})

test('a collector that is away costs the requests nothing, and is logged once', async (t) => {
  const { send, warned, end } = await service(t, {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    OTEL_BSP_SCHEDULE_DELAY: '10',
  })
  for (let n = 0; n < 20; n++) assert.equal((await send('/things/1', {})).statusCode, 200)
  await end()
  assert.deepEqual(warned, ['spans could not be sent to the collector'])
})

test('with a slow collector, a limited number of spans wait, and the log says how many were dropped', async (t) => {
  const { url, bodies, answer } = await slowCollector(t)
  const { tracer, warned } = tracerTo(url)
  record(tracer, 10_000)
  await answer.asked
  answer.give()
  await tracer.close()
  assert.equal(bodies.flat().length, 512 + 2_048)
  assert.ok(bodies.every((spans) => spans.length <= 512))
  assert.deepEqual(warned, [7_440])
})

test('a collector that never answers does not delay the end', async (t) => {
  const { url, answer } = await slowCollector(t)
  const { tracer, warned } = tracerTo(url)
  record(tracer, 1_000)
  await answer.asked
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const closed = tracer.close()
  t.mock.timers.tick(5_000)
  await closed
  assert.equal(warned.length, 1)
})

test('a share of the traces is recorded by their id, and a parent that is not recorded is not', () => {
  const { settings } = traceSettingsIn({
    ...ENDPOINT,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
  })
  assert.ok(settings)
  const tracer = new Tracer(settings, '1', () => {})
  const recorded = Array.from({ length: 4000 }, () => tracer.begin({})).filter(
    (span) => span !== undefined,
  ).length
  assert.ok(recorded > 700 && recorded < 1300, String(recorded))
  assert.equal(tracer.begin({ traceparent: `00-${TRACE}-${PARENT}-00` }), undefined)
  assert.equal(tracer.begin({ traceparent: `00-${TRACE}-${PARENT}-01` })?.traceId, TRACE)
})

async function collector(t: TestContext) {
  // oxlint-disable-next-line typescript/no-explicit-any -- what a collector is sent
  const spans: any[] = []
  const server = createServer((request, response) => {
    void (async () => {
      // oxlint-disable-next-line typescript/no-explicit-any -- what a collector is sent
      const body = (await json(request)) as any
      spans.push(...body.resourceSpans[0].scopeSpans[0].spans)
      assert.equal(request.url, '/v1/traces')
      response.end('{}')
    })()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const address = server.address()
  assert.ok(typeof address === 'object' && address)
  return { url: `http://127.0.0.1:${address.port}`, spans }
}

const SPAN = { name: 'GET', failed: false, milliseconds: 1, facts: {} }

function record(tracer: Tracer, spans: number): void {
  for (let n = 0; n < spans; n++) {
    const span = tracer.begin({})
    assert.ok(span)
    tracer.end(span, SPAN)
  }
}

/** A tracer that waits up to ten minutes for its collector. */
function tracerTo(url: string) {
  const { settings } = traceSettingsIn({
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_TIMEOUT: '600000',
  })
  assert.ok(settings)
  const warned: number[] = []
  const warn = (_message: string, { dropped }: { dropped?: number }) => void warned.push(dropped ?? 0)
  return { tracer: new Tracer(settings, '1', warn), warned }
}

/** A collector that answers when the test lets it. */
async function slowCollector(t: TestContext) {
  const bodies: object[][] = []
  const [asked, given] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const server = createServer((request, response) => {
    void (async () => {
      const body = (await json(request)) as { resourceSpans: { scopeSpans: { spans: object[] }[] }[] }
      bodies.push(body.resourceSpans[0]?.scopeSpans[0]?.spans ?? [])
      asked.resolve()
      await given.promise
      response.end('{}')
    })()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  assert.ok(typeof address === 'object' && address)
  return {
    url: `http://127.0.0.1:${address.port}`,
    bodies,
    answer: { asked: asked.promise, give: given.resolve },
  }
}

async function service(_t: TestContext, env: Record<string, string>) {
  const lines: { msg: string; traceId?: string }[] = []
  const warned: string[] = []
  const { settings } = traceSettingsIn(env)
  const tracer = settings && new Tracer(settings, '1', (message) => warned.push(message))
  const app = await createService({
    baseUrl: 'http://localhost',
    errorTypeBase: 'http://localhost/problems',
    corsOrigins: [],
    logger: pino({}, { write: (line) => void lines.push(JSON.parse(line) as { msg: string }) }),
    tracer,
  })
  app.get('/things/:thingId', () => ({}))
  await app.ready()
  return {
    lines,
    warned,
    send: (url: string, headers: Record<string, string>) => app.inject({ method: 'GET', url, headers }),
    end: async () => {
      await app.close()
      await tracer?.close()
    },
  }
}
