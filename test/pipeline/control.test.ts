/** Pause, resume and status with several instances, and the workers of a process. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, before, test } from 'node:test'
import { Stopped } from '../../src/pipeline/outside/failures.ts'
import { announce, keepAnnouncing } from '../../src/pipeline/presence.ts'
import { startPipeline } from '../../src/pipeline/worker.ts'
import { sql } from '../../src/db/sql.ts'
import { uuidv7 } from '../../src/db/uuid.ts'
import { violations } from '../support.ts'
import { type Bench, COMPLETE, SETTINGS, act, made, never, rulebook, testPipeline } from './pipeline.ts'

let bench: Bench
before(async () => {
  bench = await testPipeline()
})
after(() => bench.close())

const STEPS = ['ENRICH_FROM_CATALOG', 'COLLECT_RULES', 'INTERPRET_RULES', 'PUBLISH']
const status = async () => (await bench.editor.get('/pipeline/status')).body
const control = (action: 'pause' | 'resume', body?: object) => bench.editor.post(`/pipeline/${action}`, body)

test('the status lists every step and every count, 0 included', async () => {
  assert.deepEqual(await status(), {
    steps: STEPS.map((step) => ({ step, paused: false, running: true })),
    unlinkedRankings: 0,
    candidatesByStage: { PENDING_RULES: 0, RULES_COLLECTED: 0, INTERPRETED: 0, FAILED: 0 },
    candidatesByStatus: { PENDING: 0, APPROVED: 0, PUBLISHED: 0, REJECTED: 0 },
  })
})

test('a step is paused and resumed alone, or all are; pausing again changes nothing', async () => {
  for (let n = 0; n < 2; n++) {
    const { body } = await control('pause', { step: 'COLLECT_RULES' })
    assert.deepEqual(
      body.steps.map(({ paused, running }: { paused: boolean; running: boolean }) => [paused, running]),
      [
        [false, true],
        [true, false],
        [false, true],
        [false, true],
      ],
    )
  }
  const all = (await control('pause')).body.steps
  assert.ok(all.every(({ paused }: { paused: boolean }) => paused))
  assert.deepEqual((await control('resume', { step: 'PUBLISH' })).body.steps[3].running, true)
  const resumed = (await control('resume', {})).body.steps
  assert.ok(resumed.every(({ running }: { running: boolean }) => running))
  const wrong = await control('pause', { step: 'REST' })
  assert.deepEqual(violations(wrong), ['step INVALID_VALUE'])
})

test('in a paused step nothing starts, and what is running finishes', async () => {
  const [running, waiting] = [await made(bench), await made(bench)]
  const started = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  bench.services.rulebooks.read = async (url) => {
    started.resolve()
    await go.promise
    return rulebook(url)
  }
  const turn = bench.turn('COLLECT_RULES')
  await started.promise
  assert.equal((await control('pause', { step: 'COLLECT_RULES' })).status, 200)
  assert.equal(await bench.instance().COLLECT_RULES?.(never), false)
  go.resolve()
  assert.equal(await turn, true)
  assert.equal((await bench.candidate(running.body.id)).body.stage, 'RULES_COLLECTED')
  assert.equal(await bench.turn('COLLECT_RULES'), false)
  assert.equal((await bench.candidate(waiting.body.id)).body.stage, 'PENDING_RULES')
  await control('resume')
  assert.equal(await bench.turn('COLLECT_RULES'), true)
})

interface Step {
  running: boolean
  suspendReason?: string
}
const reasons = async () =>
  (await status()).steps.map(({ running, suspendReason }: Step) => [running, suspendReason])
const NOBODY = "no instance runs the pipeline's workers (SCOREBOOK_PIPELINE=off)"

const FOUR = [1, 2, 3, 4]
const NOBODY_AT_ALL = FOUR.map(() => [false, NOBODY])

/** Does the work while no instance is alive. Usually the bench has one. */
async function withoutInstances(work: () => Promise<void>): Promise<void> {
  await bench.service.db.many(sql`update pipeline_instances set alive_until = alive_until - interval '1 day'`)
  await work()
  await bench.service.db.many(sql`delete from pipeline_instances`)
  await bench.attend()
}

