/**
 * The service frees the memory of large requests soon. It does so once for many requests, because garbage collection stops all
 * others.
 */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { type NodeGCPerformanceDetail, PerformanceObserver, constants } from 'node:perf_hooks'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from '../../src/app.ts'
import { collector } from '../../src/http/server/garbage.ts'
import { BASE_URL, present, testService } from '../support.ts'

/** The times when the service collected garbage. A collection that the engine starts itself has a flag that says why. */
function collections(): { at: number[]; end: () => void } {
  const at: number[] = []
  const observer = new PerformanceObserver((list) => {
    const entries = list.getEntries() as unknown as { startTime: number; detail: NodeGCPerformanceDetail }[]
    for (const { detail, startTime } of entries)
      if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR && detail.flags === 0) at.push(startTime)
  })
  observer.observe({ entryTypes: ['gc'] })
  return { at, end: () => observer.disconnect() }
}

/** In milliseconds. They are long enough for a timer of 20 ms to be in time on a busy machine. */
const PACE = { quiet: 1_000, longest: 3_000 }

test('memory is collected when large requests have ended, not after each', async () => {
  const { at, end } = collections()
  const collectSoon = collector(PACE)
  let last = 0
  for (let n = 0; n < 10; n += 1) {
    collectSoon()
    last = performance.now()
    await sleep(20)
  }
  while (at.length === 0) await sleep(20)
  end()
  assert.ok(present(at[0]) >= last + PACE.quiet - 5, `${at[0]} is ${PACE.quiet} ms after ${last}`)
})

test('memory is collected in time if large requests never end', async () => {
  const { at, end } = collections()
  const collectSoon = collector(PACE)
  const first = performance.now()
  while (at.length === 0) {
    collectSoon()
    await sleep(20)
  }
  end()
  assert.ok(present(at[0]) >= first + PACE.quiet, 'it is put off while requests end')
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
