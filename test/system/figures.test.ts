/** The figures of the last day: what an instance has counted, how it is kept, and what an operator reads. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { ProcessMetrics } from '../../src/cli/service/metrics.ts'
import { startFigures } from '../../src/cli/service/figures.ts'
import { raw, sql } from '../../src/db/sql.ts'
import { quantileOf, sampleOf, totalsOf } from '../../src/system/figures/sample.ts'
import { note } from '../../src/system/figures/store.ts'
import { waitFor } from '../wait-for.ts'
import { testWorld } from '../world.ts'

const { service, world } = await testWorld()
const { db } = service

const figures = async () => (await world.root.get('/system/figures')).body
const clear = () => db.many(raw('truncate figures'))

const NOTHING = {
  seconds: 300,
  requests: 0,
  refused: 0,
  failed: 0,
  median: undefined,
  slow: undefined,
  memory: 1_000,
}

suite('a quantile', () => {
  const below = [
    [0.25, 50],
    [0.5, 99],
    [1, 99],
    [Infinity, 100],
  ] as const
  test('is a bound of the histogram, or between two of them', () => {
    assert.equal(quantileOf(below, 0.5), 0.25)
    assert.equal(quantileOf(below, 0.25), 0.125)
    assert.equal(quantileOf(below, 0.99), 0.5)
  })
  test('is the last bound if requests took longer', () => {
    assert.equal(quantileOf(below, 1), 1)
  })
  test('is absent without requests', () => {
    assert.equal(quantileOf([[0.01, 0]], 0.5), undefined)
    assert.equal(quantileOf([], 0.5), undefined)
  })
})

test('a sample is the difference of two looks at the metrics', () => {
  const metrics = new ProcessMetrics(db)
  const ended = (status: number | 'gone', milliseconds: number) =>
    metrics.requests.ended({ method: 'GET', route: '/games', status, milliseconds, replayed: false })
  ended(200, 1)
  const before = totalsOf(metrics.families())
  for (const status of [200, 200, 404, 503, 'gone'] as const) ended(status, 40)
  metrics.requests.refused(431)
  const sample = sampleOf(before, totalsOf(metrics.families()), 60)
  const { memory, median, slow, ...counts } = sample
  assert.deepEqual(counts, { seconds: 60, requests: 6, refused: 2, failed: 1 })
  assert.ok(memory > 1_000_000)
  assert.ok(median !== undefined && median > 0.025 && median < 0.05, `${median}`)
  assert.ok(slow !== undefined && slow > median && slow <= 0.05, `${slow}`)
})

test('a point adds up the instances, and shows the slowest one', async () => {
  await clear()
  await db.many(note('1@a', { ...NOTHING, requests: 300, refused: 30, failed: 3, median: 0.002, slow: 0.04 }))
  await db.many(note('2@b', { ...NOTHING, requests: 600, median: 0.001, slow: 0.09, memory: 2_000 }))
  await db.many(
    sql`update figures set at = date_bin('5 minutes', now() - interval '1 hour', '2000-01-01Z') + interval '1 minute'`,
  )
  const { every, points } = await figures()
  assert.equal(every, 300)
  assert.equal(points.length, 1)
  const [{ at, connections, events, mails, ...point }] = points
  assert.equal(Date.parse(at) % 300_000, 0)
  assert.ok(connections > 0)
  assert.deepEqual(
    { events, mails, ...point },
    {
      events: 0,
      mails: 0,
      instances: 2,
      requests: 3,
      refused: 0.0333,
      failed: 0.0033,
      median: 0.002,
      slow: 0.09,
      memory: 3_000,
    },
  )
})

test('two rows of one instance in the time of a point count once', async () => {
  await clear()
  await db.many(note('1@a', { ...NOTHING, requests: 300 }))
  await db.many(
    sql`update figures set at = date_bin('5 minutes', now() - interval '1 hour', '2000-01-01Z') + interval '1 minute'`,
  )
  await db.many(note('1@a', { ...NOTHING, requests: 900 }))
  await db.many(sql`
    update figures set at = date_bin('5 minutes', now() - interval '1 hour', '2000-01-01Z') + interval '2 minutes' where requests = 900`)
  const { points } = await figures()
  assert.deepEqual(
    points.map(({ requests, memory, instances, median }: Record<string, unknown>) => ({
      requests,
      memory,
      instances,
      median,
    })),
    [{ requests: 2, memory: 1_000, instances: 1, median: undefined }],
  )
})

test('a row deletes what is older than a day, and nothing older is shown', async () => {
  await clear()
  await db.many(note('1@a', NOTHING))
  await db.many(sql`update figures set at = now() - interval '25 hours'`)
  assert.deepEqual((await figures()).points, [])
  await db.many(note('1@a', NOTHING))
  assert.deepEqual(await db.many(sql`select count(*)::int as n from figures`), [{ n: 1 }])
})

test('the work of an instance notes what its processes have counted, again and again', async () => {
  await clear()
  const [one, other] = [new ProcessMetrics(db), new ProcessMetrics(db)]
  const warnings: string[] = []
  const work = startFigures({
    db,
    processes: async () => [one.families(), other.families()],
    warn: (message) => warnings.push(message),
    every: 50,
  })
  const rows = () =>
    db.many<{ requests: number; failed: number }>(sql`select requests, failed from figures order by at`)
  try {
    await waitFor('the first row', async () => (await rows()).length > 0)
    for (const metrics of [one, other])
      metrics.requests.ended({
        method: 'GET',
        route: '/games',
        status: 500,
        milliseconds: 3,
        replayed: false,
      })
    await waitFor('both requests', async () => {
      const all = await rows()
      return (
        all.reduce((sum, { requests }) => sum + requests, 0) === 2 && all.some(({ failed }) => failed > 0)
      )
    })
  } finally {
    await work.stop()
  }
  assert.deepEqual(warnings, [])
})

test('only people with the scope read them', async () => {
  assert.equal((await world.alice.get('/system/figures')).status, 403)
})