test('without a running worker, every step is idle and says so', () =>
  withoutInstances(async () => {
    assert.deepEqual(await reasons(), NOBODY_AT_ALL)
    const options = { db: bench.service.db, engine: bench.engine, settings: SETTINGS, warn: () => {} }
    const publisher = await startPipeline({ ...options, services: {} })
    const collector = await startPipeline({ ...options, services: { rulebooks: bench.services.rulebooks } })
    const [catalogue, ...others] = await reasons()
    assert.match(catalogue[1], /^not configured: the external catalogue \(SCOREBOOK_CATALOG_URL/)
    assert.deepEqual(
      others.map(([running]: [boolean]) => running),
      [true, false, true],
      'one of them collects, both publish',
    )
    await collector.stop()
    assert.match((await reasons())[1][1], /^not configured/)
    await publisher.stop()
    assert.deepEqual(await reasons(), NOBODY_AT_ALL)
  }))

test('an instance that is killed is gone after half a minute, and one that works on is not', () =>
  withoutInstances(async () => {
    const { db } = bench.service
    const instance = { disabledReasons: {}, loopbackPorts: [] }
    const presence = await keepAnnouncing(db, instance, 50)
    assert.deepEqual(
      await reasons(),
      FOUR.map(() => [true, undefined]),
    )
    const { seconds } = await db.one(
      sql<{ seconds: number }>`
        select extract(epoch from max(alive_until) - now())::float8 as seconds from pipeline_instances`,
    )
    assert.ok(seconds > 0 && seconds <= 30)
    // The announcements have expired. The instance must soon announce itself again.
    await db.many(sql`update pipeline_instances set alive_until = now()`)
    while (!(await status()).steps.every(({ running }: Step) => running)) await sleep(10)
    await presence.leave()
    await db.many(announce(uuidv7(), instance, 0))
    assert.deepEqual(await reasons(), NOBODY_AT_ALL, 'one that was not heard of since')
  }))

test('the status names a service that is not configured, and its step is idle', () =>
  withoutInstances(async () => {
    const pipeline = await startPipeline({
      db: bench.service.db,
      services: {},
      engine: bench.engine,
      settings: SETTINGS,
      poll: 600_000,
      warn: () => {},
    })
    const { steps } = await status()
    assert.deepEqual(
      steps.map(({ running, suspendReason }: { running: boolean; suspendReason?: string }) => [
        running,
        suspendReason?.split(':')[0],
      ]),
      [
        [false, 'not configured'],
        [false, 'not configured'],
        [false, 'not configured'],
        [true, undefined],
      ],
    )
    // An approval wakes the publishing step, which need not wait for its next poll.
    const { body } = await made(bench, COMPLETE)
    await sleep(100)
    const begun = performance.now()
    await act(bench, body.id, 'approve')
    while ((await bench.candidate(body.id)).body.status !== 'PUBLISHED') {
      assert.ok(performance.now() - begun < 60_000)
      await sleep(10)
    }
    await pipeline.stop()
  }))

test('a service that says to come back at once is given a second', async () => {
  await made(bench)
  for (const until of [new Date(0), new Date()]) {
    bench.services.rulebooks.find = async () => {
      throw new Stopped('Not now.', until)
    }
    assert.equal(await bench.turn('COLLECT_RULES'), true)
    assert.equal(await bench.turn('COLLECT_RULES'), false)
    const { suspendReason, suspendedUntil } = (await status()).steps[1]
    assert.equal(suspendReason, 'Not now.')
    assert.ok(Date.parse(suspendedUntil) <= Date.now() + 1_000)
    await control('resume')
  }
  bench.services.rulebooks.find = async () => [{ url: 'https://rules.example.org/a.pdf' }]
})

test('a process that stops gives back what it was doing, and the attempt is not counted', async () => {
  const { body } = await made(bench)
  await bench.service.db.many(
    sql`update candidates set due_at = now() + interval '1 day' where id <> ${body.id}`,
  )
  const stopping = new AbortController()
  bench.services.rulebooks.read = (_url, signal) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error))
      stopping.abort(new Error('The process stops.'))
    })
  assert.equal(await bench.instance().COLLECT_RULES?.(stopping.signal), true)
  const row = await bench.service.db.one(
    sql<{ attempts: number; lost: number; free: boolean }>`
      select attempts, lost_leases as lost, lease_token is null as free from candidates where id = ${body.id}`,
  )
  assert.deepEqual(row, { attempts: 0, lost: 0, free: true })
})

test('a lease is renewed while its work lasts, and work whose lease is gone is stopped', async () => {
  const { body } = await made(bench)
  await bench.service.db.many(
    sql`update candidates set due_at = now() + interval '1 day' where id <> ${body.id}`,
  )
  const lease = 2_000
  const until = () =>
    bench.service.db.one(
      sql<{ until: Date }>`select lease_until as until from candidates where id = ${body.id}`,
    )
  let aborted = false
  bench.services.rulebooks.read = async (url, signal) => {
    const { until: first } = await until()
    while ((await until()).until <= first) await sleep(50)
    assert.equal(await bench.instance({ lease }).COLLECT_RULES?.(never), false, 'it is still held')
    await bench.service.db.many(sql`
      update candidates set lease_token = null, lease_until = null where id = ${body.id}`)
    if (!signal.aborted) await once(signal, 'abort')
    aborted = signal.aborted
    return rulebook(url)
  }
  assert.equal(await bench.instance({ lease }).COLLECT_RULES?.(never), true)
  assert.equal(aborted, true)
  assert.equal((await bench.candidate(body.id)).body.stage, 'PENDING_RULES')
})
