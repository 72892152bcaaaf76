/** The ids that somebody asked for, and what each step of the pipeline did last. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Failed, Stopped } from '../../src/pipeline/outside/failures.ts'
import { type Bench, made, newId, testPipeline, thing } from './pipeline.ts'

let bench: Bench
before(async () => {
  bench = await testPipeline()
})
after(() => bench.close())

const queue = async (query = '') => (await bench.editor.get(`/pipeline/queue?limit=100${query}`)).body.items
const step = async (name: string) =>
  (await bench.editor.get('/pipeline/steps')).body.steps.find((one: { step: string }) => one.step === name)

test('each id says what became of it, and the newest come first', async () => {
  const [game, gone, other, waits] = [newId(), newId(), newId(), newId()]
  bench.services.catalogue = async (ids) =>
    ids
      .filter((id) => id !== String(gone))
      .map((id) => thing(id, id === String(other) ? { type: 'rpgitem' } : {}))
  assert.equal((await bench.editor.post('/pipeline/enrich', { catalogIds: [game, gone, other] })).status, 200)
  assert.equal((await step('ENRICH_FROM_CATALOG')).waiting, 3)
  await bench.all('ENRICH_FROM_CATALOG')
  assert.equal((await bench.editor.post('/pipeline/enrich', { catalogIds: [waits] })).status, 200)
  bench.services.catalogue = async () => {
    throw new Failed('The catalogue answered 418.')
  }
  await bench.turn('ENRICH_FROM_CATALOG')
  const all = await queue()
  const { nextAttemptAt, requestedAt, ...first } = all[0]
  assert.deepEqual(first, {
    catalogId: waits,
    state: 'WAITING',
    failureReason: 'The catalogue answered 418.',
  })
  assert.ok(Date.parse(nextAttemptAt) > Date.now() && Date.parse(requestedAt) <= Date.now())
  const found = all.find((one: { catalogId: number }) => one.catalogId === game)
  assert.deepEqual([found.state, found.displayName], ['CANDIDATE', `Harbour Lights ${game}`])
  assert.equal((await bench.candidate(found.candidateId)).status, 200)
  const states = async (state: string) =>
    (await queue(`&filter=state==${state}`)).map(({ catalogId }: { catalogId: number }) => catalogId)
  assert.deepEqual([await states('MISSING'), await states('NOT_A_GAME')], [[gone], [other]])
  assert.equal((await bench.editor.get('/pipeline/queue/count?filter=state==WAITING')).body.count, 1)
})

test('an id of the ranking that nobody asked for is not in the queue', async () => {
  const id = newId()
  const csv = `id,name,rank\n${id},Rising Tides,1\n`
  await bench.editor.post('/pipeline/import-rankings', csv, { 'content-type': 'text/csv' })
  assert.deepEqual(await queue(`&filter=catalogId==${id}`), [])
})

for (const sort of ['requestedAt', 'requestedAt:DESC', 'catalogId', 'catalogId:DESC']) {
  test(`walked by ${sort}, each id appears once`, async () => {
    const seen: number[] = []
    let cursor = ''
    do {
      const { body } = await bench.editor.get(`/pipeline/queue?limit=1&sort=${sort}${cursor}`)
      seen.push(...body.items.map(({ catalogId }: { catalogId: number }) => catalogId))
      cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`
    } while (cursor !== '')
    assert.equal(new Set(seen).size, seen.length)
    assert.equal(seen.length, (await queue()).length)
  })
}

test('a step says when it last did its work, and why it last failed', async () => {
  await made(bench)
  assert.equal((await step('COLLECT_RULES')).lastSuccessAt, undefined)
  await bench.all('COLLECT_RULES')
  const { lastSuccessAt, lastFailureAt, waiting, callsToday } = await step('COLLECT_RULES')
  assert.ok(Date.parse(lastSuccessAt) <= Date.now())
  assert.deepEqual([lastFailureAt, waiting], [undefined, 0])
  assert.ok(callsToday > 0)
  bench.services.interpreter = async () => {
    throw new Stopped('The model asked us to wait.', new Date(Date.now() + 60_000))
  }
  await bench.turn('INTERPRET_RULES')
  const suspended = await step('INTERPRET_RULES')
  assert.deepEqual(
    [suspended.running, suspended.lastFailure, suspended.suspendReason],
    [false, 'The model asked us to wait.', 'The model asked us to wait.'],
  )
  assert.ok(suspended.waiting > 0)
})

test('an item that a step works on counts as in work', async () => {
  await bench.editor.post('/pipeline/resume')
  await made(bench)
  const inside = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  bench.services.rulebooks.find = async () => {
    inside.resolve()
    await go.promise
    return []
  }
  const before = (await step('COLLECT_RULES')).waiting
  const turn = bench.turn('COLLECT_RULES')
  await inside.promise
  const { waiting, inWork } = await step('COLLECT_RULES')
  assert.deepEqual([waiting, inWork], [before - 1, 1])
  go.resolve()
  await turn
  assert.equal((await step('COLLECT_RULES')).inWork, 0)
})
