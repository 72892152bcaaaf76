/** The memory of large requests: collected soon, answered or not, but not so often that it stops everybody else. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { type NodeGCPerformanceDetail, PerformanceObserver, constants } from 'node:perf_hooks'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from '../../src/app.ts'
import { collector } from '../../src/http/garbage.ts'
import { BASE_URL, testService } from '../support.ts'

test('memory is collected once a second at most', async () => {
  let collections = 0
  const observer = new PerformanceObserver((list) => {
    const entries = list.getEntries() as unknown as { detail: NodeGCPerformanceDetail }[]
    const major = entries.filter(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR)
    collections += major.length
  })
  observer.observe({ entryTypes: ['gc'] })
  const since = performance.now()
  const collectSoon = collector()
  for (let n = 0; n < 10; n += 1) {
    collectSoon()
    await sleep(20)
  }
  await sleep(50)
  observer.disconnect()
  // The engine collects by itself too, on a slow machine more often.
  const most = 9 + (performance.now() - since) / 1000
  assert.ok(collections > 0 && collections <= most, `${collections} for ten calls, at most ${most}`)
})

test('the memory of a large body is given back when it is answered, and when it never ends', async () => {
  const service = await testService()
  const collections = { asked: 0 }
  const config = { baseUrl: BASE_URL, errorTypeBase: `${BASE_URL}/problems`, corsOrigins: [] }
  const { db, issuer } = service
  const app = await buildApp({
    config,
    db,
    verifier: issuer.verifier,
    collectSoon: () => collections.asked++,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const token = await issuer.token('olga', { roles: ['application-owner'] })
  const head = [
    'POST /api/v1/applications/any/keys/import HTTP/1.1',
    'host: x',
    'content-type: application/json',
    'content-length: 2000000',
    `authorization: Bearer ${token}`,
    '',
    '',
  ].join('\r\n')
  const until = async (times: number) => {
    for (;;) {
      if (collections.asked >= times) return
      await sleep(5)
    }
  }
  const whole = connect(port, '127.0.0.1')
  whole.write(head + ' '.repeat(2_000_000))
  await until(1)
  const aborted = connect(port, '127.0.0.1')
  aborted.write(head + ' '.repeat(1_999_999))
  await sleep(100)
  assert.equal(collections.asked, 1)
  aborted.resetAndDestroy()
  await until(2)
  whole.destroy()
  await app.close()
  await service.close()
})
