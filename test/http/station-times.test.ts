/** How long a request spends at each station, in the log line and, for debugging, in a header. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { StationTimes, serverTiming } from '../../src/http/lifecycle/station-times.ts'
import { type Service, testService } from '../support.ts'

interface Line {
  msg: string
  status: number
  milliseconds: number
  stations?: Record<string, number>
}

/** A service that collects its log lines. */
async function logging(level: string): Promise<{ service: Service; answered: () => Line[] }> {
  const lines: Line[] = []
  const service = await testService(pino({ level }, { write: (line) => lines.push(JSON.parse(line)) }))
  return { service, answered: () => lines.filter(({ msg }) => msg === 'answered') }
}

const CHANGE = ['authenticate', 'turn', 'body', 'check', 'queue', 'begin', 'run', 'commit', 'send']
const READ = ['authenticate', 'turn', 'body', 'check', 'run', 'send']

test('the log says how long a request was at each station, and all of them are the request', async (t) => {
  const { service, answered } = await logging('info')
  t.after(() => service.close())
  const ann = await service.as('Ann')
  const { headers } = await ann.get('/users/me')
  assert.equal(headers['server-timing'], undefined)
  await ann.post('/groups', { displayName: 'Friends' })
  await ann.post('/groups', { displayName: 5 })
  await ann.get('/groups/0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a10')
  await service.app.inject({ url: '/api/v1/users/me' })
  await service.app.inject({ url: '/openapi.json' })
  await service.app.inject({ url: '/livez' }) // a successful probe
  const lines = answered()
  assert.deepEqual(
    lines.map(({ status, stations = {} }) => [status, Object.keys(stations)]),
    [
      [200, READ],
      [201, CHANGE],
      [400, ['authenticate', 'turn', 'body', 'check', 'send']],
      [404, READ],
      [401, ['authenticate', 'body', 'send']],
      [lines.at(-1)?.status, []],
    ],
  )
  for (const { milliseconds, stations } of lines.slice(0, -1)) {
    const sums = Object.values(stations ?? {})
    for (const sum of sums) assert.equal(sum, Math.round(sum * 10) / 10)
    const total = sums.reduce((one, other) => one + other, 0)
    // Fastify starts its clock before the first station.
    assert.ok(total <= milliseconds + 0.1 * sums.length, `${total} of ${milliseconds} ms`)
  }
})

test('a service that debugs says it in Server-Timing', async (t) => {
  const { service } = await logging('debug')
  t.after(() => service.close())
  const ann = await service.as('Ann')
  const { headers } = await ann.post('/groups', { displayName: 'Friends' })
  const names = [...(headers['server-timing'] ?? '').matchAll(/(\w+);dur=\d+(\.\d)?(?:, |$)/g)].map(
    ([, name]) => name,
  )
  assert.deepEqual(names, CHANGE.slice(0, -1))
  const refused = await ann.get('/groups/0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a10')
  assert.match(refused.headers['server-timing'] ?? '', /^authenticate;dur=.*run;dur=/)
})

test('a station that comes again adds up', async () => {
  const times = new StationTimes()
  times.begin('begin')
  await sleep(20)
  times.begin('run')
  times.begin('begin')
  await sleep(20)
  times.begin('commit')
  const { begin = 0 } = times.sums
  assert.ok(begin >= 38, `${begin} ms`)
  assert.match(serverTiming(times), /^authenticate;dur=[\d.]+, begin;dur=[\d.]+, run;dur=[\d.]+$/)
})
