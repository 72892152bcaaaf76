/** The memory of large requests: collected soon, but not so often that who sends them stops everybody else. */
import assert from 'node:assert/strict'
import { type NodeGCPerformanceDetail, PerformanceObserver, constants } from 'node:perf_hooks'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Service, testService } from '../support.ts'

let service: Service
before(async () => {
  service = await testService()
})
after(() => service.close())

test('large bodies, which need no token, have memory collected once a second at most', async () => {
  let collections = 0
  const observer = new PerformanceObserver((list) => {
    const entries = list.getEntries() as unknown as { detail: NodeGCPerformanceDetail }[]
    const major = entries.filter(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR)
    collections += major.length
  })
  observer.observe({ entryTypes: ['gc'] })
  const since = performance.now()
  for (let n = 0; n < 10; n += 1) {
    const { statusCode } = await service.app.inject({
      method: 'POST',
      url: '/api/v1/applications/any/keys/import',
      headers: { 'content-type': 'application/json' },
      payload: `[${' '.repeat(1_100_000)}]`,
    })
    assert.equal(statusCode, 401)
    await sleep(20)
  }
  await sleep(50)
  observer.disconnect()
  // The engine collects by itself too, for half of the bodies on a slow machine.
  const most = 9 + (performance.now() - since) / 1000
  assert.ok(collections > 0 && collections <= most, `${collections} for ten bodies, at most ${most}`)
})
